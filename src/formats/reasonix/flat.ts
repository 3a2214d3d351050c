// One message per line: what the TypeScript program, and Go up to about 1.17, keep of a session.

import type { JsonRecord } from '../../core/record.ts';
import type { Violation } from '../../core/violation.ts';
import { LinearLog } from '../linearLog.ts';
import type { Survey } from '../native.ts';
import { identity, startEvent } from './identity.ts';
import { WHOLE } from '../passages.ts';
import { messageEvents } from './message.ts';
import { noteMessage, seeMessage } from './messageToken.ts';

export class FlatSurvey implements Survey {
  readonly #log: LinearLog;
  #firstRow = -1;

  constructor(report: (row: number, violation: Violation) => void) {
    this.#log = new LinearLog(report);
  }

  accept(row: number, record: JsonRecord): void {
    const seen = seeMessage(record, 0);
    this.#log.statuses.push(seen === undefined ? 'unknown' : 'active');
    if (seen === undefined) return;
    if (this.#firstRow < 0) this.#firstRow = row;
    noteMessage(this.#log, row, record, 0, seen);
  }

  damaged(row: number): void {
    this.#log.damaged(row);
  }

  end(): ReturnType<Survey['end']> {
    const firstRow = this.#firstRow;
    return this.#log.end({
      format: 'reasonix',
      identity: identity('flat'),
      events: (row, _line, value, _read, look = WHOLE) => {
        const events = messageEvents(value, look);
        return row === firstRow ? [startEvent('flat'), ...events] : events;
      },
    });
  }
}
