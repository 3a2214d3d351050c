import assert from 'node:assert/strict';
import { listAction, splitAction, type KeyPress } from '../../src/webview/keyboard.ts';

function press(key: string, modifiers: Partial<KeyPress> = {}): KeyPress {
  return { key, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, ...modifiers };
}

describe('keyboard', () => {
  /** Cursor 50 of 100 rows, 20 of them in view. */
  const moves: readonly (readonly [key: string, row: number])[] = [
    ['ArrowDown', 51],
    ['ArrowUp', 49],
    ['PageDown', 69],
    ['PageUp', 31],
    ['Home', 0],
    ['End', 99],
  ];
  for (const [key, row] of moves) {
    it(`${key} moves the cursor`, () =>
      assert.deepEqual(listAction(press(key), 50, 100, 20), { kind: 'move', row }));
  }

  it('stays inside the list', () => {
    assert.deepEqual(listAction(press('ArrowUp'), 0, 100, 20), { kind: 'move', row: 0 });
    assert.deepEqual(listAction(press('PageDown'), 95, 100, 20), { kind: 'move', row: 99 });
    assert.equal(listAction(press('End'), 0, 0, 20), null);
  });

  it('moves by at least one row in the smallest viewport', () => {
    assert.deepEqual(listAction(press('PageDown'), 5, 100, 1), { kind: 'move', row: 6 });
  });

  it('Enter goes to the details', () => {
    assert.deepEqual(listAction(press('Enter'), 5, 100, 20), { kind: 'details' });
  });

  it("leaves VS Code's keys alone", () => {
    assert.equal(listAction(press('F8'), 5, 100, 20), null);
    assert.equal(listAction(press('F8', { shiftKey: true }), 5, 100, 20), null);
    assert.equal(listAction(press('ArrowDown', { ctrlKey: true }), 5, 100, 20), null);
    assert.equal(listAction(press('F10', { shiftKey: true }), 5, 100, 20), null);
  });

  it('sizes the pane behind the splitter', () => {
    assert.equal(splitAction(press('ArrowLeft'), 40, 15, 80), 42);
    assert.equal(splitAction(press('ArrowDown'), 40, 15, 80), 38);
    assert.equal(splitAction(press('ArrowLeft', { shiftKey: true }), 40, 15, 80), 50);
    assert.equal(splitAction(press('ArrowRight'), 16, 15, 80), 15);
    assert.equal(splitAction(press('Home'), 40, 15, 80), 80);
    assert.equal(splitAction(press('End'), 40, 15, 80), 15);
    assert.equal(splitAction(press('a'), 40, 15, 80), null);
  });
});
