// @ts-check
// What a run prints: one table per size, a line per figure, each as its ratio to the floor.

const NAME_WIDTH = 52;
const FIGURE_WIDTH = 12;

/** @param {readonly string[]} cells a name and figures */
function line([name = '', ...figures]) {
  const shown = figures.map((figure) => figure.padStart(FIGURE_WIDTH)).join('');
  console.log(`  ${name.padEnd(NAME_WIDTH)}${shown}`);
}

/** @param {string} title */
export function heading(title) {
  console.log('');
  line([title, '', '× floor']);
  console.log(`  ${'─'.repeat(NAME_WIDTH + 2 * FIGURE_WIDTH)}`);
}

/** @param {string} name */
export function part(name) {
  console.log(`  ${name}`);
}

/**
 * A time against the floor's.
 * @param {string} name
 * @param {number | undefined} seconds undefined when there is none
 * @param {number} floor
 */
export function time(name, seconds, floor) {
  if (seconds === undefined || Number.isNaN(seconds)) line([name, 'not here']);
  else line([name, duration(seconds), ratio(seconds / floor)]);
}

/**
 * Memory against the floor's.
 * @param {string} name
 * @param {number} megabytes
 * @param {number} floor
 */
export function memory(name, megabytes, floor) {
  if (Number.isNaN(megabytes)) line([name, 'not here']);
  else line([name, `${megabytes.toFixed(0)} MB`, ratio(megabytes / floor)]);
}

/**
 * Records per second against another figure of the same kind.
 * @param {string} name
 * @param {number} [perSecond]
 * @param {number} [other]
 */
export function rate(name, perSecond = NaN, other = NaN) {
  line([name, `${perSecond.toFixed(0)} /s`, ratio(perSecond / other)]);
}

/**
 * One figure as a multiple of another.
 * @param {string} name
 * @param {number | undefined} figure
 * @param {number | undefined} other
 */
export function times(name, figure = NaN, other = NaN) {
  line([name, Number.isNaN(figure / other) ? 'not here' : `${(figure / other).toFixed(1)} ×`]);
}

/** @param {number} seconds */
function duration(seconds) {
  return seconds < 1 ? `${(seconds * 1000).toFixed(1)} ms` : `${seconds.toFixed(2)} s`;
}

/** @param {number} value */
function ratio(value) {
  return value < 0.01 ? value.toFixed(4) : value.toFixed(2);
}
