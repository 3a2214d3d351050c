import { jsonTokens } from './jsonTokens.ts';
import { manyLines } from './text.ts';

/** Longer texts are shown without colours: tens of thousands of spans cost more than they tell. */
const COLOURED_CHARACTERS = 200_000;
const CHUNK_LINES = 100;
const CHUNK_CHARACTERS = 60_000;
/** For the height of a chunk that was never laid out. */
const LINE_PIXELS = 18;
const WRAP_CHARACTERS = 80;

/**
 * Cuts a text into pieces of whole lines. Only a line longer than `most` is cut inside, and only where `most` is
 * finite. Joined with line feeds (none inside a cut line) the pieces are the text.
 */
export function* textChunks(text: string, lines: number, most: number): Generator<string> {
  let start = 0;
  while (start <= text.length) {
    let end = start;
    for (let taken = 0; taken < lines; taken++) {
      const feed = text.indexOf('\n', taken === 0 ? start : end + 1);
      const lineEnd = feed === -1 ? text.length : feed;
      if (taken > 0 && lineEnd - start > most) break;
      end = lineEnd;
      if (feed === -1) break;
    }
    let from = start;
    for (; end - from > most; from += most) yield text.slice(from, from + most);
    yield text.slice(from, end);
    start = end + 1;
  }
}

/**
 * The text of a record as nodes: text in spans, nothing parsed as markup. It is cut into blocks that the browser
 * lays out only as they come into view, so that a text of many megabytes opens at once.
 */
export function recordText(text: string): HTMLElement[] {
  const coloured = text.length <= COLOURED_CHARACTERS;
  const blocks: HTMLElement[] = [];
  for (const chunk of textChunks(text, CHUNK_LINES, coloured ? COLOURED_CHARACTERS : CHUNK_CHARACTERS)) {
    const block = document.createElement('div');
    block.className = 'text-block';
    block.style.setProperty('contain-intrinsic-block-size', `auto ${expectedHeight(chunk)}px`);
    if (coloured) block.append(...colouredNodes(chunk));
    else block.textContent = manyLines(chunk);
    blocks.push(block);
  }
  return blocks;
}

function expectedHeight(chunk: string): number {
  return Math.max(chunk.split('\n').length, Math.ceil(chunk.length / WRAP_CHARACTERS)) * LINE_PIXELS;
}

function* colouredNodes(chunk: string): Generator<Node> {
  for (const token of jsonTokens(chunk)) {
    const text = document.createTextNode(manyLines(token.text));
    if (token.kind === 'plain') {
      yield text;
      continue;
    }
    const span = document.createElement('span');
    span.className = `json-${token.kind}`;
    span.append(text);
    yield span;
  }
}
