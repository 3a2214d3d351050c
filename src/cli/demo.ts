import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { fixedClock, Recorder } from '../core/recorder.ts';
import { DEMO_PROVENANCE, runDemoAgent } from './demoAgent.ts';
import { CommandFailure, OK, UNUSABLE } from './failure.ts';
import { openWriter, unlessFailed } from './openWriter.ts';

/**
 * `demo [--out FILE]`: records the session of a scripted agent through the durable append, with a fixed clock, and prints the
 * journal, or leaves it in a new file. The agent works in a folder of its own, which is gone afterwards.
 */
export function demo(file: string | undefined): number {
  if (file !== undefined && fs.existsSync(file))
    throw new CommandFailure(UNUSABLE, `${file} already exists; nothing was changed`);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'session-journal-demo-'));
  try {
    const journal = file ?? path.join(folder, 'demo.trace.jsonl');
    const workspace = path.join(folder, 'workspace');
    fs.mkdirSync(workspace);
    recordDemo(journal, workspace);
    if (file === undefined) process.stdout.write(fs.readFileSync(journal));
    else console.log(file);
    return OK;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function recordDemo(journal: string, workspace: string): void {
  const writer = openWriter(journal, true);
  try {
    const start = {
      sessionId: 'session-demo',
      provenance: DEMO_PROVENANCE,
      sequence: writer.end.events,
      last: undefined,
      previousId: undefined,
    };
    const options = { clock: fixedClock('2026-08-10T00:00:00Z'), newId: () => 'evt-000' };
    const recorder = new Recorder(start, options);
    runDemoAgent(workspace, (type, actor, payload) => {
      const { line } = recorder.record(type, actor, payload);
      unlessFailed(journal, () => writer.append(line));
    });
  } finally {
    writer.close();
  }
}
