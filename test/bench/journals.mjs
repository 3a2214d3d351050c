// @ts-check
// Journals to measure with: the same bytes each time for the same size. Mixed sizes, line feeds, text beyond ASCII, and
// in larger ones some records of ten megabytes, as tool output and images make them.
import { createWriteStream, existsSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';

/** A word that stands in one record near the end of each journal, and nowhere else. */
export const RARE_WORD = 'quetzalcoatlus';

const WORDS =
  'alpha beta gamma δελτα 数据 🙂 function return value error path test build config window'.split(' ');
const LENGTHS = [5, 20, 80, 200];
const HUGE = 10_000_000;

/**
 * The journal of about `megabytes` MB, made on first use and kept in the system's temporary folder.
 * @param {number} megabytes
 */
export async function journalOf(megabytes) {
  const path = join(tmpdir(), `session-journal-bench-${megabytes}.trace.jsonl`);
  if (existsSync(path)) return path;
  const file = createWriteStream(`${path}.part`);
  for (const line of linesOf(megabytes * 1_000_000)) if (!file.write(line)) await once(file, 'drain');
  file.end();
  await once(file, 'close');
  renameSync(`${path}.part`, path);
  return path;
}

/**
 * @param {number} bytes
 * @returns {Generator<string>}
 */
function* linesOf(bytes) {
  const random = generator(7);
  let written = 0;
  let said = false;
  for (let sequence = 0; written < bytes; sequence++) {
    const isHuge = bytes >= 100_000_000 && sequence % 60_000 === 59_999;
    /** @type {boolean} */
    const isRare = !said && written > bytes * 0.9;
    said ||= isRare;
    const text = isHuge ? 'A'.repeat(HUGE) : isRare ? RARE_WORD : words(random, sequence);
    const line = `${JSON.stringify(eventOf(sequence, text))}\n`;
    written += Buffer.byteLength(line);
    yield line;
  }
}

/**
 * @param {() => number} random
 * @param {number} sequence
 */
export function words(random, sequence) {
  const count = LENGTHS[Math.floor(random() * LENGTHS.length)] ?? 5;
  const chosen = Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)] ?? '');
  return chosen.join(sequence % 50 === 7 ? '\n' : ' ');
}

/**
 * @param {number} sequence
 * @param {string} text
 */
export function eventOf(sequence, text) {
  const call = `call-${Math.floor(sequence / 5)}`;
  const kinds = /** @type {const} */ ([
    ['user.message', 'user', { content: text }],
    ['model.request', 'harness', { turn: sequence, message_count: 3, roles: ['user'], tools: ['echo'] }],
    ['model.response', 'model', { content: text, stop: false, tool_calls: [] }],
    ['tool.request', 'model', { tool_call_id: call, tool: 'echo', arguments: { text } }],
    [
      'tool.result',
      'tool',
      { tool_call_id: call, tool: 'echo', ok: true, result: { text, cost: sequence * 1.5 } },
    ],
  ]);
  const [type, kind, payload] = kinds[sequence % 5] ?? kinds[0];
  return {
    trace_version: '0.1.0',
    event_id: `evt-${String(sequence).padStart(7, '0')}`,
    session_id: 'session-bench',
    sequence,
    timestamp: new Date(Date.UTC(2026, 7, 10) + sequence * 1000).toISOString(),
    type,
    actor: { kind, id: `${kind}-1` },
    payload,
    provenance: {
      agent_id: 'bench-agent',
      snapshot_id: 'bench-agent-1',
      surface: 'cli',
      harness_mode: 'fake',
      run_id: 'run-bench',
    },
    redaction: { status: 'clean', fields: [] },
    ...(sequence > 0 && { parent_event_id: `evt-${String(sequence - 1).padStart(7, '0')}` }),
  };
}

/**
 * A small generator of numbers in [0, 1), the same for the same seed.
 * @param {number} seed
 */
export function generator(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
