import type { DateWords, Lexicon } from './lexicon.ts'
import { plain } from './words.ts'

/** An absence of more is not stated as a date; one further away is another date. */
const DAYS_AHEAD_MAX = 400
/** A date without a year that is so recent was a return that is over; an older one is next year's. */
const DAYS_BACK_MAX = 60
/** Between a word as `until` and its date stand a weekday and an article at most. */
const BEFORE_MAX = 48
const BEHIND_MAX = 32
const DAY_MS = 86_400_000

const INCLUDED = /^\W{0,3}(?:inclusive|inkl|einschl|inclus|incluso|compreso|wlacznie|included)/
/** Words between a cue and its date. */
const FILLERS = new Set(
  'the on am den dem der le la el il lo o a ao al dia dzien dnia giorno jour op de van du of at to in ab zum next this kommenden nachsten prossimo proximo early our my office work'.split(
    ' ',
  ),
)

interface Mention {
  readonly start: number
  readonly end: number
  /** Midnight UTC. */
  readonly at: number
  readonly weekday: boolean
  /** `10-31 July`: it is the end of a period. */
  readonly ends: boolean
}

type Kind = 'back' | 'until' | 'through'

/** The date of return that a text states, ISO 8601; null: it states none that is certain. */
export function returnsAt(text: string, { dates }: Lexicon, receivedAt: string): string | null {
  const written = plain(text)
  const now = Date.parse(`${receivedAt.slice(0, 10)}T00:00:00Z`)
  const mentions = mentionsIn(written, dates, now)
  const kinds = mentions.map((mention, index) => kindOf(written, dates, { mention, before: mentions[index - 1] }))
  const opensPeriod = (index: number): boolean =>
    kinds[index] === 'back' && isJoined(written, dates, mentions.slice(index, index + 2))
  const found = mentions
    .map((mention, index) => ({ mention, kind: opensPeriod(index) ? null : (kinds[index] ?? null) }))
    .filter(({ mention: { at } }) => at >= now && at <= now + DAYS_AHEAD_MAX * DAY_MS)
  const best = found.find(({ kind }) => kind === 'back') ?? found.find(({ kind }) => kind !== null)
  if (best === undefined) return null
  return new Date(best.mention.at + (best.kind === 'through' ? DAY_MS : 0)).toISOString().slice(0, 10)
}

/** `vanaf 26 oktober t/m 29 oktober`: the first date begins a period. */
function isJoined(text: string, dates: DateWords, [one, next]: readonly Mention[]): boolean {
  if (one === undefined || next === undefined) return false
  const between = text
    .slice(one.end, next.start)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return [...dates.to, ...dates.through].includes(between)
}

function kindOf(
  text: string,
  dates: DateWords,
  { mention, before }: { mention: Mention; before: Mention | undefined },
): Kind | null {
  const from = Math.max(before?.end ?? 0, mention.start - BEFORE_MAX, text.lastIndexOf('\n', mention.start - 1) + 1)
  const lead = wordsBefore(text.slice(from, mention.start))
  const behind = text.slice(mention.end, mention.end + BEHIND_MAX)
  const near = withoutFillers(lead, dates)
  const ends = (cues: readonly string[]): boolean =>
    cues.some((cue) => lead.endsWith(` ${cue}`) || near.endsWith(` ${cue}`))
  if (ends(dates.through)) return 'through'
  if (ends(dates.until)) return INCLUDED.test(behind) ? 'through' : 'until'
  if (/^[^\p{L}\p{N}]{0,4}(?:まで|迄)/u.test(behind)) return 'until'
  if (dates.back.some((cue) => `${lead} `.includes(` ${cue} `)) || startsBack(behind, dates)) return 'back'
  if (!mention.ends && !endsPeriod(text, dates, { mention, before, near })) return null
  return INCLUDED.test(behind) ? 'through' : 'until'
}

/** A clause of the text in which only words are left: ` i am back`. */
const wordsBefore = (text: string): string =>
  ` ${(text.split(/[.;!?] /).at(-1) ?? '').replace(/[^\p{L}\p{N}]+/gu, ' ').trim()}`

function withoutFillers(lead: string, { weekdays }: DateWords): string {
  const words = lead.split(' ')
  const isFiller = (word: string): boolean => FILLERS.has(word) || weekdays.some((forms) => forms.includes(word))
  while (words.length > 1 && isFiller(words.at(-1) ?? '')) words.pop()
  return words.join(' ')
}

const startsBack = (behind: string, { backBehind }: DateWords): boolean => {
  const clause = behind.split(/[.;!?\n]/, 1)[0] ?? ''
  return backBehind.some((cue) => clause.includes(cue))
}

/** `from 3 to 14 August`: the words between two dates, or between a day and a date, are those of a period. */
function endsPeriod(
  text: string,
  dates: DateWords,
  { mention, before, near }: { mention: Mention; before: Mention | undefined; near: string },
): boolean {
  const between = before === undefined ? '' : text.slice(before.end, mention.start).trim()
  const joined = before !== undefined && between.length <= 20 && /^[-–~〜]$/u.test(between)
  if (joined) return true
  const cue = dates.to.find((one) => near.endsWith(` ${one}`) || between.startsWith(one))
  if (cue === undefined) return false
  return before !== undefined && between.length <= 24
    ? true
    : /\d$/.test(near.slice(0, near.length - cue.length).trim())
}

function mentionsIn(text: string, dates: DateWords, now: number): Mention[] {
  const found = readersOf(dates).flatMap(({ pattern, read }) =>
    [...text.matchAll(pattern)].flatMap((match): Mention[] => {
      const at = read(match, now)
      if (at === null) return []
      const { index } = match
      const ends = match.groups?.['last'] !== undefined
      return [
        { start: index, end: index + match[0].length, at, weekday: match.groups?.['weekday'] !== undefined, ends },
      ]
    }),
  )
  const sorted = found.toSorted((one, other) => one.start - other.start || other.end - one.end)
  return sorted.filter((one, index) => !isPartOfDate(one, sorted, index))
}

/** `Monday 3 March` is one date, and a date may be read in two ways of which the longer counts. */
const isPartOfDate = (one: Mention, sorted: readonly Mention[], index: number): boolean =>
  sorted.some(
    (other, at) =>
      at !== index &&
      ((one.weekday && !other.weekday && other.start >= one.end && other.start - one.end <= 8) ||
        (other.start <= one.start &&
          other.end >= one.end &&
          (other.end - other.start > one.end - one.start || at < index))),
  )

interface DateReader {
  readonly pattern: RegExp
  readonly read: (match: RegExpMatchArray, now: number) => number | null
}

const READERS = new WeakMap<DateWords, readonly DateReader[]>()

function readersOf(dates: DateWords): readonly DateReader[] {
  const known = READERS.get(dates)
  if (known !== undefined) return known
  const made = makeReaders(dates)
  READERS.set(dates, made)
  return made
}

/** Each of them reads a text in linear time: no part of it can match in two ways. */
function makeReaders(dates: DateWords): readonly DateReader[] {
  const months = indexOf(dates.months)
  const weekdays = indexOf(dates.weekdays)
  const monthOf = (match: RegExpMatchArray): number | undefined => months.get(match.groups?.['month'] ?? '')
  const year = '(?:,? {1,2}(?:de |del )?(?<year>\\d{4}))?'
  const readers: DateReader[] = [
    {
      pattern: /(?<![\d/.])(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?!\d)/g,
      read: (match, now) => dateOf(match, numberIn(match, 'month'), now),
    },
    {
      pattern: /(?:(?<year>\d{4})年 ?)?(?<month>\d{1,2})月 ?(?<day>\d{1,2})日/g,
      read: (match, now) => dateOf(match, numberIn(match, 'month'), now),
    },
    {
      pattern: /(?<![\d/.,])(?<first>\d{1,2})(?<by>[./])(?<second>\d{1,2})(?:[./](?<year>\d{4}|\d{2}))?(?![\d/])/g,
      read: (match, now) => digits(match, dates, now),
    },
    { pattern: tomorrow(dates), read: (_, now) => now + DAY_MS },
    {
      pattern: new RegExp(`(?<!\\p{L})(?<weekday>${choice([...weekdays.keys()])})(?!\\p{L})`, 'gu'),
      read: (match, now) => nextWeekday(weekdays.get(match.groups?.['weekday'] ?? ''), now),
    },
  ]
  if (months.size === 0) return readers
  const month = `(?<month>${choice([...months.keys()])})`
  return [
    ...readers,
    {
      pattern: new RegExp(
        `(?<!\\d)(?<day>\\d{1,2})(?:\\.|st|nd|rd|th|er|º|o|e)? ?(?:de |of |del |d )?${month}(?!\\p{L})\\.?${year}`,
        'gu',
      ),
      read: (match, now) => dateOf(match, monthOf(match), now),
    },
    {
      pattern: new RegExp(
        `(?<!\\p{L})${month}\\.? {1,2}(?:the )?(?<day>\\d{1,2})(?:st|nd|rd|th)?(?![\\d:])(?: ?[-–] ?(?<last>\\d{1,2})(?:st|nd|rd|th)?(?!\\d))?${year}`,
        'gu',
      ),
      read: (match, now) => dateOf(match, monthOf(match), now),
    },
  ]
}

const tomorrow = ({ tomorrow: words }: DateWords): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${choice(words)})(?!\\p{L})`, 'gu')

/** Longest first: a short form must not hide a long one. */
const choice = (words: readonly string[]): string =>
  words.length === 0 ? '(?!)' : words.toSorted((one, other) => other.length - one.length).join('|')

const indexOf = (names: readonly (readonly string[])[]): Map<string, number> =>
  new Map(names.flatMap((forms, at) => forms.map((form) => [form, at + 1] as const)))

const numberIn = ({ groups }: RegExpMatchArray, name: string): number | undefined =>
  groups?.[name] === undefined ? undefined : Number(groups[name])

const dateOf = (match: RegExpMatchArray, month: number | undefined, now: number): number | null =>
  midnightOf({ year: numberIn(match, 'year'), month, day: numberIn(match, 'last') ?? numberIn(match, 'day') }, now)

/** `9/8` is refused where both orders are common, unless only one of them is a date. */
function digits(match: RegExpMatchArray, { dayFirst }: DateWords, now: number): number | null {
  const [first, second, year] = [numberIn(match, 'first'), numberIn(match, 'second'), numberIn(match, 'year')]
  if (first === undefined || second === undefined) return null
  const dayMonth = midnightOf({ year, month: second, day: first }, now)
  if (dayFirst === true || match.groups?.['by'] === '.') return dayMonth
  const monthDay = midnightOf({ year, month: first, day: second }, now)
  if (dayMonth === null || monthDay === null || dayMonth === monthDay) return dayMonth ?? monthDay
  return null
}

/** Midnight UTC of a date; without a year, of the next one that is no recent past. */
function midnightOf(
  { year, month, day }: { year: number | undefined; month: number | undefined; day: number | undefined },
  now: number,
): number | null {
  if (month === undefined || day === undefined || month < 1 || month > 12 || day < 1 || day > 31) return null
  const thisYear = new Date(now).getUTCFullYear()
  const full = year === undefined ? thisYear : year < 100 ? 2_000 + year : year
  const one = Date.UTC(full, month - 1, day)
  if (new Date(one).getUTCDate() !== day) return null
  return year === undefined && one < now - DAYS_BACK_MAX * DAY_MS ? Date.UTC(full + 1, month - 1, day) : one
}

/** The next such day, never today. */
function nextWeekday(weekday: number | undefined, now: number): number | null {
  if (weekday === undefined) return null
  const today = new Date(now).getUTCDay() || 7
  return now + (((weekday - today + 6) % 7) + 1) * DAY_MS
}
