// What every command has in common: how it is called, what it explains, and the three exit codes.

import assert from 'node:assert/strict';
import { cli, run, temporaryFolder } from '../support/cli.ts';
import { bundle } from '../support/built.ts';
import { journal, textOf } from '../support/journal.ts';

const COMMANDS = [
  'validate',
  'replay',
  'fingerprint',
  'branch',
  'verify-branch',
  'verify',
  'append',
  'checkpoint',
];

describe('the command line', () => {
  it('without a command explains itself and exits 2', () => {
    const { code, out, err } = cli([]);
    assert.deepEqual({ code, out }, { code: 2, out: '' });
    for (const command of COMMANDS) assert.ok(err.includes(`\n  ${command} `), command);
  });

  it('--help teaches: commands, exit codes, examples', () => {
    const { code, out, err } = cli(['--help']);
    assert.deepEqual({ code, err }, { code: 0, err: '' });
    for (const command of COMMANDS) assert.ok(out.includes(`\n  ${command} `), command);
    assert.match(out, /Exit codes: 0 .*, 1 .*, 2 /);
    assert.match(out, /Examples:\n {2}session-journal validate /);
  });

  it('--version prints the version of the package', () => {
    assert.deepEqual(cli(['--version']), { code: 0, out: '0.1.0\n', err: '' });
  });

  for (const command of COMMANDS) {
    it(`${command} --help explains its arguments`, () => {
      const { code, out } = cli([command, '--help']);
      assert.equal(code, 0);
      assert.ok(out.startsWith(`Usage: session-journal ${command} `));
      assert.match(out, /\nArguments:\n/);
    });
  }
});

describe('what cannot be used: exit code 2, one line on standard error, nothing on standard output', () => {
  const folder = temporaryFolder();
  const at = (name: string) => folder.path(name);
  before(() => folder.write('good.jsonl', textOf(journal('start user:hi stop'))));

  const calls: readonly (readonly [name: string, args: () => readonly string[], message: RegExp])[] = [
    ['unknown command', () => ['nonsense'], /unknown command 'nonsense'/],
    ['unknown option', () => ['validate', '--nope', at('good.jsonl')], /unknown option '--nope'/],
    ['no file', () => ['validate'], /missing required argument 'file'/],
    ['too many files', () => ['replay', at('good.jsonl'), at('good.jsonl')], /too many arguments/],
    [
      'unknown format',
      () => ['validate', at('good.jsonl'), '--format', 'yaml'],
      /Allowed choices are text, json, sarif/,
    ],
    [
      'replay has no sarif',
      () => ['replay', at('good.jsonl'), '--format', 'sarif'],
      /Allowed choices are text, json/,
    ],
    ['no value', () => ['replay', at('good.jsonl'), '--until'], /argument missing/],
    ...['x', '-1', '1.5', '1e3', '', ' 1', '0x1', '99999999999999999999'].map(
      (value) =>
        [
          `a sequence like ${JSON.stringify(value)}`,
          () => ['replay', at('good.jsonl'), `--until=${value}`],
          /an integer from 0/,
        ] as const,
    ),
    [
      'branch without --at',
      () => ['branch', at('good.jsonl'), '--id', 'b'],
      /required option '--at <sequence>'/,
    ],
    ['branch without --id', () => ['branch', at('good.jsonl'), '--at', '1'], /required option '--id <id>'/],
    ['verify with one file', () => ['verify', at('good.jsonl')], /missing required argument 'fresh'/],
    [
      'validate: a missing file',
      () => ['validate', at('missing.jsonl')],
      /missing\.jsonl: The file does not exist/,
    ],
    [
      'replay: a missing file',
      () => ['replay', at('missing.jsonl')],
      /missing\.jsonl: The file does not exist/,
    ],
    ['fingerprint: a missing file', () => ['fingerprint', at('missing.jsonl')], /The file does not exist/],
    [
      'branch: a missing file',
      () => ['branch', at('missing.jsonl'), '--at', '0', '--id', 'b'],
      /The file does not exist/,
    ],
    [
      'verify: a missing golden',
      () => ['verify', at('missing.jsonl'), at('good.jsonl')],
      /The file does not exist/,
    ],
    [
      'verify: a missing fresh',
      () => ['verify', at('good.jsonl'), at('missing.jsonl')],
      /The file does not exist/,
    ],
    ['verify-branch: a missing record', () => ['verify-branch', at('missing.json')], /missing\.json: ENOENT/],
    ['replay: a folder', () => ['replay', at('.')], /This is a folder or a device/],
    [
      'replay: beyond the end',
      () => ['replay', at('good.jsonl'), '--until', '3'],
      /sequence 3 is outside the journal, which ends at 2/,
    ],
    [
      'fingerprint: beyond the end',
      () => ['fingerprint', at('good.jsonl'), '--until', '3'],
      /sequence 3 is outside the journal/,
    ],
    [
      'branch: beyond the end',
      () => ['branch', at('good.jsonl'), '--at', '3', '--id', 'b'],
      /sequence 3 is outside the journal/,
    ],
  ];
  for (const [name, args, message] of calls) {
    it(name, () => {
      const { code, out, err } = cli(args());
      assert.deepEqual({ code, out }, { code: 2, out: '' });
      assert.match(err, message);
      assert.doesNotMatch(err, /\n {4}at /, 'no stack');
    });
  }

  it('a file without read permission', function () {
    const isRoot = process.getuid?.() === 0;
    if (process.platform === 'win32') this.skip();
    const file = folder.write('secret.jsonl', 'x');
    run('chmod', ['755', folder.path()]);
    run('chmod', ['000', file]);
    // Root may read everything, so another user asks; where the project itself is closed to others, nobody can.
    const nobody = isRoot ? { uid: 65534 } : {};
    if (
      run(process.execPath, ['-e', `require('fs').readFileSync(${JSON.stringify(bundle('cli.js'))})`], nobody)
        .code !== 0
    )
      this.skip();
    const { code, out, err } = cli(['validate', file], nobody);
    assert.deepEqual({ code, out }, { code: 2, out: '' });
    assert.match(err, /no permission to read/);
  });
});
