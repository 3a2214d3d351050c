import * as vscode from 'vscode';
import * as z from 'zod';

/** The commit that the files stood at, and whether they differed from it. */
export interface GitState {
  readonly head: string;
  readonly dirty: boolean;
}

// The little of the built-in git extension's API that is read; checked, for it is another extension's.
const REPOSITORY = z.object({
  state: z.object({
    HEAD: z.object({ commit: z.string().optional() }).optional(),
    indexChanges: z.array(z.unknown()),
    workingTreeChanges: z.array(z.unknown()),
  }),
});

interface GitExtension {
  getAPI(version: 1): { getRepository(uri: vscode.Uri): unknown };
}

/** The git state around a file, as far as VS Code already knows it; undefined outside a repository. */
export function gitStateAt(uri: vscode.Uri): GitState | undefined {
  const git = vscode.extensions.getExtension<GitExtension>('vscode.git');
  if (!git?.isActive) return undefined;
  try {
    const repository = REPOSITORY.safeParse(git.exports.getAPI(1).getRepository(uri)).data;
    const head = repository?.state.HEAD?.commit;
    if (!repository || head === undefined) return undefined;
    const { indexChanges, workingTreeChanges } = repository.state;
    return { head, dirty: indexChanges.length + workingTreeChanges.length > 0 };
  } catch {
    return undefined; // git is disabled by a setting
  }
}
