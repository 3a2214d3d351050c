import type { PageState } from '../protocol.ts';

/** Which page is shown: the journal, or a calm page instead of it. */
export type View = 'journal' | 'reading' | 'empty' | 'unknown' | 'frames' | 'failed';

/** Chooses the page. Rows that could be read are always shown, whatever else went wrong. */
export function viewOf({ snapshot }: PageState): View {
  if (snapshot.format === 'unknown' && snapshot.state.kind === 'ready') return 'unknown';
  if (snapshot.format === 'frames' && snapshot.state.kind === 'ready') return 'frames';
  if (snapshot.rows > 0) return 'journal';
  if (snapshot.state.kind === 'failed') return 'failed';
  return snapshot.state.kind === 'reading' ? 'reading' : 'empty';
}
