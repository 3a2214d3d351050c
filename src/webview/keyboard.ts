/** What a key means in the list. Moves carry the row that becomes the cursor. */
export type ListAction = { readonly kind: 'move'; readonly row: number } | { readonly kind: 'details' };

/** The keys of an event, and no more, so that the mapping can be tested. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>;

/**
 * The meaning of a key in a list of `rows` rows with the cursor at `cursor`; null for keys that are not the list's.
 * F8 and everything with a modifier is left to VS Code's own keybindings.
 */
export function listAction(
  press: KeyPress,
  cursor: number,
  rows: number,
  rowsInView: number,
): ListAction | null {
  if (rows === 0 || press.ctrlKey || press.altKey || press.metaKey || press.shiftKey) return null;
  if (press.key === 'Enter') return { kind: 'details' };
  const target = moveTarget(press.key, cursor, rows, Math.max(1, rowsInView - 1));
  return target === null ? null : { kind: 'move', row: Math.max(0, Math.min(target, rows - 1)) };
}

function moveTarget(key: string, cursor: number, rows: number, leap: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return cursor + 1;
    case 'ArrowUp':
      return cursor - 1;
    case 'PageDown':
      return cursor + leap;
    case 'PageUp':
      return cursor - leap;
    case 'Home':
      return 0;
    case 'End':
      return rows - 1;
    default:
      return null;
  }
}

/** The new percentage of a splitter after a key, null for keys that do not move it. */
export function splitAction(press: KeyPress, percent: number, least: number, most: number): number | null {
  if (press.ctrlKey || press.altKey || press.metaKey) return null;
  const step = press.shiftKey ? 10 : 2;
  switch (press.key) {
    // The pane being sized lies after the splitter: towards the start makes it larger.
    case 'ArrowLeft':
    case 'ArrowUp':
      return Math.min(most, percent + step);
    case 'ArrowRight':
    case 'ArrowDown':
      return Math.max(least, percent - step);
    case 'Home':
      return most;
    case 'End':
      return least;
    default:
      return null;
  }
}
