// What the header says of an agent's own log beside what every journal has.

import { html, nothing, type TemplateResult } from 'lit';
import type { AgentLog, ShownRelated, TokenFigures } from '../protocol.ts';
import { count } from './figures.ts';
import { oneLine } from './text.ts';

/** Related logs that are named before the rest is counted. */
const NAMED = 3;

/** The agent and its version, and which of its formats it is. */
export function agentName({ label, generation, agentVersion }: AgentLog): TemplateResult {
  const name = oneLine([label, agentVersion ?? ''].filter((part) => part !== '').join(' '));
  const format = oneLine(generation);
  return html`<span class="clipped value" title=${name}>${name}</span>
    <span class="clipped value dim" title="Format ${format}">${format}</span>`;
}

/** How many records there are, and what became of them. */
export function recordCounts(agent: AgentLog): TemplateResult {
  const parts = [
    [agent.active, 'replayed'],
    [agent.folded, 'folded'],
    [agent.abandoned, 'abandoned'],
    [agent.unknown, 'unknown'],
    [agent.skipped, 'damaged'],
  ] as const;
  const told = parts.filter(([number, word]) => number > 0 || word === 'replayed');
  return html`<span class="number">${count(agent.records)}</span>
    <span class="dim number">${told.map(([number, word]) => `${count(number)} ${word}`).join(' · ')}</span>`;
}

/** Tokens of the session's own replies; those that a fork brought along, and of branches that were left, stand apart. */
export function tokenCounts({ usage, inheritedUsage, abandonedUsage }: AgentLog): TemplateResult {
  const cost = usage.cost !== null && usage.cost > 0 ? ` · $${usage.cost.toFixed(4)}` : '';
  return html`<span class="number" title=${figures(usage)}>${count(usage.total)}</span>
    <span class="dim number" title=${figures(usage)}
      >${`${count(usage.input)} in · ${count(usage.output)} out${cost}`}</span
    >${apart(inheritedUsage, 'inherited')}${apart(abandonedUsage, 'abandoned')}`;
}

/** Tokens that are no part of the total, by what became of their replies. */
function apart(usage: TokenFigures, word: string): TemplateResult | typeof nothing {
  return usage.total === 0
    ? nothing
    : html` <span class="dim number" title=${figures(usage)}>${`· ${count(usage.total)} ${word}`}</span>`;
}

function figures({ input, output, cacheRead, cacheWrite, total }: TokenFigures): string {
  return `${count(total)} tokens: input ${count(input)}, output ${count(output)}, cache read ${count(cacheRead)}, cache write ${count(cacheWrite)}`;
}

/** Logs that this one belongs with; those that are there can be opened. */
export function relatedLinks(
  related: readonly ShownRelated[],
  actions: { openRelated(index: number): void },
): TemplateResult {
  const rest = related.length - NAMED;
  return html`${related.slice(0, NAMED).map(({ relation, name, isThere }, index) => {
    const text = oneLine(name);
    return html`<span class="related-log"
      ><span class="dim">${relation}</span> ${
        isThere
          ? html`<button
              class="link clipped"
              type="button"
              title="Open ${text}"
              @click=${() => actions.openRelated(index)}
            >
              ${text}
            </button>`
          : html`<span class="clipped" title="${text} is not beside this log">${text}</span>
              <span class="dim">not here</span>`
      }</span
    >`;
  })}${rest > 0 ? html`<span class="dim">and ${count(rest)} more</span>` : nothing}`;
}
