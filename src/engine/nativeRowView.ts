// The rows of an agent's log as the list shows them, and as the filters of a search see them.

import type { Envelope } from '../core/fact.ts';
import type { IndexedRow } from '../core/journalIndex.ts';
import type { Names } from '../core/query.ts';
import type { Row } from '../protocol.ts';
import type { ByteSource } from './byteSource.ts';
import type { NativeJournal } from './nativeJournal.ts';
import { nativeRowText } from './nativeRow.ts';
import { damagedText } from './recordText.ts';
import type { ShownRecords } from './shownRecords.ts';

/** Bytes of a damaged stretch that its row is told by. */
const TOLD_BYTES = 4096;

export class NativeRowView {
  constructor(
    private readonly source: ByteSource,
    private readonly journal: NativeJournal,
    private readonly shown: ShownRecords,
  ) {}

  /** A row; `sequence` is that of the first event that it stands for, null where it stands for none. */
  row(row: number, indexed: IndexedRow, sequence: number | null): Row {
    const { journal } = this;
    const common = {
      row,
      line: indexed.line,
      severity: journal.index.severityAt(row),
      beyondReplay: false,
      inherited: journal.plan.isInherited(row),
    };
    const status = journal.statusOf(row);
    if (status === 'damaged') {
      const bytes = this.source.read(indexed.offset, Math.min(indexed.length, TOLD_BYTES));
      const nothing = nativeRowText([], undefined);
      const summary = damagedText(bytes);
      return { ...common, ...nothing, kind: 'damage', type: null, sequence: null, status: null, summary };
    }
    const { events, value, cutFrom } = this.shown.of(row);
    const told = nativeRowText(events, value);
    const summary =
      cutFrom === null || told.summary !== '' ? told.summary : `${(cutFrom / 1e6).toFixed(1)} MB record`;
    return { ...common, ...told, summary, kind: 'event', sequence, status };
  }

  /** Who, what and when of a row, which is read only where a filter asks for it. */
  envelope(row: () => Row): Envelope {
    let read: Row | undefined;
    const shown = () => (read ??= row());
    return {
      ...{ sessionId: undefined, runId: undefined, parentId: undefined, eventId: undefined },
      get type() {
        return shown().type ?? undefined;
      },
      get timestamp() {
        return shown().timestamp ?? undefined;
      },
      get sequence() {
        return shown().sequence ?? undefined;
      },
    };
  }

  /** Who acts in the events of a row, and by which tools. */
  names(row: number): Names {
    const { events } = this.shown.of(row);
    const tools = events.map(({ payload }) => payload['tool']).filter((tool) => typeof tool === 'string');
    return { actors: events.map(({ actor }) => actor.id), tools };
  }
}
