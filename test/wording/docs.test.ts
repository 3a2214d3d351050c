// What the pages say exists: commands, options, scripts and files.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { cli } from '../support/cli.ts';

const README = fs.readFileSync('README.md', 'utf8');
const PAGES = [
  'README.md',
  'CHANGELOG.md',
  ...fs.readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
]
  .filter((name) => name.endsWith('.md'))
  .map((name) => [name, fs.readFileSync(name, 'utf8')] as const);

const manifest: unknown = JSON.parse(fs.readFileSync('package.json', 'utf8'));
assert.ok(typeof manifest === 'object' && manifest !== null && 'scripts' in manifest);
const scripts = Object.keys(manifest.scripts ?? {});

describe('the commands of README.md', () => {
  const commands = [...README.matchAll(/^node dist\/cli\.js (\S+)([^#\n]*)/gm)];

  it('are those that there are', () => {
    const listed = [...cli(['--help']).out.matchAll(/^ {2}([a-z-]+) .*[<[]/gm)].map(([, name]) => name);
    const taught = new Set(commands.map(([, name]) => name));
    assert.deepEqual([...taught].sort(), listed.filter((name) => name !== 'help').sort());
  });

  for (const [line, command = '', rest = ''] of commands) {
    it(line.trim(), () => {
      const { code, out } = cli([command, '--help']);
      assert.equal(code, 0);
      for (const [option] of rest.matchAll(/--[a-z-]+/g)) assert.ok(out.includes(`  ${option} `), option);
    });
  }
});

for (const [name, text] of PAGES) {
  describe(name, () => {
    it('names scripts that there are', () => {
      const named = [...text.matchAll(/npm (?:run )?([a-z][a-z:]*)/g)].map(([, script]) => script ?? '');
      const missing = named.filter(
        (script) => !scripts.includes(script) && !['registry', 'install', 'ci'].includes(script),
      );
      assert.deepEqual(missing, []);
    });

    it('names files that there are', () => {
      const named = [...text.matchAll(/`((?:src|test|docs|media|samples)\/[\w./-]+)`/g)].map(
        ([, file]) => file ?? '',
      );
      assert.deepEqual(
        named.filter((file) => !fs.existsSync(file)),
        [],
      );
    });

    it('links to pages that there are', () => {
      const folder = name.includes('/') ? name.slice(0, name.lastIndexOf('/') + 1) : '';
      const linked = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(
        ([, target]) => `${folder}${target ?? ''}`,
      );
      assert.deepEqual(
        linked.filter((file) => !fs.existsSync(file)),
        [],
      );
    });
  });
}
