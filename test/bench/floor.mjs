// @ts-check
// The floor: read the file, and JSON.parse each line. What a viewer does that keeps no promise at all.
import { openSync, readSync } from 'node:fs';

const file = openSync(process.argv[2] ?? '', 'r');
const chunk = Buffer.alloc(1 << 20);
let rest = Buffer.alloc(0);
let lines = 0;
for (let count = readSync(file, chunk); count > 0; count = readSync(file, chunk)) {
  const bytes =
    rest.length === 0 ? chunk.subarray(0, count) : Buffer.concat([rest, chunk.subarray(0, count)]);
  let from = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, from)) {
    JSON.parse(bytes.toString('utf8', from, at));
    lines += 1;
    from = at + 1;
  }
  rest = Buffer.from(bytes.subarray(from));
}
console.log(lines);
