import type { FeedbackReport, FeedbackType } from './report.ts'

/** Spec 3.2. */
export const KNOWN_ISSUE_STATUSES = ['acknowledged', 'planned', 'in_progress', 'fixed', 'wont_fix'] as const
export type KnownIssueStatus = (typeof KNOWN_ISSUE_STATUSES)[number]

/** Which reports belong to an issue: those that match every given member. */
export interface IssueMatcher {
  /** The endpoint as reports name it, in any letter case; null: any. A `*` at its end matches any rest. */
  readonly endpoint: string | null
  /** Empty: any. */
  readonly types: readonly FeedbackType[]
  /** Words or phrases that all occur in the report's text; empty: any. */
  readonly words: readonly string[]
}

export interface KnownIssue {
  readonly id: string
  readonly title: string
  readonly status: KnownIssueStatus
  readonly workaround: string | null
  readonly matcher: IssueMatcher
}

/** A matcher with only types would take every report of a type. */
export const isTelling = ({ endpoint, words }: IssueMatcher): boolean =>
  (endpoint !== null && endpoint !== '*') || words.length > 0

/** The issue that fits the report most narrowly, the first of `issues` among equals; null: none. */
export function matchIssue(report: FeedbackReport, issues: readonly KnownIssue[]): KnownIssue | null {
  const text = textOf(report)
  const endpoint = plainEndpoint(report.endpoint ?? '')
  let best: { issue: KnownIssue; narrowness: number } | null = null
  for (const issue of issues) {
    const { matcher } = issue
    if (
      !isTelling(matcher) ||
      !fitsEndpoint(matcher, endpoint) ||
      !fitsType(matcher, report) ||
      !matcher.words.every((word) => hasWord(word, text))
    )
      continue
    const narrowness =
      (matcher.endpoint === null ? 0 : matcher.endpoint.endsWith('*') ? 1 : 2) +
      matcher.words.length * 2 +
      (matcher.types.length > 0 ? 1 : 0)
    if (best === null || narrowness > best.narrowness) best = { issue, narrowness }
  }
  return best?.issue ?? null
}

const fitsType = ({ types }: IssueMatcher, { type }: FeedbackReport): boolean =>
  types.length === 0 || types.includes(type)

function fitsEndpoint(matcher: IssueMatcher, endpoint: string): boolean {
  if (matcher.endpoint === null) return true
  const wanted = matcher.endpoint.toLowerCase().trim()
  return wanted.endsWith('*') ? endpoint.startsWith(wanted.slice(0, -1)) : endpoint === plainEndpoint(wanted)
}

/** `/v1/run/` and `POST /v1/run?x=1` are `/v1/run`. */
const plainEndpoint = (endpoint: string): string =>
  endpoint
    .toLowerCase()
    .trim()
    .replace(/^(?:get|post|put|patch|delete|head|options) /, '')
    .replace(/[?#].*$/s, '')
    .replace(/(?<=.)\/$/, '')

/** The entire free text of a report, with single spaces. */
const textOf = ({ goal, message, expected = '', suggestion = '', evidence }: FeedbackReport): string =>
  folded([goal, message, expected, suggestion, evidence?.response_excerpt ?? ''].join(' '))

const folded = (text: string): string => text.toLowerCase().normalize('NFKC').replaceAll(/\s+/g, ' ')

/** Matches complete words: `rate` does not occur in `generate`. */
function hasWord(word: string, text: string): boolean {
  const wanted = folded(word).trim()
  if (wanted === '') return true
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (!WORD.test(text.charAt(at - 1)) && !WORD.test(text.charAt(at + wanted.length))) return true
  }
  return false
}
const WORD = /[\p{L}\p{N}_]/u
