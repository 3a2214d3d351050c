// @ts-check
// The floor: read the file, and JSON.parse each line. What a viewer does that keeps no promise at all. Prints its peak
// memory as JSON.
import { openSync, readSync } from 'node:fs';

const LF = 10;

const file = openSync(process.argv[2] ?? '', 'r');
const chunk = Buffer.alloc(1 << 20);
/** Pieces of a line that has not ended yet. @type {Buffer[]} */
let pieces = [];
for (let count = readSync(file, chunk); count > 0; count = readSync(file, chunk)) {
  const bytes = chunk.subarray(0, count);
  let from = 0;
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, from)) {
    if (pieces.length === 0) JSON.parse(bytes.toString('utf8', from, at));
    else JSON.parse(Buffer.concat([...pieces, bytes.subarray(from, at)]).toString());
    pieces = [];
    from = at + 1;
  }
  if (from < count) pieces.push(Buffer.from(bytes.subarray(from)));
}
console.log(JSON.stringify({ megabytes: (process.resourceUsage().maxRSS * 1024) / 1e6 }));
