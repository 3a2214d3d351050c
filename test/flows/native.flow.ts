// The logs that agents write themselves, opened from where they lie: what is replayed, what is not, and how to go elsewhere.
import assert from 'node:assert/strict';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { temporaryFolder } from '../host/temporary.mjs';
import { zstdFrame } from '../support/zstd.ts';
import {
  closeWindow,
  eventually,
  inputBox,
  openContextMenu,
  openNotifications,
  restHand,
  stepByStep,
  chooseFromMenu,
} from './gestures.ts';
import { Journal, oneLine } from './journal.ts';
import {
  CLAUDE_ID,
  CODEX_NAME,
  claudeLog,
  claudeSubagentLog,
  codexLog,
  PI_NAME,
  piLog,
  piMore,
} from '../support/agentLogs.ts';
import { openWorkbench, screenshotOnFailure, type Workbench } from './workbench.ts';

const CODEX = `.codex/sessions/2026/09/14/${CODEX_NAME}`;
const CLAUDE = `.claude/projects/-home-mira-shop/${CLAUDE_ID}.jsonl`;
const SUBAGENT = `.claude/projects/-home-mira-shop/${CLAUDE_ID}/subagents/agent-abc123.jsonl`;
const PI = `.pi/agent/sessions/--home-mira-shop--/${PI_NAME}`;
const COLD =
  '.codex/sessions/2026/08/01/rollout-2026-08-01T00-00-00-01a22718-56f5-73f0-a82f-000000000009.jsonl.zst';

/** A home folder with the sessions of three agents. */
async function home(): Promise<string> {
  const folder = temporaryFolder('journal-home-');
  const put = async (path: string, content: string | Uint8Array) => {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), content);
  };
  await put(CODEX, codexLog());
  await put(CLAUDE, claudeLog());
  await put(SUBAGENT, claudeSubagentLog());
  await put(PI, piLog());
  await put(COLD, zstdFrame(Buffer.from(codexLog())));
  await put('.reasonix/sessions/notes.jsonl', '');
  await put('.reasonix/sessions/notes.events.jsonl', piLog());
  await put('elsewhere/session.jsonl', claudeLog());
  return folder;
}

describe('the logs of agents', () => {
  let workbench: Workbench;
  let journal: Journal;
  let folder: string;
  before(async () => {
    folder = await home();
    workbench = await openWorkbench({
      folder,
      viewport: { width: 1400, height: 800 },
      settings: {
        'sessionJournal.sessionFolders': [folder],
        'workbench.colorTheme': 'Default Dark Modern',
        'explorer.compactFolders': false,
        'explorer.autoReveal': false,
      },
    });
    journal = new Journal(workbench);
  });
  after(() => closeWindow(workbench));
  stepByStep();
  screenshotOnFailure(() => workbench);

  const shot = (name: string) => workbench.screenshot(`native ${name}`);
  const open = (path: string) => workbench.quickOpen(basename(path));

  it('opens a Codex session from its folder, with what it says of itself', async () => {
    await open(CODEX);
    await journal.whenShown();
    await shot('1 codex');
    assert.deepEqual(
      [await journal.fact('Agent'), await journal.fact('Records'), await journal.fact('Tokens')],
      [
        'Codex 0.98.0 legacy-envelope',
        '15 9 replayed · 3 folded · 2 abandoned · 1 unknown',
        '1,470 1,400 in · 70 out',
      ],
    );
  });

  it('lists each record as what it stands for', async () => {
    const rows = await Promise.all([0, 3, 7].map((row) => journal.columns(row)));
    assert.deepEqual(
      rows.map(({ sequence, type, summary }) => [sequence, type, summary]),
      [
        ['0', 'session.start', '/home/mira/shop'],
        ['2', 'tool.request', 'shell(command: [rg, pageCount])'],
        ['–', 'unknown record', 'weather_report · sky: clear'],
      ],
    );
  });

  it('shows what was rolled back, and does not replay it', async () => {
    await journal.row(10).click();
    await journal.page.locator('.row.cursor.status-abandoned').waitFor();
    assert.match((await journal.columns(10))['summary'] ?? '', /^Of course, I begin/);
    assert.match(oneLine(await journal.row(10).innerText()), /abandoned branch/);
    await shot('2 rolled back');
    await journal.page.getByText('Follow This Branch').click();
    await eventually(async () => {
      const said = await (await openNotifications(workbench.page)).allInnerTexts();
      assert.match(said.join(' '), /There is no branch to follow here/);
    });
    await workbench.runCommand('Notifications: Clear All Notifications');
  });

  it('opens a Claude Code session with its subagent, which is a click away', async () => {
    await open(CLAUDE);
    await journal.whenShown();
    await eventually(async () => assert.equal(await journal.fact('Related'), 'subagent abc123'));
    assert.equal(await journal.fact('Records'), '7 6 replayed · 1 abandoned');
    await journal.row(4).click();
    await journal.details.getByText('Replayed as').waitFor();
    await shot('3 claude');
    assert.match(
      oneLine(await journal.details.locator('.stands-for').innerText()),
      /#4 .*Running them now.*#5 tool\.request/,
    );
    await journal.page.getByText('abc123').click();
    await workbench.tab('agent-abc123.jsonl').waitFor();
    await eventually(async () =>
      assert.match(oneLine(await journal.row(0).innerText()), /Look for the tests/),
    );
  });

  it('opens a Pi session, and replays an abandoned branch when asked', async () => {
    await open(PI);
    await journal.whenShown();
    await journal.showReplay();
    await journal.row(4).click();
    await journal.replayShows('Abandoned branch: not replayed: state of #1');
    await shot('4 pi');
    await openContextMenu(workbench.page, journal.row(4));
    await chooseFromMenu(workbench.page, 'Follow This Branch');
    await journal.banner.getByText('You follow a branch that the agent has left.').waitFor();
    await eventually(async () => assert.match((await journal.columns(4))['sequence'] ?? '', /^4$/));
    await journal.replayShows('Blue as well.: #4');
    await shot('5 pi other branch');
    await journal.banner.getByText('Follow the Agent’s Branch').click();
    await journal.banner.waitFor({ state: 'hidden' });
    await eventually(async () => assert.match((await journal.columns(7))['sequence'] ?? '', /^4$/));
  });

  it('reads on when the session goes on', async () => {
    await appendFile(join(folder, PI), piMore());
    await eventually(async () => assert.match(oneLine(await journal.row(8).innerText()), /One more thing/));
    assert.match(await journal.fact('Records'), /^9 /);
  });

  it('unpacks a cold session', async () => {
    await open(COLD);
    await journal.whenShown();
    assert.match(await journal.fact('Agent'), /^Codex/);
    assert.equal(await journal.page.getByText('Open as Text').count(), 0);
    await shot('6 cold');
  });

  it('leads from an empty log to the one that holds the session', async () => {
    await open('notes.jsonl');
    await journal.noticeSays(/^The session is in another file/);
    await shot('7 sibling');
    await journal.notice.getByText('Open notes.events.jsonl').click();
    await workbench.tab('notes.events.jsonl').waitFor();
    await journal.whenShown();
  });

  it('offers to open a session that lies elsewhere', async () => {
    await open('elsewhere/session.jsonl');
    const offer = await eventually(async () => {
      const told = await openNotifications(workbench.page);
      const found = told.filter({ hasText: 'is the journal of an agent session' });
      assert.equal(await found.count(), 1);
      return found;
    });
    await offer.getByText('Open as Session Journal').click();
    await journal.whenShown();
    assert.match(await journal.fact('Agent'), /^Claude Code/);
  });

  it('lists the recent sessions', async () => {
    const { page } = workbench;
    await restHand(page);
    await workbench.runCommand('Session Journal: Open Recent Agent Session…');
    const rows = page.locator('.quick-input-list .monaco-list-row');
    await page.locator('.quick-input-widget input[placeholder*="newest first"]').waitFor();
    await shot('8 recent');
    const texts = (await rows.allInnerTexts()).map(oneLine);
    assert.ok(
      texts.some((text) =>
        /^Why is the last page .*\?Codex · (just now|\d+ minutes? ago) \/home\/mira\/shop · 3 KB$/.test(text),
      ),
      texts.join('\n'),
    );
    await inputBox(page).fill('colours');
    await rows.filter({ hasText: 'Name the colours of the shop.' }).first().click();
    await workbench.tab(PI_NAME).waitFor();
  });

  it('fits a narrow window', async () => {
    const { page } = workbench;
    await journal.row(4).click();
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    await page.setViewportSize({ width: 880, height: 700 });
    await journal.row(2).click();
    await shot('9 narrow');
    const header = await journal.page.locator('.header').boundingBox();
    assert.ok(header !== null && header.height < 110, `the header is ${header?.height ?? 0} px high`);
  });
});
