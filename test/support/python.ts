// Python's word on JSON: many documents in one child process.

import { spawnSync } from 'node:child_process';

/** Reads base64 lines; for each, prints base64 of what the expression gives for the text, or a word of what went wrong. */
const LOOP = (expression: string) => `
import base64, json, sys
if hasattr(sys, 'set_int_max_str_digits'): sys.set_int_max_str_digits(0)
def canonical(text):
    return json.dumps(json.loads(text), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
for line in sys.stdin.buffer:
    text = base64.b64decode(line).decode('utf-8')
    try:
        print(base64.b64encode((${expression}).encode('utf-8')).decode())
    except UnicodeEncodeError:
        print('!surrogate')
    except ValueError:
        print('!invalid')
`;

/** The python3 on the PATH, undefined where there is none. */
export function pythonVersion(): string | undefined {
  const child = spawnSync('python3', ['-c', 'import platform; print(platform.python_version())'], {
    encoding: 'utf8',
  });
  return child.status === 0 ? child.stdout.trim() : undefined;
}

/** Value of a Python expression of \`text\` (with \`canonical\`, \`json\`) for each of the texts. */
export function askPython(expression: string, texts: readonly string[]): string[] {
  const input = texts.map((text) => `${Buffer.from(text).toString('base64')}\n`).join('');
  const child = spawnSync('python3', ['-c', LOOP(expression)], { input, maxBuffer: 1 << 30 });
  if (child.status !== 0) throw new Error(child.stderr.toString());
  const lines = child.stdout.toString().trimEnd().split('\n');
  return lines.map((line) => (line.startsWith('!') ? line : Buffer.from(line, 'base64').toString()));
}
