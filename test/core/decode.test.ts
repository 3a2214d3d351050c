import assert from 'node:assert/strict';
import { bytesOf } from '../support/journal.ts';
import { decoded, stretches } from '../support/decoded.ts';

type Case = readonly [name: string, text: string | Uint8Array, expected: readonly string[]];

function table(title: string, cases: readonly Case[]): void {
  describe(title, () => {
    for (const [name, text, expected] of cases) it(name, () => assert.deepEqual(decoded(text), expected));
  });
}

/** Text with `\xNN` as raw bytes. */
function raw(text: string): Uint8Array {
  const parts = text.split(/\\x([0-9a-f]{2})/);
  return Buffer.concat(
    parts.map((part, i) => (i % 2 === 0 ? Buffer.from(part) : Buffer.from([parseInt(part, 16)]))),
  );
}

describe('decode: lines to records', () => {
  table('sound files', [
    ['nothing', '', []],
    ['records', '{"a":1}\n{"b":2}\n', ['record {"a":1}', 'record {"b":2}']],
    ['white space around a record', ' \t{"a":1} \n', ['record {"a":1}']],
    [
      'U+2028 inside a string is text',
      '{"a":"\u2028"}\n{"a":1}\n',
      ['record {"a":"\u2028"}', 'record {"a":1}'],
    ],
    ['an empty object', '{}\n', ['record {}']],
  ]);

  table('line ends, blank lines, byte order mark', [
    [
      'no final newline',
      '{"a":1}\n{"b":"é😀"}',
      ['record {"a":1}', 'record {"b":"é😀"}', 'note no-final-newline@2:12-12'],
    ],
    ['CR LF is told once', '{"a":1}\r\n{"b":2}\r\n', ['record {"a":1}', 'record {"b":2}', 'note crlf@1:8-8']],
    [
      'CR at the end of the file is white space',
      '{"a":1}\r',
      ['record {"a":1}', 'note no-final-newline@1:9-9'],
    ],
    ['one blank line', '{"a":1}\n\n{"b":2}\n', ['record {"a":1}', 'note blank-line@2:1-1', 'record {"b":2}']],
    [
      'blank lines in a row are one note',
      '{"a":1}\n\n \t\n\n{"b":2}\n',
      ['record {"a":1}', 'note blank-line@2:1-1', 'record {"b":2}'],
    ],
    ['a blank line at the end', '{"a":1}\n\n', ['record {"a":1}', 'note blank-line@2:1-1']],
    ['a byte order mark has no column', '\ufeff{"a":1}\n', ['note bom@1:1-1', 'record {"a":1}']],
    ['a byte order mark alone', '\ufeff', ['note bom@1:1-1']],
    [
      'a byte order mark and a fault: columns as editors count',
      '\ufeff{"😀":x}\n',
      ['note bom@1:1-1', 'damage {"😀":x} json-invalid(value-expected)@1:7-8'],
    ],
  ]);

  table('plain invalid JSON: the range is the offending word or character', [
    ['a word', '{"a":Truee,"b":1}\n', ['damage {"a":Truee,"b":1} json-invalid(literal-malformed)@1:6-11']],
    [
      'a number',
      '{"a":012.5e+,"b":1}\n',
      ['damage {"a":012.5e+,"b":1} json-invalid(number-malformed)@1:6-13'],
    ],
    ['a missing colon', '{"a" "b":1}\n', ['damage {"a" "b":1} json-invalid(colon-expected)@1:6-7']],
    [
      'a missing comma',
      '{"a":1 "b":1}\n',
      ['damage {"a":1 "b":1} json-invalid(comma-or-end-expected)@1:8-9'],
    ],
    ['a trailing comma', '{"a":1,}\n', ['damage {"a":1,} json-invalid(key-expected)@1:8-9']],
    ['a comma too many', '{"a":1,,"b":2}\n', ['damage {"a":1,,"b":2} json-invalid(key-expected)@1:8-9']],
    ['an escape', '{"a":"\\x41"}\n', ['damage {"a":"\\x41"} json-invalid(escape-malformed)@1:7-8']],
    ['half an escape', '{"a":"\\u12"}\n', ['damage {"a":"\\u12"} json-invalid(escape-malformed)@1:7-8']],
    ['a control character', '{"a":"x\ty"}\n', ['damage {"a":"x\ty"} json-invalid(control-character)@1:8-9']],
    ['a character of several bytes', '{"a":é}\n', ['damage {"a":é} json-invalid(value-expected)@1:6-7']],
    ['text after the value', '{"a":1} xy z\n', ['damage {"a":1} xy z json-invalid(text-after-value)@1:9-11']],
    [
      'a bracket after the value',
      '{"a":1}]"x"\n',
      ['damage {"a":1}]"x" json-invalid(text-after-value)@1:8-9'],
    ],
    [
      'columns after astral characters',
      '{"😀😀":,}\n',
      ['damage {"😀😀":,} json-invalid(value-expected)@1:9-10'],
    ],
    [
      'NaN is read, and is no JSON',
      '{"a":[1,NaN]}\n',
      ['record {"a":[1,NaN]} json-invalid(non-finite-number)@1:9-12'],
    ],
    ['the last line', '{"a":x}', ['damage {"a":x} json-invalid(value-expected)@1:6-7']],
    ['no JSON at all', 'hello, world\n', ['damage hello, world json-invalid(literal-malformed)@1:1-6']],
    [
      'the first key of the line again inside a broken record',
      '{"a":x,"b":{"a":1}}\n',
      ['damage {"a":x,"b":{"a":1}} json-invalid(value-expected)@1:6-7'],
    ],
  ]);

  table('JSON that is no object', [
    ['an array', '[1]\n', ['damage [1] json-not-object@1:1-4']],
    ['a string', '"a"\n', ['damage "a" json-not-object@1:1-4']],
    ['a number', ' 12 \n', ['damage 12  json-not-object@1:2-4']],
    ['a literal', 'null\n', ['damage null json-not-object@1:1-5']],
  ]);

  table('records-glued: both are read', [
    ['two', '{"a":1}{"b":2}\n', ['record {"a":1}', 'record {"b":2} records-glued@1:8-9']],
    ['with a space', '{"a":1} {"b":2}\n', ['record {"a":1}', 'record {"b":2} records-glued@1:9-10']],
    [
      'three are one fault',
      '{"a":1}{"b":2}{"c":3}\n',
      ['record {"a":1}', 'record {"b":2} records-glued@1:8-9', 'record {"c":3}'],
    ],
    [
      'columns of the second',
      '{"😀":1}{"b":NaN}\n',
      ['record {"😀":1}', 'record {"b":NaN} records-glued@1:9-10 json-invalid(non-finite-number)@1:14-17'],
    ],
    ['near miss: brackets in a string', '{"a":"}{"}\n', ['record {"a":"}{"}']],
    [
      'the second is torn',
      '{"a":1}{"b":\n{"b":2}\n',
      ['record {"a":1}', 'damage {"b": record-torn@1:8-13', 'record {"b":2}'],
    ],
    [
      'the second is torn, at the end of the file',
      '{"a":1}{"b":',
      ['record {"a":1}', 'damage {"b": record-torn(last)@1:8-13'],
    ],
    [
      'the second is broken',
      '{"a":1}{"b":x}\n',
      ['record {"a":1}', 'damage {"b":x} json-invalid(value-expected)@1:13-14'],
    ],
    [
      'the second has bad bytes: the first is sound',
      raw('{"a":1}{"b":"\\xff"}\n'),
      ['record {"a":1}', 'record {"b":"\ufffd"} utf8-invalid@1:14-15 records-glued@1:8-9'],
    ],
  ]);

  table('record-split: a raw line feed inside a record', [
    ['in a string', '{"a":"x\ny"}\n{"b":1}\n', ['damage {"a":"x\ny"} record-split@1:1-8', 'record {"b":1}']],
    ['between members', '{"a":1,\n"b":2}\n', ['damage {"a":1,\n"b":2} record-split@1:1-8']],
    [
      'pretty-printed',
      '{\n  "a": 1\n}\n{"b":1}\n',
      ['damage {\n  "a": 1\n} record-split@1:1-2', 'record {"b":1}'],
    ],
    ['with an empty line inside', '{"a":"x\n\ny"}\n', ['damage {"a":"x\n\ny"} record-split@1:1-8']],
    ['with CR LF', '{"a":"x\r\ny"}\r\n', ['damage {"a":"x\r\ny"} record-split@1:1-8', 'note crlf@1:8-8']],
    [
      'after a sound record on the line',
      '{"z":0}{"a":"x\ny"}\n',
      ['record {"z":0}', 'damage {"a":"x\ny"} record-split@1:8-15'],
    ],
    [
      'the last record, without a line feed',
      '{"a":"x\ny"}',
      ['damage {"a":"x\ny"} record-split@1:1-8', 'note no-final-newline@2:4-4'],
    ],
    ['near miss: an escaped line feed', '{"a":"x\\ny"}\n', ['record {"a":"x\\ny"}']],
  ]);

  table('record-torn: a fragment inside the file', [
    ['in a string', '{"a":"x\n{"a":1}\n', ['damage {"a":"x record-torn@1:1-8', 'record {"a":1}']],
    ['before a value', '{"a":\n{"a":1}\n', ['damage {"a": record-torn@1:1-6', 'record {"a":1}']],
    ['its first byte alone', '{\n{"a":1}\n', ['damage { record-torn@1:1-2', 'record {"a":1}']],
    ['in an escape', '{"a":"x\\\n{"a":1}\n', ['damage {"a":"x\\ record-torn@1:1-9', 'record {"a":1}']],
    [
      'in a \\u escape',
      '{"a":"x\\u00\n{"a":1}\n',
      ['damage {"a":"x\\u00 record-torn@1:1-12', 'record {"a":1}'],
    ],
    ['in a word', '{"a":tr\n{"a":1}\n', ['damage {"a":tr record-torn@1:1-8', 'record {"a":1}']],
    [
      'in a character',
      raw('{"a":"x\\xf0\\x9f\\x98\n{"a":1}\n'),
      ['damage {"a":"x\ufffd record-torn@1:1-9', 'record {"a":1}'],
    ],
    [
      'twice',
      '{"a":"x\n{"a":"y\n{"a":1}\n',
      ['damage {"a":"x record-torn@1:1-8', 'damage {"a":"y record-torn@2:1-8', 'record {"a":1}'],
    ],
    [
      'the next record right after it',
      '{"a":"x{"a":1}\n{"a":2}\n',
      ['damage {"a":"x record-torn@1:1-8', 'record {"a":1}', 'record {"a":2}'],
    ],
    [
      'the next two right after it',
      '{"a":"x{"a":1}{"a":2}\n',
      ['damage {"a":"x record-torn@1:1-8', 'record {"a":1}', 'record {"a":2} records-glued@1:15-16'],
    ],
    [
      'the next right after it, the one after that torn',
      '{"a":"x{"a":1}{"a":\n',
      ['damage {"a":"x record-torn@1:1-8', 'record {"a":1}', 'damage {"a": record-torn(last)@1:15-20'],
    ],
    [
      'before a value, and the next record is not its value',
      '{"a":\n{"a":1}\n}\n',
      ['damage {"a": record-torn@1:1-6', 'record {"a":1}', 'damage } json-invalid(value-expected)@3:1-2'],
    ],
    [
      'before a value, the next record right after it',
      '{"a":[{"a":1}\n',
      ['damage {"a":[ record-torn@1:1-7', 'record {"a":1}'],
    ],
    [
      'before a value, the next right after it',
      '{"a":1,"b":{"a":2,"b":3}\n{"a":4,"b":5}\n',
      ['damage {"a":1,"b": record-torn@1:1-12', 'record {"a":2,"b":3}', 'record {"a":4,"b":5}'],
    ],
    [
      'after an object inside it that begins like it',
      '{"a":1,"b":{"a":2,"c":3}\n{"a":4,"b":5}\n',
      ['damage {"a":1,"b":{"a":2,"c":3} record-torn@1:1-25', 'record {"a":4,"b":5}'],
    ],
    [
      'columns after non-ASCII text',
      '{"a":"é😀{"a":x,"a":NaN}\n{"a":"é😀{"a":NaN}\n',
      [
        'damage {"a":"é😀{"a":x,"a":NaN} json-invalid(comma-or-end-expected)@1:12-13',
        'damage {"a":"é😀 record-torn@2:1-10',
        'record {"a":NaN} json-invalid(non-finite-number)@2:15-18',
      ],
    ],
    [
      'in a character, the next record right after it',
      raw('{"a":"\\xc3{"a":1}\n'),
      ['damage {"a":"\ufffd record-torn@1:1-8', 'record {"a":1}'],
    ],
    [
      'an open value that swallows other records',
      '{"a":[\n{"b":1}\n{"b":2}\n{"a":3}\n',
      ['damage {"a":[ record-torn@1:1-7', 'record {"b":1}', 'record {"b":2}', 'record {"a":3}'],
    ],
  ]);

  table('record-torn: the last record', [
    ['cut', '{"a":1}\n{"a":"x', ['record {"a":1}', 'damage {"a":"x record-torn(last)@2:1-8']],
    [
      'cut, then a line feed',
      '{"a":1}\n{"a":"x\n',
      ['record {"a":1}', 'damage {"a":"x record-torn(last)@2:1-8'],
    ],
    [
      'cut in a character',
      raw('{"a":1}\n{"a":"\\xe2\\x82'),
      ['record {"a":1}', 'damage {"a":"\ufffd record-torn(last)@2:1-8'],
    ],
    ['cut in the only line', '{"a":', ['damage {"a": record-torn(last)@1:1-6']],
    [
      'cut with a blank line after it',
      '{"a":\n\n',
      ['damage {"a": record-torn(last)@1:1-6', 'note blank-line@2:1-1'],
    ],
    [
      'two cut, a blank line after them',
      '{"a":\n{"a":1,"b\n\n',
      [
        'damage {"a": record-torn@1:1-6',
        'damage {"a":1,"b record-torn(last)@2:1-10',
        'note blank-line@3:1-1',
      ],
    ],
    [
      'two cut, the second with a line feed',
      '{"a":\n{"a":1,"b\n',
      ['damage {"a": record-torn@1:1-6', 'damage {"a":1,"b record-torn(last)@2:1-10'],
    ],
    [
      'what follows an unfinished one is read',
      '{"a":[\n{"b":1}',
      ['damage {"a":[ record-torn@1:1-7', 'record {"b":1}', 'note no-final-newline@2:8-8'],
    ],
    [
      'near miss: whole, without a line feed',
      '{"a":1}\n{"a":"x"}',
      ['record {"a":1}', 'record {"a":"x"}', 'note no-final-newline@2:10-10'],
    ],
  ]);

  table('nul-bytes', [
    ['before a record', '\0\0{"a":1}\n', ['record {"a":1} nul-bytes@1:1-3']],
    ['before a record, after a space', ' \0\0 {"a":1}\n', ['record {"a":1} nul-bytes@1:2-4']],
    ['after a record', '{"a":1}\0\0\n', ['record {"a":1} nul-bytes@1:8-10']],
    [
      'after a record, at the end of the file',
      '{"a":1}\0\0',
      ['record {"a":1} nul-bytes@1:8-10', 'note no-final-newline@1:10-10'],
    ],
    ['inside a record', '{"a":"x\0\0y"}\n', ['damage {"a":"x\0\0y"} nul-bytes@1:8-10']],
    [
      'a line of them',
      '{"a":1}\n\0\0\0\n{"a":2}\n',
      ['record {"a":1}', 'damage \0\0\0 nul-bytes@2:1-4', 'record {"a":2}'],
    ],
    ['the end of the file', '{"a":1}\n\0\0\0', ['record {"a":1}', 'damage \0\0\0 nul-bytes@2:1-4']],
    [
      'in place of a line feed: both are read',
      '{"a":1}\0\0{"a":2}\n',
      ['record {"a":1} nul-bytes@1:8-10', 'record {"a":2}'],
    ],
    [
      'after a torn record, the next one after them',
      '{"a":"x\0\0{"a":2}\n',
      ['damage {"a":"x\0\0 nul-bytes@1:8-10', 'record {"a":2}'],
    ],
    [
      'in place of a line feed, then none at all',
      '{"a":1}{"a":2}\0{"a":3}{"a":4}\n',
      [
        'record {"a":1}',
        'record {"a":2} nul-bytes@1:15-16 records-glued@1:8-9',
        'record {"a":3}',
        'record {"a":4}',
      ],
    ],
    ['near miss: escaped', '{"a":"\\u0000"}\n', ['record {"a":"\\u0000"}']],
  ]);

  table('utf8-invalid', [
    ['a stray byte', raw('{"a":"é\\xff"}\n'), ['record {"a":"é\ufffd"} utf8-invalid@1:8-9']],
    [
      'a surrogate as bytes',
      raw('{"a":"\\xed\\xa0\\x80"}\n'),
      ['record {"a":"\ufffd\ufffd\ufffd"} utf8-invalid@1:7-8'],
    ],
    ['an overlong form', raw('{"a":"\\xc0\\xaf"}\n'), ['record {"a":"\ufffd\ufffd"} utf8-invalid@1:7-8']],
    ['outside a string', raw('{"a":\\xff}\n'), ['damage {"a":\ufffd} utf8-invalid@1:6-7']],
    [
      'a character cut short by more text',
      raw('{"a":"\\xe2\\x82","b":x}\n'),
      ['damage {"a":"\ufffd","b":x} utf8-invalid@1:7-8'],
    ],
    ['near miss: an escape that is no text', '{"a":"\\ud800"}\n', ['record {"a":"\\ud800"}']],
  ]);

  it('reads what it can of a damaged record', () => {
    const salvaged = (text: string) => stretches(text).flatMap((stretch) => stretch.salvaged);
    assert.deepEqual(salvaged('{"a":1,"b":"x","c":'), ['a', 'b']);
    assert.deepEqual(salvaged('{"a":1,"b":"x\n{"a":1}\n'), ['a']);
    assert.deepEqual(salvaged('{"a":1,"b":"x{"a":1,"b":2}\n'), ['a'], 'nothing of the record after it');
    assert.deepEqual(salvaged('{"a":{"z":[1,2'), ['a']);
  });

  it('keeps a fragment back for 200 lines at most', () => {
    const held = (lines: number) =>
      stretches(`{"a":"${'\nx'.repeat(lines)}"}\n`).map(({ violations }) => violations[0]?.code);
    assert.deepEqual(held(200), ['record-split']);
    assert.equal(held(201)[0], 'record-torn');
  });

  it('keeps a fragment back for 256 KB at most', () => {
    const held = (size: number) =>
      stretches(`{"a":"\n${'x'.repeat(size)}"}\n`).map(({ violations }) => violations[0]?.code);
    assert.deepEqual(held(256 * 1024 - 8), ['record-split']);
    assert.equal(held(256 * 1024)[0], 'record-torn');
  });

  it('reads 100,000 levels of nesting', () => {
    const depth = 100_000;
    assert.equal(stretches(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}\n`)[0]?.kind, 'record');
    assert.equal(stretches(`{"a":${'['.repeat(depth)}\n`)[0]?.violations[0]?.code, 'record-torn');
  });

  it('stays linear on hostile lines', () => {
    const started = performance.now();
    stretches(`{"a":x${'{"a":1'.repeat(50_000)}\n`);
    stretches('{"a":1}'.repeat(50_000));
    stretches(bytesOf('{"a":[\n'.repeat(2000)));
    assert.ok(performance.now() - started < 5000);
  });
});
