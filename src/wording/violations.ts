// Violations in words: what is wrong, and what to do about it. The one place where a code becomes a sentence; texts
// from the journal are quoted short and harmless.

import type { JsonFault, Related, ValuePath, Violation } from '../core/violation.ts';
import { quote } from './quote.ts';

const JSON_FAULTS: Readonly<Record<JsonFault, string>> = {
  'value-expected': 'a value is expected here',
  'key-expected': 'a quoted key is expected here',
  'colon-expected': 'a colon is expected after the key',
  'comma-or-end-expected': 'a comma or the closing bracket is expected here',
  'number-malformed': 'this is no JSON number',
  'literal-malformed': 'this is no JSON literal; only true, false and null are',
  'escape-malformed': 'this escape sequence does not exist in JSON',
  'control-character': 'a control character inside a string must be escaped',
  'text-after-value': 'text follows the complete value',
  'unexpected-end': 'the text ends before the value is complete',
  'non-finite-number': 'NaN and Infinity are not JSON; many readers refuse the whole line',
};

/** One sentence or two: what is wrong and what to do. */
export function describeViolation(violation: Violation): string {
  switch (violation.code) {
    case 'json-invalid':
      return `Not valid JSON: ${JSON_FAULTS[violation.fault]}.`;
    case 'json-not-object':
      return `Expected a JSON object, one event per line, but found ${article(violation.found)}.`;
    case 'utf8-invalid':
      return `Not valid UTF-8 at byte ${violation.byteInLine} of the line. The bytes are kept as they are; the event is not trusted as a fact.`;
    case 'nul-bytes':
      return `${count(violation.count, 'NUL byte')} in the file, as a crash or power loss leaves behind. What stands around them is still read.`;
    case 'lone-surrogate':
      if (violation.isMended === true)
        return `${shownPath(violation.path)} holds half of a surrogate pair, as an emoji cut in two leaves behind. It is read as U+FFFD.`;
      return `${shownPath(violation.path)} holds half of a surrogate pair, which has no UTF-8. The fingerprint is unavailable from here on.`;
    case 'records-glued':
      return `${count(violation.records, 'record')} on one line: a line feed is missing between them. All are read; other readers may lose the line.`;
    case 'record-split':
      return `One record is broken over ${violation.lines} lines: the writer put a raw line feed inside it. It must be escaped as \\n.`;
    case 'record-torn':
      return violation.last
        ? `The last record is unfinished (${count(violation.bytes, 'byte')}): the writer was cut off, or is still writing.`
        : `A torn record: the writer was cut off after ${count(violation.bytes, 'byte')} and went on with another one.`;
    case 'duplicate-key':
      return `The key ${shownPath(violation.path)} appears twice in the same object. Readers keep the last one.`;
    case 'blank-line':
      return violation.lines === 1 ? 'Blank line.' : `${violation.lines} blank lines.`;
    case 'crlf':
      return `${count(violation.lines, 'line')} end with CR LF. Lines of a journal end with LF alone; the CR is ignored.`;
    case 'bom':
      return 'The file starts with a byte order mark. It is ignored.';
    case 'no-final-newline':
      return 'The last line has no line feed. A writer that appends now would glue its record to this one.';
    case 'schema':
      if (violation.missing === true) {
        return `${shownPath(violation.path)} is missing; Trace 0.1 expects ${violation.expected} there.`;
      }
      return `${shownPath(violation.path)} does not fit Trace 0.1: expected ${violation.expected}.`;
    case 'unknown-field':
      return `Trace 0.1 has no field ${shownPath(violation.path)}. It is kept and does not affect the replay.`;
    case 'event-type-unknown':
      return violation.changesState
        ? `Unknown event type ${quote(violation.type)}. Ignoring it could change the replayed state, so the replay stops before it.`
        : `Unknown event type ${quote(violation.type)}. It does not affect the replay.`;
    case 'trace-version-unsupported':
      return `Trace version ${quote(violation.version)} is not supported; this reader knows 0.1.0.`;
    case 'redaction-inconsistent':
      return violation.status === 'clean'
        ? `The event is marked clean but names ${count(violation.fields, 'redacted field')}.`
        : 'The event is marked redacted but names no redacted field.';
    case 'sequence-start':
      return `The journal starts at sequence ${violation.found}; it must start at 0. Earlier events are missing.`;
    case 'sequence-gap': {
      const missing = violation.found - violation.expected;
      const parent =
        violation.missingParent === undefined
          ? ''
          : ` Its parent ${quote(violation.missingParent)} is not before it.`;
      return `Sequence gap: found ${violation.found}, expected ${violation.expected}. ${count(missing, 'event')} ${missing === 1 ? 'is' : 'are'} missing here, or ${missing === 1 ? 'comes' : 'come'} later.${parent}`;
    }
    case 'sequence-repeat':
      return `Sequence ${violation.found} is used again; expected ${violation.expected}: two writers, or a copied line.`;
    case 'sequence-backward':
      return `Sequence goes back to ${violation.found}; expected ${violation.expected}. The events are out of order.`;
    case 'session-mixed':
      return `Another session begins: ${quote(violation.found)}, in the journal of ${quote(violation.expected)}. A journal holds one session.`;
    case 'run-mixed':
      return `Another run begins: ${quote(violation.found)}, in the journal of ${quote(violation.expected)}. A journal holds one run.`;
    case 'parent-unknown':
      return violation.unreachable === undefined
        ? `Parent ${quote(violation.parent)} is nowhere in this journal.`
        : `Parent ${quote(violation.parent)} is nowhere in this file: ${count(violation.unreachable, 'earlier record')} cannot be reached from here, and an agent that resumes loses them.`;
    case 'parent-future':
      return `Parent ${quote(violation.parent)} comes later in the journal; a parent is an earlier event.`;
    case 'parent-self':
      return `The event names itself (${quote(violation.parent)}) as its parent.`;
    case 'parent-cycle':
      return `The parents of ${count(violation.records, 'record')} lead in a circle through ${quote(violation.parent)}: no path leads to a beginning.`;
    case 'leaf-stale':
      return `The last record continues ${quote(violation.parent)}, not the newest branch (${quote(violation.newest)}): two writers, or one that missed the other's records. An agent that resumes follows this record.`;
    case 'turn-open':
      return `Turn ${quote(violation.turn)} has a beginning and no end: it was cut off, or still runs.`;
    case 'identity-mismatch':
      return `The session id ${quote(violation.header)} is not the one in the file name (${quote(violation.file)}). An agent may not find the session.`;
    case 'record-shape':
      return `${shownPath(violation.path)} of this ${quote(violation.type)} record is not as this agent writes it: expected ${violation.expected}. What can be read is shown.`;
    case 'record-type-unknown':
      return `Unknown record type ${quote(violation.type)}: the agent's own reader refuses a log with it. The rest is shown.`;
    case 'event-id-conflict':
      return `Event id ${quote(violation.id)} is already used by a different event.`;
    case 'event-id-retry':
      return `Event ${quote(violation.id)} is delivered again, byte for byte. The repetition is ignored.`;
    case 'timestamp-backward':
      return `Time goes back: ${quote(violation.found)} after ${quote(violation.previous)}. Order is by sequence, not by time.`;
    case 'history-rewritten':
      return `History was rewritten: the file differs from what was read before, from byte ${violation.firstDifference} on or soon after.`;
    case 'tool-result-orphan':
      return `Tool result without a request: no earlier tool.request has call id ${quote(violation.call)}.`;
    case 'tool-request-unanswered':
      return `Tool call ${quote(violation.call)} has no result in this journal. An agent may refuse to resume here.`;
    case 'stream-unfinished':
      return `Streamed response without a final chunk (${count(violation.chunks, 'chunk')}): its text is in no replayed message.`;
    case 'event-after-stop':
      return `${quote(violation.type)} after session.stop: the conversation was over.`;
    case 'stop-missing':
      return 'The journal has no session.stop after its last event: the session was cut off, or still runs.';
    case 'recorded-fingerprint-mismatch':
      return `The recorded fingerprint ${shortHex(violation.recorded)} is not that of the events it claims (${shortHex(violation.computed)}): they were changed after it was recorded.`;
    case 'lineage-mismatch':
      return `The branch's ${violation.field} ${shortHex(violation.recorded)} does not match this journal (${shortHex(violation.computed)}).`;
  }
}

const ROLES: Readonly<Record<Related['role'], string>> = {
  'first-delivery': 'First delivered here',
  parent: 'The parent',
  'previous-event': 'The event before',
  request: 'The request',
  stop: 'The session stopped here',
  'journal-identity': 'The journal begins here',
  'first-key': 'First written here',
  'recorded-prefix': 'The prefix that was recorded',
  'newest-leaf': 'The newest branch ends here',
  'complete-copy': 'The same record in full',
};

/** The part that the other place plays. */
export function describeRelated(related: Related): string {
  const sequence = related.sequence === undefined ? '' : ` (sequence ${related.sequence})`;
  return `${ROLES[related.role]}${sequence}`;
}

function article(found: string): string {
  return /^[aeiou]/.test(found) ? `an ${found}` : `a ${found}`;
}

function count(n: number, noun: string): string {
  return `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`;
}

function shownPath(path: ValuePath): string {
  return path.length === 0 ? 'The event' : quote(path.map(String).join('.'));
}

function shortHex(text: string | undefined): string {
  if (text === undefined) return 'unavailable';
  return /^[0-9a-f]{64}$/.test(text) ? `${text.slice(0, 12)}…` : quote(text);
}
