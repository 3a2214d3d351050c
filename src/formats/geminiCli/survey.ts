// The first pass over a Gemini CLI session.

import type { Found } from '../../core/check.ts';
import { NUMBER, OBJECT, STRING } from '../../core/json/tape.ts';
import { isJsonObject, type JsonObject } from '../../core/json/value.ts';
import type { JsonRecord } from '../../core/record.ts';
import { FiguresList } from '../figures.ts';
import { GivenPlan, type TurnState } from '../givenPlan.ts';
import { beginsWith, objectsIn, objectTokens, textMember } from '../lenient.ts';
import type { LogIdentity, NativeEvent, RowStatus, Survey } from '../native.ts';
import { WHOLE, type Look } from '../passages.ts';
import { RowStatuses } from '../rowStatuses.ts';
import { Conversation, type Source, type State } from './conversation.ts';
import { messageEvents, removalEvents, rewindEvents, startEvents, tokenFigures } from './events.ts';
import { changesIn, idsIn, patched } from './patch.ts';
import { FINISHED, HOST_STARTS } from './records.ts';

/** A message as it stands, and the patches of it in the order in which they came. */
interface Version {
  readonly source: Source;
  readonly changes: readonly Source[];
}

const SHOWN_ONLY: ReadonlySet<string> = new Set(['info', 'warning']);
const TOLD: ReadonlySet<string> = new Set(['user', 'gemini', 'error']);

export class GeminiSurvey implements Survey {
  readonly #statuses = new RowStatuses();
  readonly #conversation = new Conversation();
  #sessionId: string | undefined;
  #headerRow = -1;
  #model: string | undefined;

  accept(row: number, record: JsonRecord): void {
    this.#statuses.push(this.#acceptKind(row, record));
  }

  damaged(): void {
    this.#statuses.push('damaged');
  }

  end(): { readonly plan: GivenPlan; readonly found: readonly Found[] } {
    const statuses = this.#statuses.copy();
    const [replies, abandoned] = [new FiguresList(), new FiguresList()];
    const found: Found[] = [];
    /** Where the living messages of a row have their newest state. */
    const sources = new Map<number, Version[]>();
    const lost = new Set<number>();
    for (const { row, state, isAlive } of this.#conversation.slots) {
      if (!isAlive) {
        lost.add(row);
        if (state.usage !== undefined) abandoned.push(row, state.usage);
        continue;
      }
      const ofRow = sources.get(row);
      const version = versionOf(state);
      if (ofRow === undefined) sources.set(row, [version]);
      else ofRow.push(version);
      if (state.usage !== undefined) replies.push(row, state.usage);
      for (const { call, at } of state.openCalls) {
        found.push({ row: state.source.row, violation: { code: 'tool-request-unanswered', call, at } });
      }
    }
    for (const row of lost) {
      if (!sources.has(row) && row !== this.#headerRow) statuses.set(row, 'abandoned');
    }
    const plan = new GivenPlan({
      format: 'gemini-cli',
      identity: this.#identity(),
      statuses,
      usage: replies.sum(() => true),
      abandonedUsage: abandoned.sum(() => true),
      turn: this.#conversation.turn(),
      events: (row, _line, value, read, look) => eventsOf(row, value, sources.get(row), read, look),
    });
    return { plan, found };
  }

  #acceptKind(row: number, record: JsonRecord): RowStatus {
    if (record.member('$rewindTo') > 0) {
      this.#conversation.rewind(textMember(record, '$rewindTo') ?? '');
      return 'active';
    }
    const id = textMember(record, 'id');
    if (id !== undefined) return this.#acceptMessage(row, record, id);
    const patch = record.member('$patch');
    if (patch > 0 && record.tape.kindAt(patch) === OBJECT) return this.#acceptPatch(row, record, patch);
    const set = record.member('$set');
    if (set > 0) {
      this.#sessionId = textMember(record, 'sessionId', set) ?? this.#sessionId;
      return this.#acceptCheckpoint(row, record, record.member('messages', set)) ? 'active' : 'folded';
    }
    const sessionId = textMember(record, 'sessionId');
    if (sessionId === undefined) return 'unknown';
    this.#sessionId ??= sessionId;
    this.#acceptCheckpoint(row, record, record.member('messages'));
    if (this.#headerRow >= 0) return 'folded';
    this.#headerRow = row;
    return 'active';
  }

  #acceptMessage(row: number, record: JsonRecord, id: string): RowStatus {
    const type = textMember(record, 'type') ?? '';
    const isNew = this.#conversation.put(id, this.#stateOf(record, 0, { row, index: -1 }));
    if (!isNew || SHOWN_ONLY.has(type)) return 'folded';
    return TOLD.has(type) ? 'active' : 'unknown';
  }

  #acceptPatch(row: number, record: JsonRecord, patch: number): RowStatus {
    for (const { id, keys, source } of changesIn(record, patch, row)) {
      this.#conversation.change(id, keys, source);
    }
    const removes = this.#conversation.remove(idsIn(record, 'removeIds', patch));
    const order = idsIn(record, 'orderIds', patch);
    if (order.length > 0) this.#conversation.reorder(order);
    return removes ? 'active' : 'folded';
  }

  /** True when the checkpoint holds a message that no record told of. */
  #acceptCheckpoint(row: number, record: JsonRecord, list: number): boolean {
    if (list < 0) return false;
    const messages = objectTokens(record, list).flatMap((token, index) => {
      const id = textMember(record, 'id', token);
      return id === undefined ? [] : [[id, this.#stateOf(record, token, { row, index })] as const];
    });
    return messages.length > 0 && this.#conversation.replace(messages);
  }

  #stateOf(record: JsonRecord, message: number, source: Source): State {
    const type = textMember(record, 'type', message);
    const state = { source, usage: undefined, openCalls: NONE, changes: undefined };
    if (type === 'user')
      return { ...state, turn: isInput(record, record.member('content', message)) ? 'open' : 'none' };
    if (type === 'error') return { ...state, turn: 'error' };
    if (type !== 'gemini') return { ...state, turn: 'none' };
    this.#model = textMember(record, 'model', message) ?? this.#model;
    const tokens = record.member('tokens', message);
    const usage =
      tokens > 0 && record.tape.kindAt(tokens) === OBJECT
        ? tokenFigures((name = '') => {
            const figure = record.member(name, tokens);
            return figure > 0 && record.tape.kindAt(figure) === NUMBER ? record.number(figure) : undefined;
          })
        : undefined;
    const calls = objectTokens(record, record.member('toolCalls', message));
    const openCalls = calls.flatMap((call) => {
      const token = record.member('id', call);
      const isFinished = FINISHED.has(textMember(record, 'status', call) ?? '');
      if (isFinished || token < 0 || record.tape.kindAt(token) !== STRING) return [];
      return [{ call: record.string(token), at: record.placeOf(token) }];
    });
    const turn: TurnState = calls.length > 0 ? 'open' : 'completed';
    return { source, usage, openCalls: openCalls.length > 0 ? openCalls : NONE, turn, changes: undefined };
  }

  #identity(): LogIdentity {
    const sessionId = this.#sessionId ?? null;
    return {
      generation: 'jsonl',
      agentVersion: null,
      sessionId,
      runId: sessionId,
      cwd: null,
      model: this.#model ?? null,
      links: [],
    };
  }
}

/** One list for all that have nothing in it: a log has many messages. */
const NONE: readonly never[] = [];

function versionOf({ source, changes }: State): Version {
  if (changes === undefined) return { source, changes: NONE };
  const ordered = Array.from(new Set(changes.values()));
  return { source, changes: ordered.sort((a, b) => a.row - b.row || a.index - b.index) };
}

/** True for what a user wrote: neither a text of the program nor results that are given back to the model. */
function isInput(record: JsonRecord, content: number): boolean {
  const parts = content < 0 ? [] : objectTokens(record, content);
  const texts = [content, ...parts.map((part) => record.member('text', part))];
  if (texts.some((token) => HOST_STARTS.some((start) => beginsWith(record, token, start)))) return false;
  return parts.length === 0 || !parts.every((part) => record.member('functionResponse', part) > 0);
}

function eventsOf(
  row: number,
  value: JsonObject,
  sources: readonly Version[] | undefined,
  read: (row: number) => JsonObject | undefined,
  look: Look = WHOLE,
): readonly NativeEvent[] {
  if (Object.hasOwn(value, '$rewindTo')) return rewindEvents(value['$rewindTo']);
  if (typeof value['id'] !== 'string' && Object.hasOwn(value, '$patch')) return removalEvents(value);
  const events = typeof value['id'] === 'string' ? [] : startEvents(value);
  // An update, or a message that is gone, is shown as it stands.
  if (sources === undefined) return typeof value['id'] === 'string' ? messageEvents(value, look) : events;
  for (const { source, changes } of sources) {
    const record = source.row === row ? value : read(source.row);
    const message = record === undefined ? undefined : messageAt(record, source.index);
    if (message === undefined) continue;
    const newest = changes.reduce((told, at) => patched(told, read(at.row), at.index), message);
    events.push(...messageEvents(newest, look));
  }
  return events;
}

function messageAt(record: JsonObject, index: number): JsonObject | undefined {
  if (index < 0) return record;
  const set = record['$set'];
  return objectsIn((isJsonObject(set) ? set : record)['messages'])[index];
}
