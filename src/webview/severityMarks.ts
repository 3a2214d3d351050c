import { html, type TemplateResult } from 'lit';
import type { Severity } from '../core/severity.ts';

/** Worst first: the order of badges and of words. */
export const SEVERITIES = ['error', 'warning', 'information'] as const satisfies readonly Severity[];

const MARKS: Readonly<Record<Severity, { codicon: string; singular: string; plural: string }>> = {
  error: { codicon: 'error', singular: 'error', plural: 'errors' },
  warning: { codicon: 'warning', singular: 'warning', plural: 'warnings' },
  information: { codicon: 'info', singular: 'information', plural: 'informations' },
};

/** The mark of a severity: its own shape besides its colour. Its words stand in what surrounds it. */
export function severityMark(severity: Severity): TemplateResult {
  return html`<span
    class="codicon codicon-${MARKS[severity].codicon} severity-${severity}"
    aria-hidden="true"
  ></span>`;
}

/** The name of a severity after a number. */
export function severityNoun(severity: Severity, number: number): string {
  return number === 1 ? MARKS[severity].singular : MARKS[severity].plural;
}
