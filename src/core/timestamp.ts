// RFC 3339 date-times (section 5.6): checked for shape and calendar, and compared as instants.

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** True for an RFC 3339 date-time with an existing day, time and offset (leap seconds included). */
export function isRfc3339(text: string): boolean {
  return instantOf(text) !== undefined;
}

/**
 * The instant as milliseconds since 1970 (fractions kept), or undefined when the text is no RFC 3339 date-time.
 * A leap second counts as the first instant of the next minute.
 */
export function instantOf(text: string): number | undefined {
  const [year, month, day] = [digits(text, 0, 4), digits(text, 5, 2), digits(text, 8, 2)];
  const [hour, minute, second] = [digits(text, 11, 2), digits(text, 14, 2), digits(text, 17, 2)];
  if (year < 0 || hour < 0 || minute < 0 || second < 0) return undefined;
  if (text[4] !== '-' || text[7] !== '-' || text[13] !== ':' || text[16] !== ':') return undefined;
  if (text[10] !== 'T' && text[10] !== 't' && text[10] !== ' ') return undefined;
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 60) return undefined;

  let at = 19;
  if (text[at] === '.') {
    at += 1;
    while (isDigit(text, at)) at += 1;
    if (at === 20) return undefined;
  }
  const fraction = at > 19 ? Number(`0${text.slice(19, at)}`) * 1000 : 0;
  const offset = offsetMinutes(text, at);
  if (offset === undefined) return undefined;
  const minutes = (daysSince1970(year, month, day) * 24 + hour) * 60 + minute - offset;
  return (minutes * 60 + second) * 1000 + fraction;
}

/** Minutes east of UTC that the rest of the text names, undefined when it names none. */
function offsetMinutes(text: string, at: number): number | undefined {
  const sign = text[at];
  if (sign === 'Z' || sign === 'z') return text.length === at + 1 ? 0 : undefined;
  if ((sign !== '+' && sign !== '-') || text.length !== at + 6 || text[at + 3] !== ':') return undefined;
  const [hours, minutes] = [digits(text, at + 1, 2), digits(text, at + 4, 2)];
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return undefined;
  return (hours * 60 + minutes) * (sign === '-' ? -1 : 1);
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}

/** The number that `count` digits at `from` spell, or -1. */
function digits(text: string, from: number, count: number): number {
  let value = 0;
  for (let at = from; at < from + count; at++) {
    if (!isDigit(text, at)) return -1;
    value = value * 10 + text.charCodeAt(at) - 0x30;
  }
  return value;
}

function daysIn(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && leap ? 29 : (DAYS[month - 1] ?? 0);
}

/** Days from 1970-01-01 in the proleptic Gregorian calendar: years from March, in cycles of 400 years. */
function daysSince1970(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const cycle = Math.floor(y / 400);
  const yearOfCycle = y - cycle * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfCycle =
    yearOfCycle * 365 + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100) + dayOfYear;
  return cycle * 146097 + dayOfCycle - 719468;
}
