import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { openKernel } from '../../src/core/kernel.ts';
import { loadKernel } from '../../src/node/kernel.ts';
import { temporaryFolder } from '../support/cli.ts';
import { kernelModule } from '../support/kernel.ts';

/** A module of nothing: the eight bytes that every module begins with. */
const EMPTY = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

describe('loading the kernel', () => {
  const folder = temporaryFolder();

  it('that the build puts beside the bundles', () => {
    kernelModule();
    const place = ['dist', 'test-results/bundles'].find((name) => fs.existsSync(`${name}/kernel.wasm`));
    const module = loadKernel(place);
    assert.ok(module);
    const [first, second] = [openKernel(module), openKernel(module)];
    assert.notEqual(first.memory.buffer, second.memory.buffer, 'each has memory of its own');
    assert.ok(first.inputSize() >= 1 << 20);
  });

  const without: readonly (readonly [name: string, content: string | null])[] = [
    ['is not there', null],
    ['is empty', ''],
    ['is something else', '{"trace_version":"0.1.0"}'],
    ['is cut', Buffer.from(EMPTY.subarray(0, 6)).toString('latin1')],
  ];
  for (const [name, content] of without)
    it(`that ${name}: there is none, and nothing is thrown`, () => {
      const place = folder.path(name.replaceAll(' ', '-'));
      fs.mkdirSync(place);
      if (content !== null) fs.writeFileSync(`${place}/kernel.wasm`, content, 'latin1');
      assert.equal(loadKernel(place), undefined);
    });

  it('another module is refused when it is opened', () => {
    assert.throws(() => openKernel(new WebAssembly.Module(EMPTY)), TypeError);
  });
});
