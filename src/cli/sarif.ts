// Violations as SARIF 2.1.0, for code scanning and other viewers. Ranges are lines and UTF-16 columns from 1.

import * as path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Severity } from '../core/severity.ts';
import type { FileReport, ViolationJson } from './shapes.ts';
import { VERSION } from './version.ts';

const LEVELS: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
};

/** A SARIF log with one run over all files. */
export function sarifLog(reports: readonly FileReport[]) {
  const codes = [...new Set(reports.flatMap(({ violations }) => violations.map(({ code }) => code)))].sort();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'Session Journal', semanticVersion: VERSION, rules: codes.map((id) => ({ id })) },
        },
        columnKind: 'utf16CodeUnits',
        results: reports.flatMap(({ file, violations }) =>
          violations.map((item) => result(file, item, codes)),
        ),
      },
    ],
  };
}

function result(file: string, violation: ViolationJson, codes: readonly string[]) {
  const { code, severity, message, related, sequence, eventId } = violation;
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: LEVELS[severity],
    message: { text: message },
    locations: [{ physicalLocation: physicalLocation(file, violation) }],
    ...(related && {
      relatedLocations: related.map((item) => ({
        physicalLocation: physicalLocation(file, item),
        message: { text: item.message },
      })),
    }),
    ...((sequence !== undefined || eventId !== undefined) && { properties: { sequence, eventId } }),
  };
}

function physicalLocation(
  file: string,
  { line, column, endColumn }: { line: number; column: number; endColumn: number },
) {
  return {
    artifactLocation: { uri: fileUri(file) },
    region: { startLine: line, startColumn: column, endLine: line, endColumn },
  };
}

/** Relative where the file was named so, so that the log can be moved with its folder. */
function fileUri(file: string): string {
  if (file === '-') return 'stdin';
  if (path.isAbsolute(file)) return pathToFileURL(file).href;
  return file.split(path.sep).map(encodeURIComponent).join('/');
}
