// How numbers, sizes and times are written on the page.

/** The language of the page's own words. */
const LANGUAGE = 'en';

/** A count with its digits grouped: 1,000,000. */
export function count(value: number): string {
  return value.toLocaleString(LANGUAGE);
}

/** A count and its noun: `1 event`, `2 events`. */
export function counted(value: number, singular: string, plural = `${singular}s`): string {
  return `${count(value)} ${value === 1 ? singular : plural}`;
}

const UNITS = ['KB', 'MB', 'GB', 'TB'] as const;

/** A size as VS Code writes it, in units of 1,024: `812 bytes`, `1.5 KB`, `38 MB`. */
export function size(bytes: number): string {
  if (bytes < 1024) return counted(bytes, 'byte');
  let value = bytes / 1024;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = value < 10 ? 1 : 0;
  return `${value.toLocaleString(LANGUAGE, { maximumFractionDigits: digits })} ${UNITS[unit] ?? ''}`;
}

const RFC_3339 = /^\d{4}-\d\d-\d\d[Tt ](\d\d:\d\d:\d\d)(\.\d{1,3})?/;

/**
 * The clock part of a recorded time, to the millisecond, in the recorded zone: rows are compared with each other and
 * with the text of the file, so nothing is converted. A text that is no RFC 3339 time is given back as it is.
 */
export function clockTime(timestamp: string): string {
  const parts = RFC_3339.exec(timestamp);
  return parts ? `${parts[1] ?? ''}${parts[2] ?? ''}` : timestamp;
}
