import { isJsonObject, type JsonValue } from '../json/value.ts';
import type { TraceEvent } from '../schema.ts';
import type { Reducer } from './reducer.ts';

/** Path → sequences of the events that show the file as changed, each once. */
export type ChangedFiles = Map<string, number[]>;

/** Tools whose name says that they change the file they are given. A shell's effects cannot be told from the log. */
const CHANGES_FILES =
  /(^|[_\-.])(write|edit|replace|patch|create|delete|remove|move|rename|append)([_\-.]|$)/i;

/** The files that the log shows as changed, in the order of their first change. What it does not show is not here. */
export const changedFiles: Reducer<ChangedFiles> = {
  name: 'changed-files',
  version: 1,
  initial: () => new Map(),
  apply(files, event) {
    for (const path of pathsOf(event)) {
      const sequences = files.get(path);
      if (sequences === undefined) files.set(path, [event.sequence]);
      else if (sequences.at(-1) !== event.sequence) sequences.push(event.sequence);
    }
  },
};

function pathsOf({ type, payload }: TraceEvent): string[] {
  if (type === 'file.patch') return strings(payload['path']);
  if (type === 'checkpoint.rollback') return strings(payload['restored_paths']);
  if (type !== 'tool.result' || payload['ok'] === false) return [];
  const { tool, result } = payload;
  if (typeof tool !== 'string' || !CHANGES_FILES.test(tool) || !isJsonObject(result)) return [];
  return [...strings(result['path']), ...strings(result['paths'])];
}

function strings(value: JsonValue | undefined): string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.filter((item) => typeof item === 'string');
}
