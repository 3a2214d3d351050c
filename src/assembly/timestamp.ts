// RFC 3339 date-times in the forms that programs write: `2026-08-10T00:00:05.123456Z` or with an offset in place of Z.

/** The instant read last: milliseconds since 1970, fractions kept. */
export let instant: f64 = 0;

function pair(at: u32): u32 {
  const tens: u32 = <u32>load<u8>(at) - 0x30;
  const ones: u32 = <u32>load<u8>(at + 1) - 0x30;
  return tens < 10 && ones < 10 ? tens * 10 + ones : 255;
}

/** Reads the text `[from, to)`; false where it is of another form, or names no existing second. */
export function readInstant(from: u32, to: u32): bool {
  if (to - from < 20 || to - from > 40) return false;
  const century = pair(from);
  const years = pair(from + 2);
  const month = pair(from + 5);
  const day = pair(from + 8);
  const hour = pair(from + 11);
  const minute = pair(from + 14);
  const second = pair(from + 17);
  if (century == 255 || years == 255 || month - 1 > 11 || day - 1 > 30) return false;
  if (hour > 23 || minute > 59 || second > 59) return false;
  if (load<u8>(from + 4) != 0x2d || load<u8>(from + 7) != 0x2d || load<u8>(from + 10) != 0x54) return false;
  if (load<u8>(from + 13) != 0x3a || load<u8>(from + 16) != 0x3a) return false;
  const year = century * 100 + years;
  if (day > daysIn(year, month)) return false;

  let at = from + 19;
  let fraction: f64 = 0;
  if (load<u8>(at) == 0x2e) {
    at++;
    let digits: u64 = 0;
    let scale: u64 = 1;
    let count: u32 = 0;
    for (let c: u32 = <u32>load<u8>(at) - 0x30; c < 10; c = <u32>load<u8>(++at) - 0x30) {
      if (++count > 9) return false;
      digits = digits * 10 + c;
      scale *= 10;
    }
    if (count == 0) return false;
    fraction = (<f64>digits / <f64>scale) * 1000;
  }
  let offset: i32 = 0;
  const sign: u32 = load<u8>(at);
  if (sign == 0x5a) {
    if (at + 1 != to) return false;
  } else {
    if ((sign != 0x2b && sign != 0x2d) || at + 6 != to || load<u8>(at + 3) != 0x3a) return false;
    const hours = pair(at + 1);
    const minutes = pair(at + 4);
    if (hours > 23 || minutes > 59) return false;
    offset = <i32>(hours * 60 + minutes);
    if (sign == 0x2d) offset = -offset;
  }
  const minutes = (<i64>daysSince1970(year, month, day) * 24 + hour) * 60 + minute - offset;
  instant = <f64>((minutes * 60 + second) * 1000) + fraction;
  return true;
}

function daysIn(year: u32, month: u32): u32 {
  if (month == 2) return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

/** Days from 1970-01-01: years from March, in cycles of 400 years. */
function daysSince1970(year: u32, month: u32, day: u32): i32 {
  const y = <i32>year - (month <= 2 ? 1 : 0);
  const cycle = <i32>Math.floor(<f64>y / 400);
  const yearOfCycle = y - cycle * 400;
  const dayOfYear = <i32>((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1);
  const dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear;
  return cycle * 146097 + dayOfCycle - 719468;
}
