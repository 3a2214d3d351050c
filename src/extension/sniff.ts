// Whether a text file is a session journal, from its first bytes. Cheap and strict: a wrong guess is a nuisance.

/** How much of a file is looked at. */
export const SNIFF_BYTES = 64 * 1024;

const LINES_LOOKED_AT = 20;

/** True when one of the first complete lines is a Trace event. `whole` says that `text` is all of the file. */
export function looksLikeJournal(text: string, whole: boolean): boolean {
  const lines = text.split('\n', LINES_LOOKED_AT + 1);
  const complete = whole || lines.length > LINES_LOOKED_AT ? lines : lines.slice(0, -1);
  return (
    complete.slice(0, LINES_LOOKED_AT).some(isEventLine) || (complete.length === 0 && startsLikeEvent(text))
  );
}

function isEventLine(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line.replace(/^\ufeff/, ''));
    return (
      typeof value === 'object' &&
      value !== null &&
      'trace_version' in value &&
      typeof value.trace_version === 'string' &&
      'event_id' in value &&
      typeof value.event_id === 'string' &&
      'sequence' in value &&
      typeof value.sequence === 'number'
    );
  } catch {
    return false;
  }
}

/** A first record longer than what was read: its leading keys must do. */
function startsLikeEvent(text: string): boolean {
  return (
    ['trace_version', 'event_id', 'sequence'].every((key) => text.includes(`"${key}"`)) &&
    /^\ufeff?\s*\{/.test(text)
  );
}
