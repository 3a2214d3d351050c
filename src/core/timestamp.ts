// RFC 3339 date-times (section 5.6): checked for shape and calendar, and compared as instants.

const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function daysIn(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && leap ? 29 : (DAYS[month - 1] ?? 0);
}

/** True for an RFC 3339 date-time with an existing day, time and offset (leap seconds included). */
export function isRfc3339(text: string): boolean {
  return instantOf(text) !== undefined;
}

/**
 * The instant as milliseconds since 1970 (fractions kept), or undefined when the text is no RFC 3339 date-time.
 * A leap second counts as the first instant of the next minute.
 */
export function instantOf(text: string): number | undefined {
  const match = RFC3339.exec(text);
  if (match === null) return undefined;
  const part = (group: number) => Number(match[group] ?? 0);
  const [year, month, day] = [part(1), part(2), part(3)];
  const [hour, minute, second] = [part(4), part(5), part(6)];
  const [offsetHour, offsetMinute] = [part(9), part(10)];
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  const offset = (offsetHour * 60 + offsetMinute) * (match[8] === '-' ? -1 : 1);
  return date.getTime() - offset * 60_000 + Number(`0.${match[7] ?? 0}`) * 1000;
}
