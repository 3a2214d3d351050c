/** Digits at the end of an id, no more than a double holds, and what stands before them. */
const NUMBERED = /^(|.*\D)(\d{1,15})$/s;

/**
 * The id of the next event. Where the journal counts its events in their ids (evt-003, evt-004), it goes on counting;
 * otherwise, and where the id that comes next is taken, it is a new one. Two random ids that happen to end in digits
 * are no pattern: all before the number must be equal, and the numbers must follow each other.
 */
export function nextEventId({
  last,
  previous,
  sequence,
  newId,
  isTaken,
}: {
  readonly last: string | undefined;
  readonly previous: string | undefined;
  /** Sequence of the next event. */
  readonly sequence: number;
  readonly newId: () => string;
  readonly isTaken?: (id: string) => boolean;
}): string {
  if (last === undefined) return newId();
  // A single event follows a pattern when its number is its sequence.
  const counts =
    previous === undefined ? sequence === 1 && /(^|\D)0+$/.test(last) : countedOn(previous) === last;
  const id = counts ? countedOn(last) : undefined;
  return id !== undefined && isTaken?.(id) !== true ? id : newId();
}

/** The id with the next number, in at least as many digits; undefined when it ends in none. */
function countedOn(id: string): string | undefined {
  const [, prefix = '', digits] = NUMBERED.exec(id) ?? [];
  return digits && `${prefix}${String(Number(digits) + 1).padStart(digits.length, '0')}`;
}
