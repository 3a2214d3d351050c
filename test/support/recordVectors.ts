// Writes test/fixtures/canonical.json: what a live python3 says of 300 random documents.
// Run: node --import tsx test/support/recordVectors.ts

import fc from 'fast-check';
import * as fs from 'node:fs';
import { jsonText } from './jsonText.ts';
import { askPython } from './python.ts';

const texts = fc
  .sample(jsonText, { numRuns: 2000, seed: 7 })
  .filter((text) => text.length > 10 && text.length < 500);
const kept = texts.slice(0, 300);
const canonical = askPython('canonical(text)', kept);
fs.writeFileSync(
  'test/fixtures/canonical.json',
  `[\n${kept.map((text, i) => JSON.stringify([text, canonical[i]])).join(',\n')}\n]\n`,
);
