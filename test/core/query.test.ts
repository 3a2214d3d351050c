import * as assert from 'node:assert/strict';
import { compileQuery, type Query } from '../../src/core/query.ts';
import { decode } from '../../src/core/decode.ts';
import { frame } from '../../src/core/frame.ts';
import { trace01 } from '../../src/formats/trace01.ts';
import { altered, bytesOf, journal } from '../support/journal.ts';

/** Whether one line matches. `marked` says that it has a violation. */
function matches(query: Query, line: string, marked = false): boolean {
  const compiled = compileQuery(query);
  assert.ok(compiled.ok);
  const [first] = decode(frame([bytesOf([line])]));
  assert.equal(first?.kind, 'record');
  const { record } = first;
  return compiled.matcher.matches({ record, envelope: trace01.envelope(record), marked });
}

const [, user = ''] = journal('start user:x resp');
const [, call = ''] = journal('start call:c1');
/** The part of a line that a test is about. */
const payload = (line: string) => /"payload":(.*?),"provenance"/u.exec(line)?.[1] ?? '';
const says = (content: string) => altered(user, { payload: { content } });

describe('a query for text', () => {
  const table: readonly (readonly [Query, string, boolean])[] = [
    [{ text: 'pages' }, says('the Pages file'), true],
    [{ text: 'pages', caseSensitive: true }, says('the Pages file'), false],
    [{ text: 'page', wholeWord: true }, says('the Pages file'), false],
    [{ text: 'page', wholeWord: true }, says('pages, page'), true],
    [{ text: 'größe', wholeWord: true }, says('die GRÖSSE, die Größe'), true],
    [{ text: 'p.g' }, says('pag'), false],
    [{ text: 'p.g', regex: true }, says('pag'), true],
    [{ text: '^"?a|PAG', regex: true, caseSensitive: true }, says('pag'), false],
    [{ text: 'a"b' }, says('a"b'), true],
    [{ text: 'é' }, says('x').replace('"x"', '"\\u00e9"'), true],
    [{ text: '🙂' }, says('x').replace('"x"', '"\\ud83d\\ude42"'), true],
    [{ text: 'content' }, says('x').replace('"content"', '"c\\u006fntent"'), true],
    [{ text: 'a\nb' }, says('a\nb'), true],
    [{ text: '12345678901234567890' }, says('x').replace('"x"', '12345678901234567890'), true],
    [{ text: '' }, says('anything'), true],
  ];
  for (const [query, line, expected] of table) {
    it(`${JSON.stringify(query)} ${expected ? 'finds' : 'does not find'} ${payload(line)}`, () => {
      assert.equal(matches(query, line), expected);
    });
  }
});

describe('the filters of a query', () => {
  const table: readonly (readonly [Query, string, boolean])[] = [
    [{ types: ['user.message'] }, user, true],
    [{ types: ['model.response', 'session.stop'] }, user, false],
    [{ actors: ['user'] }, user, true],
    [{ actors: ['model'] }, user, false],
    [{ tools: ['write_file'] }, call, true],
    [{ tools: ['write_file'] }, user, false],
    [{ fromSequence: 1, toSequence: 1 }, user, true],
    [{ fromSequence: 2 }, user, false],
    [{ toSequence: 0 }, user, false],
    [{ fromTime: '2026-08-10T02:00:01+02:00' }, user, true],
    [{ fromTime: '2026-08-10T00:00:02Z' }, user, false],
    [{ toTime: '2026-08-10T00:00:00.5Z' }, user, false],
    [{ violationsOnly: true }, user, false],
    [{ text: 'nowhere', types: ['user.message'] }, user, false],
  ];
  for (const [query, line, expected] of table) {
    it(`${JSON.stringify(query)} ${expected ? 'keeps' : 'drops'} ${payload(line)}`, () => {
      assert.equal(matches(query, line), expected);
    });
  }

  it('keeps rows with violations', () => assert.equal(matches({ violationsOnly: true }, user, true), true));
});

describe('a query that cannot be asked', () => {
  it('names the time that is none', () => {
    assert.deepEqual(compileQuery({ toTime: 'yesterday' }), { ok: false, fault: { part: 'toTime' } });
  });

  it('names what is wrong with a pattern', () => {
    const compiled = compileQuery({ text: '(a', regex: true });
    assert.ok(!compiled.ok && compiled.fault.part === 'text' && compiled.fault.detail.includes('('));
  });

  it('ends also where backtracking would run away', () => {
    assert.equal(matches({ text: '(a+)+$', regex: true }, says(`${'a'.repeat(5_000)}!`)), false);
  });
});

describe('the look at many records at once', () => {
  const look = (query: Query, text: string) => {
    const compiled = compileQuery(query);
    assert.ok(compiled.ok);
    return compiled.matcher.mayMatch(new TextEncoder().encode(text));
  };
  it('rules out a block that does not spell a plain word', () => {
    assert.equal(look({ text: 'pages' }, '{"a":"other"}'), false);
    assert.equal(look({ text: 'pages' }, '{"a":"PAGES"}'), true);
    assert.equal(look({ text: 'pages', caseSensitive: true }, '{"a":"PAGES"}'), false);
  });
  it('rules nothing out where the block may spell it otherwise', () => {
    assert.equal(look({ text: 'pages' }, '{"a":"p\\u0061ges"}'), true);
    assert.equal(look({ text: 'a"b' }, '{"a":"a\\"b"}'), true);
    assert.equal(look({ text: 'zz', regex: true }, 'x'), true);
    // U+212A and U+0130 become ASCII in lower case.
    assert.equal(look({ text: 'token' }, '{"a":"to\u212aen"}'), true);
    assert.equal(look({ text: 'kelvin' }, '{"a":"\u212aelvin"}'), true);
    assert.equal(look({ text: 'file' }, '{"a":"F\u0130LE"}'), true);
    assert.equal(look({ text: 'a/b', regex: false }, '{"a":"a\\/b"}'), true);
  });
});
