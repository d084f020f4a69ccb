/** `+4d`, `-7d`, `+12h`, `+30m`: a moment counted from now (Spec 4.7). */
const RELATIVE = /^([+-])(\d{1,6})\s*([dhm])$/
const UNIT_MS = { d: 86_400_000, h: 3_600_000, m: 60_000 } as const

/** A day, or a day and a time; without an offset it is UTC, as the times of all answers are. */
const ABSOLUTE =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:\s?([Zz]|[+-]\d{2}:?\d{2}))?)?$/

/** The wording of the two forms for a caller. */
export const TIME_FORMS = 'an ISO 8601 time, or relative to now such as `+4d`, `-7d`, `+12h` or `+30m`'

const unitOf = (text: string | undefined): keyof typeof UNIT_MS => (text === 'd' || text === 'h' ? text : 'm')

/** A time as callers write it, or null for an invalid one: 31 February, the 25th hour, a bare number. */
export function readTime(text: string, now: Date): Date | null {
  const trimmed = text.trim()
  const relative = RELATIVE.exec(trimmed)
  if (relative !== null) {
    const span = Number(relative[2]) * UNIT_MS[unitOf(relative[3])]
    return inReach(new Date(now.getTime() + (relative[1] === '-' ? -span : span)))
  }
  return readAbsolute(trimmed)
}

function readAbsolute(text: string): Date | null {
  const parts = ABSOLUTE.exec(text)
  if (parts === null) return null
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00', offset = 'Z'] = parts
  if (!isDay(Number(year), Number(month), Number(day))) return null
  const fraction = /\.\d{1,9}/.exec(text)?.[0].slice(0, 4) ?? ''
  const zone = offset.toUpperCase() === 'Z' ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(-2)}`
  return inReach(new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}${zone}`))
}

/** `new Date` reads 31 February as 3 March. */
function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** Years that both PostgreSQL and four digits can represent. */
function inReach(time: Date): Date | null {
  const year = time.getUTCFullYear()
  return Number.isNaN(year) || year < 1 || year > 9999 ? null : time
}
