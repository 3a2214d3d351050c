import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { COMMANDS, CONTAINER_ID, CONTEXT_KEYS, EDITOR_ID, SETTINGS, VIEWS } from '../../src/extension/ids.ts';

const entry = z.object({ command: z.string(), when: z.string() });
const manifestShape = z.object({
  activationEvents: z.array(z.string()),
  icon: z.string(),
  contributes: z.object({
    customEditors: z.array(
      z.object({
        viewType: z.string(),
        priority: z.string(),
        selector: z.array(z.object({ filenamePattern: z.string() })),
      }),
    ),
    configurationDefaults: z.record(z.string(), z.record(z.string(), z.string())),
    configuration: z.object({ properties: z.record(z.string(), z.unknown()) }),
    commands: z.array(z.object({ command: z.string(), title: z.string(), category: z.string() })),
    viewsContainers: z.object({ activitybar: z.array(z.object({ id: z.string(), icon: z.string() })) }),
    views: z.record(z.string(), z.array(z.object({ id: z.string() }))),
    viewsWelcome: z.array(z.object({ view: z.string(), contents: z.string(), when: z.string() })),
    menus: z.record(z.string(), z.array(entry)),
    keybindings: z.array(entry.extend({ key: z.string() })),
    walkthroughs: z.array(
      z.object({
        steps: z.array(
          z.object({
            description: z.string(),
            media: z.object({ svg: z.string() }),
            completionEvents: z.array(z.string()),
          }),
        ),
      }),
    ),
  }),
});

const root = new URL('../../', import.meta.url);
const text = readFileSync(new URL('package.json', root), 'utf8');
const manifest = manifestShape.parse(JSON.parse(text));
const { contributes } = manifest;
const ours = new Set<string>(Object.values(COMMANDS));
const views = new Set<string>(Object.values(VIEWS));

describe('package.json', () => {
  it('contributes exactly the commands of the code, each with the category', () => {
    assert.deepEqual(new Set(contributes.commands.map(({ command }) => command)), ours);
    assert.deepEqual(
      new Set(contributes.commands.map(({ category }) => category)),
      new Set(['Session Journal']),
    );
  });

  it('says for every command when the palette shows it', () => {
    const inPalette = contributes.menus['commandPalette']?.map(({ command }) => command);
    assert.deepEqual(new Set(inPalette), ours);
    assert.equal(inPalette?.length, ours.size);
  });

  it('uses only our commands in menus and keybindings', () => {
    const used = [...Object.values(contributes.menus).flat(), ...contributes.keybindings].map(
      ({ command }) => command,
    );
    assert.deepEqual(
      used.filter((command) => !ours.has(command)),
      [],
    );
  });

  it('binds keys only where a journal has the focus, and takes none from trees, panels and inputs', () => {
    const active = `activeCustomEditorId == '${EDITOR_ID}'`;
    const focused = `${active} && !sideBarFocus && !auxiliaryBarFocus && !panelFocus && !inputFocus`;
    // The line menu of a journal opened as text shows these keys, so there they must mean the same: they would
    // insert a line otherwise.
    const asText =
      'editorTextFocus && resourceExtname == .jsonl && resourcePath in sessionJournal.recognised';
    for (const key of new Set(contributes.keybindings.map((binding) => binding.key))) {
      const expected = key.endsWith('f8') ? [active] : key.endsWith('enter') ? [focused, asText] : [focused];
      const whens = contributes.keybindings.filter((binding) => binding.key === key).map(({ when }) => when);
      assert.deepEqual(whens, expected, key);
    }
  });

  it('has the editor of the code, as an option, with its default associations', () => {
    assert.deepEqual(
      contributes.customEditors.map(({ viewType, priority, selector }) => [
        viewType,
        priority,
        selector.map(({ filenamePattern }) => filenamePattern),
      ]),
      [[EDITOR_ID, 'option', ['*.jsonl', '*.jsonl.zst', 'events.frames']]],
    );
    const defaults = contributes.configurationDefaults;
    assert.equal(defaults['workbench.editorAssociations']?.['*.trace.jsonl'], EDITOR_ID);
    // What git shows of another time is no file on disk.
    assert.equal(defaults['workbench.editorAssociations']['git:/**/*.trace.jsonl'], 'default');
    assert.equal(defaults['workbench.diffEditorAssociations']?.['*.trace.jsonl'], 'default');
  });

  it('opens what lies in the folders of agents, and compares it as text', () => {
    const { 'workbench.editorAssociations': editors = {}, 'workbench.diffEditorAssociations': diffs = {} } =
      contributes.configurationDefaults;
    for (const folder of [
      '.codex/sessions',
      '.codex/archived_sessions',
      '.claude/projects',
      '.pi/agent/sessions',
      '.reasonix',
    ]) {
      const logs = `**/${folder}/**/*.jsonl`;
      assert.deepEqual(
        [editors[logs], editors[`git:/${logs}`], diffs[logs]],
        [EDITOR_ID, 'default', 'default'],
      );
    }
    assert.equal(editors['**/.codex/sessions/**/*.jsonl.zst'], EDITOR_ID);
  });

  it('has the views, the container and the settings of the code', () => {
    assert.deepEqual(
      contributes.viewsContainers.activitybar.map(({ id }) => id),
      [CONTAINER_ID],
    );
    assert.deepEqual(new Set(contributes.views[CONTAINER_ID]?.map(({ id }) => id)), views);
    assert.deepEqual(
      contributes.viewsWelcome.filter(({ view }) => !views.has(view)),
      [],
    );
    assert.deepEqual(Object.keys(contributes.configuration.properties), Object.values(SETTINGS));
  });

  it('names nothing of ours that the code does not know', () => {
    const known = new Set<string>([
      EDITOR_ID,
      ...ours,
      ...views,
      ...Object.values(CONTEXT_KEYS),
      ...Object.values(SETTINGS),
    ]);
    const named = text.match(/sessionJournal\.\w+/g) ?? [];
    assert.deepEqual(
      named.filter((name) => !known.has(name)),
      [],
    );
  });

  it('starts only when a JSON Lines file is opened, beside what VS Code derives', () => {
    assert.deepEqual(manifest.activationEvents, ['onLanguage:jsonl']);
  });

  it('names icons and media that are there', async () => {
    const files = [
      manifest.icon,
      ...contributes.viewsContainers.activitybar.map(({ icon }) => icon),
      ...contributes.walkthroughs.flatMap(({ steps }) => steps.map(({ media }) => media.svg)),
    ];
    for (const file of files) assert.ok((await stat(new URL(file, root))).isFile(), file);
  });
});
