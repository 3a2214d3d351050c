import { scanJson, skipWhitespace } from '../core/json/scan.ts';
import { NUMBER, Tape } from '../core/json/tape.ts';
import { frame, type Line } from '../core/frame.ts';
import { JsonRecord } from '../core/record.ts';
import { firstDifference, type Scanned } from '../core/compareJson.ts';
import { chunksOf } from '../engine/reader.ts';
import { neutralise } from '../wording/quote.ts';
import { OK, VIOLATED } from './failure.ts';
import { withSource } from './openSource.ts';

/** Longest value shown of a difference. */
const SHOWN = 200;

/** `verify GOLDEN FRESH`: 0 when the files are the same bytes, else 1 and the first difference by event and field. */
export function verify(golden: string, fresh: string): number {
  const difference = withSource(golden, (a) => withSource(fresh, (b) => compare(chunksOf(a), chunksOf(b))));
  if (difference === undefined) {
    console.log(`identical: ${golden} and ${fresh}`);
    return OK;
  }
  console.log(`different: ${difference}`);
  return VIOLATED;
}

function compare(left: Iterable<Uint8Array>, right: Iterable<Uint8Array>): string | undefined {
  const a = frame(left);
  const b = frame(right);
  for (;;) {
    const one = a.next();
    const other = b.next();
    if (one.done === true) {
      if (other.done === true) return undefined;
      return `the first file ends after line ${other.value.index}; the second goes on`;
    }
    if (other.done === true) return `the second file ends after line ${one.value.index}; the first goes on`;
    const [x, y] = [one.value, other.value];
    if (!equal(x.bytes, y.bytes)) return `line ${x.index + 1}${describe(x, y)}`;
    if (x.terminated !== y.terminated)
      return `line ${x.index + 1}: only one of the files ends it with a line feed`;
  }
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

function describe({ bytes: left }: Line, { bytes: right }: Line): string {
  const [a, b] = [scanned(left), scanned(right)];
  if (a === undefined || b === undefined) return `: byte ${firstByte(left, right) + 1} of the line differs`;
  const difference = firstDifference(a, b);
  const event = eventOf(a);
  if (difference === undefined)
    return `${event}: only white space differs, from byte ${firstByte(left, right) + 1} of the line`;
  const field = difference.path.length === 0 ? 'the value' : difference.path.map(String).join('.');
  return `${event}: ${neutralise(field)}: ${shown(difference.left)} in the first, ${shown(difference.right)} in the second`;
}

/** The event of a line, by its sequence, where it has one. */
function eventOf({ bytes, tape }: Scanned): string {
  const record = new JsonRecord({ line: 0, offset: 0, bytes }, 0, bytes.length, tape, true);
  const token = record.member('sequence');
  return token < 0 || tape.kindAt(token) !== NUMBER ? '' : ` (event ${record.number(token)})`;
}

/** The one JSON value of a line; of a line with more or less on it nothing can be said but which byte differs. */
function scanned(bytes: Uint8Array): Scanned | undefined {
  const tape = new Tape();
  const scan = scanJson(bytes, 0, bytes.length, tape);
  const isWhole = scan.ok && skipWhitespace(bytes, scan.end, bytes.length) === bytes.length;
  return isWhole ? { bytes, tape } : undefined;
}

function firstByte(a: Uint8Array, b: Uint8Array): number {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return i;
}

function shown(text: string | undefined): string {
  if (text === undefined) return 'missing';
  return neutralise(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
}
