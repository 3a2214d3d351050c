// Events with something odd about them, as text: members taken away, doubled, moved, renamed, given other values, at the
// top and inside the nested objects.

import fc from 'fast-check';

/** The members of an object as they are written: key and value, in order. */
type Written = readonly (readonly [key: string, value: string])[];

/** Values of every kind, and those on which readers of numbers, strings and times disagree. */
const VALUES = [
  'null',
  'true',
  '[]',
  '{}',
  '""',
  '"x"',
  '"0.1.0"',
  '"0.1.1"',
  '"0.1\\u002e0"',
  '0',
  '-0',
  '1',
  '-1',
  '1.0',
  '1.5',
  '1e2',
  '1e400',
  '-1e-400',
  'NaN',
  'Infinity',
  '9007199254740991',
  '9007199254740992',
  '12345678901234567890',
  `1${'0'.repeat(400)}`,
  '"user.message"',
  '"user.m\\u0065ssage"',
  '"user.telepathy"',
  '"vendor.note"',
  '"toString"',
  '"2026-08-10T00:00:00Z"',
  '"2026-02-30T00:00:00Z"',
  '"2026-08-10T00:00:00"',
  '"a\\ud800"',
  '"\\ud83d\\ude00"',
  '"\\u0000"',
  '{"kind":"user","id":"user"}',
  '{"id":"user","kind":"user"}',
  '{"kind":"user","id":"user","id":"user"}',
  '{"kind":"user","id":"user","parent_id":""}',
  '{"status":"clean","fields":[]}',
  '{"status":"clean","fields":["a"]}',
  '{"status":"redacted","fields":["a","a"]}',
  '{"status":"redacted","fields":[],"notes":"n"}',
  '{"content":"\\ud800"}',
] as const;

const KEYS = [
  '"x"',
  '"__proto__"',
  '"constructor"',
  '""',
  '"a\\udc00"',
  '"TYPE"',
  '"parent_id"',
  '"model"',
] as const;
const SPACES = ['', ' ', '\t', '  '] as const;

/** One change of the members of an object; numbers pick a member, modulo their count. */
type Change =
  | { readonly what: 'drop' | 'double' | 'escape-key' | 'escape-value'; readonly at: number }
  | { readonly what: 'move' | 'copy-value'; readonly at: number; readonly to: number }
  | { readonly what: 'value'; readonly at: number; readonly value: string }
  | { readonly what: 'rename' | 'insert'; readonly at: number; readonly key: string; readonly value: string };

const at = fc.nat(40);
const value = fc.constantFrom(...VALUES);
const key = fc.constantFrom(...KEYS);
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ what: fc.constantFrom('drop', 'double', 'escape-key', 'escape-value'), at }),
  fc.record({ what: fc.constantFrom('move', 'copy-value'), at, to: at }),
  fc.record({ what: fc.constant('value'), at, value }),
  fc.record({ what: fc.constant('value'), at, value }),
  fc.record({ what: fc.constantFrom('rename', 'insert'), at, key, value }),
);

function changed(members: Written, change: Change): Written {
  if (members.length === 0 && change.what !== 'insert') return members;
  const index = change.at % Math.max(1, members.length);
  const [name, text] = members[index] ?? ['""', 'null'];
  switch (change.what) {
    case 'drop':
      return members.toSpliced(index, 1);
    case 'double':
      return [...members, [name, text]];
    case 'escape-key':
      return members.with(index, [escaped(name), text]);
    case 'escape-value':
      return members.with(index, [name, text.startsWith('"') ? escaped(text) : text]);
    case 'move':
      return members.toSpliced(index, 1).toSpliced(change.to % members.length, 0, [name, text]);
    case 'copy-value':
      return members.with(index, [name, members[change.to % members.length]?.[1] ?? text]);
    case 'value':
      return members.with(index, [name, change.value]);
    case 'rename':
      return members.with(index, [change.key, text]);
    case 'insert':
      return members.toSpliced(index, 0, [change.key, change.value]);
  }
}

/** The same string with its first plain character as an escape. */
function escaped(text: string): string {
  return text.replace(/^"([a-z0-9])/, (_all, first: string) => `"\\u00${first.charCodeAt(0).toString(16)}`);
}

/** The members of an object in a text that `JSON.stringify` made; undefined for what is no object. */
function membersOf(text: string): Written | undefined {
  if (!text.startsWith('{')) return undefined;
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).map(([name, member]) => [JSON.stringify(name), JSON.stringify(member)]);
}

function written(members: Written, space: string): string {
  return `{${members.map(([name, text]) => `${space}${name}:${space}${text}`).join(',')}${space}}`;
}

/** A line with up to three changes, each at the top or inside one of its objects. */
export function oddEvent(lines: readonly string[]): fc.Arbitrary<string> {
  const where = fc.constantFrom('', '"actor"', '"provenance"', '"redaction"', '"payload"');
  const changes = fc.array(fc.tuple(where, change), { maxLength: 3 });
  const space = fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.constantFrom(...SPACES) },
  );
  return fc.tuple(fc.constantFrom(...lines), changes, space).map(([line, list, between]) => {
    const changesOf = (place: string) => list.filter(([other]) => other === place).map(([, one]) => one);
    const members = (membersOf(line) ?? []).map(([name, text]): Written[number] => {
      const inside = membersOf(text);
      return [name, inside ? written(changesOf(name).reduce(changed, inside), '') : text];
    });
    return written(changesOf('').reduce(changed, members), between);
  });
}
