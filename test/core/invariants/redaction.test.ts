import { edit, journal } from '../../support/journal.ts';
import { finds, findsNothing } from '../../support/table.ts';

const lines = journal('start user stop');
const redaction = (status: string, ...fields: readonly string[]) =>
  edit(lines, 1, { redaction: { status, fields } });

describe('redaction: a clean event names no fields, a redacted one does', () => {
  finds('redaction-inconsistent', [
    [
      'clean with fields: at the fields',
      redaction('clean', 'payload.content'),
      ['redaction-inconsistent@2:353-372 ‹["payload.content"]›'],
    ],
    [
      'redacted without fields: at the status',
      redaction('redacted'),
      ['redaction-inconsistent@2:336-346 ‹"redacted"›'],
    ],
  ]);
  findsNothing('near misses', [
    ['clean', lines],
    ['redacted with fields', redaction('redacted', 'payload.content')],
    ['restricted without fields', redaction('restricted')],
    ['restricted with fields', redaction('restricted', 'payload')],
  ]);
});
