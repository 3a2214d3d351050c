import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { eventIcon } from '../../src/webview/eventIcons.ts';

const css = readFileSync(createRequire(__filename).resolve('@vscode/codicons/dist/codicon.css'), 'utf8');

/** The types of Trace 0.1. */
const TYPES =
  `session.start session.stop session.replay session.branch user.message model.request model.response
  tool.request tool.result approval.request approval.decision sandbox.configure network.decision trust.decision
  instruction.accept instruction.quarantine checkpoint.create checkpoint.diff checkpoint.rollback file.patch
  context.prune context.compact memory.read memory.write skill.load agent.spawn agent.message agent.stop
  metric.sample error`.split(/\s+/);

describe('eventIcon', () => {
  for (const type of [...TYPES, 'model.thought', 'nothing.known', '__proto__', 'constructor', '']) {
    it(`${type || 'no type'} has an icon that exists`, () => {
      const { codicon } = eventIcon({ kind: 'event', type });
      assert.ok(css.includes(`.codicon-${codicon}:before`), codicon);
    });
  }

  it('knows every type by name, and strangers by their family', () => {
    const strange = eventIcon({ kind: 'event', type: 'nothing.known' });
    for (const type of TYPES) assert.notDeepEqual(eventIcon({ kind: 'event', type }), strange, type);
    assert.equal(eventIcon({ kind: 'event', type: 'model.thought' }).family, 'model');
  });

  it('marks damage by itself', () => {
    assert.equal(eventIcon({ kind: 'damage', type: null }).family, 'fault');
  });
});
