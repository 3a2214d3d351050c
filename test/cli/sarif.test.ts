import type { ValidateFunction } from 'ajv';
import { default as Ajv } from 'ajv-draft-04';
import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { readJournal } from '../../src/cli/readJournal.ts';
import { sarifLog } from '../../src/cli/sarif.ts';
import { fileReport } from '../../src/cli/shapes.ts';
import { memorySource } from '../../src/engine/byteSource.ts';

/** The published schema of SARIF 2.1.0, as a package carries it. */
const SCHEMA = 'node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json';

function validator(): ValidateFunction {
  const schema: unknown = JSON.parse(fs.readFileSync(SCHEMA, 'utf8'));
  assert.ok(typeof schema === 'object' && schema !== null);
  return new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema);
}

function logOf(...files: readonly string[]) {
  return sarifLog(files.map((file) => fileReport(file, readJournal(memorySource(fs.readFileSync(file))))));
}

const BROKEN = 'samples/broken.trace.jsonl';

describe('validate --format sarif', () => {
  it('fits the published schema, whatever is found', () => {
    const validate = validator();
    const log: unknown = JSON.parse(JSON.stringify(logOf(BROKEN, 'samples/session.trace.jsonl')));
    assert.ok(validate(log), JSON.stringify(validate.errors?.slice(0, 3)));
  });

  it('is held against a schema that can refuse', () => {
    const text = JSON.stringify(logOf(BROKEN)).replace('"level":"error"', '"level":"fatal"');
    assert.equal(validator()(JSON.parse(text)), false);
  });

  it('carries every violation with its exact range, level and related place', () => {
    const [run] = logOf(BROKEN).runs;
    assert.equal(run?.columnKind, 'utf16CodeUnits');
    assert.equal(run.results.length, readJournal(memorySource(fs.readFileSync(BROKEN))).violations.length);
    const retry = run.results.find(({ ruleId }) => ruleId === 'event-id-retry');
    assert.equal(retry?.level, 'warning');
    assert.deepEqual(retry.locations[0]?.physicalLocation, {
      artifactLocation: { uri: BROKEN },
      region: { startLine: 8, startColumn: 37, endLine: 8, endColumn: 46 },
    });
    assert.equal(retry.relatedLocations?.[0]?.physicalLocation.region.startLine, 7);
  });

  it('escapes what a URI cannot hold', () => {
    const report = fileReport('a b/ü#1.jsonl', readJournal(memorySource(fs.readFileSync(BROKEN))));
    const [result] = sarifLog([report]).runs[0]?.results ?? [];
    assert.equal(result?.locations[0]?.physicalLocation.artifactLocation.uri, 'a%20b/%C3%BC%231.jsonl');
  });
});
