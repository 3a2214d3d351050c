// What holds for every reducer: the same bytes give the same state, and what a reducer does not know does not matter.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { approvals } from '../../../src/core/projections/approvals.ts';
import { changedFiles } from '../../../src/core/projections/changedFiles.ts';
import { compactions } from '../../../src/core/projections/compactions.ts';
import { elapsed } from '../../../src/core/projections/elapsed.ts';
import { stopState } from '../../../src/core/projections/stopState.ts';
import { toolCalls } from '../../../src/core/projections/toolCalls.ts';
import { toolResults } from '../../../src/core/projections/toolResults.ts';
import { transcript } from '../../../src/core/projections/transcript.ts';
import { usage } from '../../../src/core/projections/usage.ts';
import type { TraceEvent } from '../../../src/core/schema.ts';
import { stateOf, traceEvents } from '../../support/events.ts';
import { altered, bytesOf, edit, eventOf, read, type Lines } from '../../support/journal.ts';

const REDUCERS = [
  approvals,
  changedFiles,
  compactions,
  elapsed,
  stopState,
  toolCalls,
  toolResults,
  transcript,
  usage,
] as const;

/** Every state by its reducer's name. */
function statesOf(events: readonly TraceEvent[]): Record<string, unknown> {
  return {
    approvals: stateOf(approvals, events),
    'changed-files': stateOf(changedFiles, events),
    compactions: stateOf(compactions, events),
    elapsed: stateOf(elapsed, events),
    'stop-state': stateOf(stopState, events),
    'tool-calls': stateOf(toolCalls, events),
    'tool-results': stateOf(toolResults, events),
    transcript: stateOf(transcript, events),
    usage: stateOf(usage, events),
  };
}

const SAMPLE = fs.readFileSync('samples/session.trace.jsonl', 'utf8').trimEnd().split('\n');
const WITH_COMPACTION = edit(SAMPLE, 8, { type: 'context.compact', payload: { removed_messages: 4 } });
const LINES = edit(WITH_COMPACTION, 9, { payload: { usage: { input_tokens: 10 } } });
const BYTES = bytesOf(LINES);
const EVENTS = traceEvents(BYTES);

/** The sample with something more in every event. */
const withMore = (change: (line: string) => string): Lines => LINES.map(change);

describe('every reducer', () => {
  it('has a name of its own and a version', () => {
    assert.equal(new Set(REDUCERS.map(({ name }) => name)).size, REDUCERS.length);
    assert.deepEqual(Object.keys(statesOf([])), REDUCERS.map(({ name }) => name).sort());
    for (const { version } of REDUCERS) assert.ok(Number.isInteger(version) && version >= 1);
  });

  it('starts anew each time', () => {
    for (const reducer of REDUCERS) assert.notEqual(reducer.initial(), reducer.initial());
    statesOf(EVENTS);
    assert.deepEqual(statesOf([]), statesOf([]));
  });

  it('has something to say about the sample: otherwise this file proves nothing', () => {
    const [full, empty] = [statesOf(EVENTS), statesOf([])];
    for (const { name } of REDUCERS) assert.notDeepEqual(full[name], empty[name], name);
  });

  it('gives the same state for the same bytes, whatever the chunks they come in', () => {
    const fingerprint = read(BYTES).prefixes.at(EVENTS.length);
    for (const size of [1, 2, 3, 7, 64, 1000, 4096, BYTES.length - 1, BYTES.length]) {
      assert.deepEqual(statesOf(traceEvents(BYTES, size)), statesOf(EVENTS), `chunks of ${size}`);
      assert.equal(read(BYTES, size).prefixes.at(EVENTS.length), fingerprint, `chunks of ${size}`);
    }
  });

  it('leaves the events as they are', () => {
    const before = JSON.stringify(EVENTS);
    statesOf(EVENTS);
    assert.equal(JSON.stringify(EVENTS), before);
  });

  it('does not care about unknown members of an event', () => {
    const more = withMore((line) => altered(line, { x_note: { content: 'x' }, provenance: { x: 1 } }));
    assert.deepEqual(statesOf(traceEvents(more)), statesOf(EVENTS));
  });

  it('does not care about unknown members of a payload', () => {
    const more = withMore((line) => altered(line, { payload: { x_note: { final: true }, deltas: 'x' } }));
    // Tool results are the payload as recorded, so the members are in it, and nothing else is different.
    const { 'tool-results': results, ...states } = statesOf(traceEvents(more));
    const { 'tool-results': before, ...expected } = statesOf(EVENTS);
    assert.deepEqual(states, expected);
    const known = JSON.stringify(results).replaceAll(',"x_note":{"final":true},"deltas":"x"', '');
    assert.equal(known, JSON.stringify(before));
  });

  it('does not care about the order of members', () => {
    const turned = withMore((line) =>
      JSON.stringify(Object.fromEntries(Object.entries(eventOf(line)).reverse())),
    );
    assert.deepEqual(statesOf(traceEvents(turned)), statesOf(EVENTS));
  });
});
