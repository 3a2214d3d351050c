// Every name that package.json and the code must agree on, once. A unit test compares the two.

/** View type of the custom editor. */
export const EDITOR_ID = 'sessionJournal.editor';

/** The view container in the activity bar. */
export const CONTAINER_ID = 'sessionJournal';

export const VIEWS = {
  replay: 'sessionJournal.replay',
} as const;

export const COMMANDS = {
  replayToHere: 'sessionJournal.replayToHere',
  branchFromHere: 'sessionJournal.branchFromHere',
  revealEvent: 'sessionJournal.revealEvent',
  nextProblem: 'sessionJournal.nextProblem',
  previousProblem: 'sessionJournal.previousProblem',
  copyFingerprint: 'sessionJournal.copyFingerprint',
  openAsText: 'sessionJournal.openAsText',
  openAsJournal: 'sessionJournal.openAsJournal',
  appendObservation: 'sessionJournal.appendObservation',
  followBranch: 'sessionJournal.followBranch',
  followAgentBranch: 'sessionJournal.followAgentBranch',
  openRecent: 'sessionJournal.openRecent',
} as const;

export type CommandId = (typeof COMMANDS)[keyof typeof COMMANDS];

/** Context keys that `when` clauses read. */
export const CONTEXT_KEYS = {
  /** True while the Replay view has a journal to show. */
  active: 'sessionJournal.active',
  /** Paths of the text files that were recognised as journals. */
  recognised: 'sessionJournal.recognised',
} as const;

export const SETTINGS = {
  /** Offer to open a recognised file in our editor. */
  offerToOpen: 'sessionJournal.offerToOpen',
  /** Let the editor append observations to journals. */
  allowAppend: 'sessionJournal.allowAppend',
  /** More folders that agents keep sessions in. */
  sessionFolders: 'sessionJournal.sessionFolders',
} as const;

/** What a tree item or a page region is, for the menus. */
export const SECTIONS = {
  /** `webviewSection` of a row in the editor page. */
  pageEvent: 'event',
  /** `viewItem` of a tree item that stands for an event. */
  treeEvent: 'event',
  /** `viewItem` of a record on a branch that is not followed. */
  treeAbandoned: 'abandoned',
  /** `viewItem` of the fingerprint. */
  treeFingerprint: 'fingerprint',
} as const;
