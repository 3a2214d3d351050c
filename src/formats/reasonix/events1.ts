// The event log of the Go program, schemas 1 and 3: a record replaces all messages or appends some. The transcript is
// the last replacement and what was appended to it.

import { ARRAY } from '../../core/json/tape.ts';
import type { JsonRecord } from '../../core/record.ts';
import type { Violation } from '../../core/violation.ts';
import { numberMember, objectsIn, objectTokens, textIn, textMember } from '../lenient.ts';
import { LinearLog } from '../linearLog.ts';
import type { Survey } from '../native.ts';
import { identity, startEvent } from './identity.ts';
import { WHOLE } from '../passages.ts';
import { messageEvents } from './message.ts';
import { noteMessage, seeMessage } from './messageToken.ts';

export class Events1Survey implements Survey {
  readonly #log: LinearLog;
  /** Messages so far. */
  #count = 0;
  /** The first row of the transcript: the last replacement, or the first record. */
  #firstRow = -1;
  /** A damaged record may have held messages. */
  #mayMiss = false;

  constructor(report: (row: number, violation: Violation) => void) {
    this.#log = new LinearLog(report);
  }

  accept(row: number, record: JsonRecord): void {
    const log = this.#log;
    const type = textMember(record, 'type');
    const list = record.member('messages');
    if ((type !== 'replace' && type !== 'append') || (list > 0 && record.tape.kindAt(list) !== ARRAY)) {
      log.statuses.push('unknown');
      return;
    }
    const messages = objectTokens(record, list);
    if (type === 'append' && !this.#isInOrder(row, record, messages.length)) {
      log.statuses.push('abandoned');
      return;
    }
    log.statuses.push('active');
    if (type === 'replace') this.#replace(row, messages.length);
    else this.#count += messages.length;
    if (type === 'replace' || this.#firstRow < 0) this.#firstRow = row;
    for (const token of messages) {
      const seen = seeMessage(record, token);
      if (seen !== undefined) noteMessage(log, row, record, token, seen);
    }
  }

  damaged(row: number): void {
    this.#log.damaged(row);
    this.#mayMiss = true;
  }

  end(): ReturnType<Survey['end']> {
    const firstRow = this.#firstRow;
    return this.#log.end({
      format: 'reasonix',
      identity: identity('events1'),
      events: (row, _line, value, _read, look = WHOLE) => {
        const at = textIn(value['created_at']) ?? textIn(value['at']);
        const events = objectsIn(value['messages']).flatMap((message) => messageEvents(message, look, at));
        return row === firstRow ? [startEvent('events1'), ...events] : events;
      },
    });
  }

  /** What was told before is told again, or no longer part of the session. */
  #replace(row: number, count: number): void {
    const earlier = count >= this.#count ? 'folded' : 'abandoned';
    for (let before = Math.max(0, this.#firstRow); before < row; before++) {
      if (this.#log.statuses.at(before) === 'active') this.#log.statuses.set(before, earlier);
    }
    this.#count = count;
    this.#mayMiss = false;
    this.#log.turn = 'none';
  }

  /**
   * An append names the index that its first message gets. Reasonix reads no further than to one that does not fit; a
   * gap is told and read over here, and messages that are there already were appended by a second writer.
   */
  #isInOrder(row: number, record: JsonRecord, added: number): boolean {
    const index = numberMember(record, 'message_index');
    if (index === undefined || index === this.#count) return true;
    const at = record.placeOf(record.member('message_index'));
    const expected = this.#count;
    if (index > expected) {
      if (!this.#mayMiss) this.#log.report(row, { code: 'sequence-gap', expected, found: index, at });
      this.#mayMiss = false;
      this.#count = index;
      return true;
    }
    if (added === 0) return true;
    this.#log.report(row, { code: 'sequence-backward', expected, found: index, at });
    return false;
  }
}
