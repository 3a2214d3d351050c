// @ts-check
// The settings of the throw-away profiles: a workbench without greetings, agents, updates or telemetry, so that what
// is on the screen comes from the extension and the folder.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** @type {Readonly<Record<string, unknown>>} */
export const QUIET_SETTINGS = {
  'workbench.startupEditor': 'none',
  'workbench.enableExperiments': false,
  'workbench.tips.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'git.openRepositoryInParentFolders': 'never',
};

/**
 * Writes the user settings of a profile, over whatever it had.
 * @param {string} userDataDir
 * @param {Readonly<Record<string, unknown>>} [settings] added to the quiet ones
 */
export async function writeSettings(userDataDir, settings = {}) {
  const folder = join(userDataDir, 'User');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'settings.json'), JSON.stringify({ ...QUIET_SETTINGS, ...settings }, null, 2));
}
