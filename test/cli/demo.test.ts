import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { cli, temporaryFolder } from '../support/cli.ts';
import { replayView, reportsOf } from '../support/cliViews.ts';
import { eventOf } from '../support/journal.ts';

describe('demo', () => {
  const folder = temporaryFolder();

  it('run twice: the same bytes', () => {
    const [first, second] = [cli(['demo']), cli(['demo'])];
    assert.deepEqual([first.code, first.err], [0, '']);
    assert.equal(first.out, second.out);
  });

  it('a valid journal, without a warning', () => {
    const file = folder.path('demo.trace.jsonl');
    assert.deepEqual(cli(['demo', '--out', file]), { code: 0, out: `${file}\n`, err: '' });
    assert.equal(fs.readFileSync(file, 'utf8'), cli(['demo']).out);
    const [report] = reportsOf(cli(['validate', file, '--format', 'json']).out);
    assert.deepEqual(report?.violations, []);
    const view = replayView.parse(JSON.parse(cli(['replay', file, '--format', 'json']).out));
    assert.deepEqual(view.assistant_messages, [
      'I will look at notes.md first.',
      'Now I can write it.',
      'notes.md says it now.',
    ]);
    assert.deepEqual([view.tool_results.length, view.stop_reason], [2, 'completed']);
  });

  it('shows a stream, tool calls, an approval and a changed file', () => {
    const types = cli(['demo'])
      .out.trimEnd()
      .split('\n')
      .map((line) => eventOf(line)['type']);
    for (const type of ['tool.request', 'tool.result', 'approval.request', 'approval.decision', 'file.patch'])
      assert.ok(types.includes(type), type);
    assert.equal(types.at(-1), 'session.stop');
  });

  it('says nothing of the machine that it ran on', () => {
    const { out } = cli(['demo']);
    for (const word of ['/tmp', process.cwd(), String(new Date().getFullYear() + 1)])
      assert.ok(!out.includes(word), word);
  });

  it('never writes into a file that is there: 2', () => {
    const file = folder.write('mine.jsonl', 'mine\n');
    assert.equal(cli(['demo', '--out', file]).code, 2);
    assert.equal(fs.readFileSync(file, 'utf8'), 'mine\n');
  });
});
