import { isExactNumber } from '../json/exact.ts'
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { findAddresses } from './email-addresses.ts'
import { findCards } from './cards.ts'
import { type RedactionMatch, MARKERS, markerOf } from './redaction-match.ts'
import { findNamedSecrets } from './named-secrets.ts'
import { isEncoded, plainText } from './plain-view.ts'
import type { FeedbackReport } from './report.ts'
import { isSecretName } from './secret-names.ts'
import { findTokens, findUrlPasswords } from './tokens.ts'

/** A marker may uncover another match by cutting text off; each round there is less to find. */
const ROUNDS_MAX = 6

/**
 * A text without secrets, card numbers and email addresses (Spec 4.12), each replaced by a marker that names its kind.
 * A redacted text stays unchanged. The time is proportional to the text's length, whatever its content.
 */
export function redactText(text: string): string {
  let before = text
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const after = before
      .split(MARKERS)
      .map((part, index) => (index % 2 === 1 ? part : redactOnce(part)))
      .join('')
    if (after === before) break
    before = after
  }
  return before
}

function redactOnce(text: string): string {
  if (text.length < SHORTEST) return text
  const parts: string[] = []
  let from = 0
  for (const { start, end, what } of merged(findAll(text))) {
    parts.push(text.slice(from, start), markerOf(what))
    from = end
  }
  return parts.join('') + text.slice(from)
}

/** `a@b.co` is the shortest of the searched texts. */
const SHORTEST = 5

function findIn(text: string): RedactionMatch[] {
  const passwords = findUrlPasswords(text)
  // The sign behind a password does not belong to an address: the host is worth keeping.
  const addresses = findAddresses(text, new Set(passwords.map(({ end }) => end)))
  return [...findNamedSecrets(text), ...findTokens(text), ...passwords, ...findCards(text), ...addresses]
}

/** Finds matches in the text as it is, and in the text with its encodings undone. */
function findAll(text: string): RedactionMatch[] {
  if (!isEncoded(text)) return findIn(text)
  const view = plainText(text)
  const hidden = findIn(view.text).map(({ start, end, what }) => ({
    start: view.starts[start] ?? 0,
    end: view.ends[end - 1] ?? text.length,
    what,
  }))
  return [...findIn(text), ...hidden]
}

/** Overlapping matches become one, named after the first. */
function merged(found: readonly RedactionMatch[]): RedactionMatch[] {
  const result: RedactionMatch[] = []
  for (const one of found.toSorted((left, right) => left.start - right.start || right.end - left.end)) {
    const last = result.at(-1)
    if (last !== undefined && one.start < last.end)
      result[result.length - 1] = { ...last, end: Math.max(last.end, one.end) }
    else result.push(one)
  }
  return result
}

/**
 * Redacts every text within a value, however deep, and every value whose name marks it as a secret. Names are redacted
 * too.
 */
export function redactJson(value: Json): Json {
  if (typeof value === 'string') return redactText(value)
  if (typeof value === 'number' || isExactNumber(value)) return redactNumber(value)
  if (Array.isArray(value))
    return value.map((item, index) => (isNamedSecret(value[index - 1]) ? hide(item) : redactJson(item)))
  return isJsonObject(value) ? redactObject(value) : value
}

function redactObject(object: JsonObject): JsonObject {
  // A header as `{name, value}`, as HTTP archives write it, and similar forms.
  const isNamed = ['name', 'key', 'header'].some((member) => isNamedSecret(object[member]))
  const members = Object.entries(object).map(([name, value]): [string, Json] => [
    redactText(name),
    isSecretName(name) || (isNamed && name === 'value') ? hide(value) : redactJson(value),
  ])
  return Object.fromEntries(members)
}

const isNamedSecret = (name: Json | undefined): boolean =>
  typeof name === 'string' && name.length <= 64 && isSecretName(name)

function redactNumber(value: Json): Json {
  const written = JSON.stringify(value)
  const redacted = redactText(written)
  return redacted === written ? value : redacted
}

/** Hides the value of a secret, whatever its type: true, false, null and an empty text reveal nothing. */
function hide(value: Json): Json {
  if (Array.isArray(value)) return value.map(hide)
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [redactText(name), hide(inner)]))
  return value === null || typeof value === 'boolean' || value === '' ? value : markerOf('secret')
}

/**
 * A report as it may be stored (Spec 4.12): the words of its fixed lists are no free text, every other text is
 * redacted.
 */
export function redactReport(report: FeedbackReport): FeedbackReport {
  const { agent, evidence } = report
  return {
    ...report,
    ...textsOf(report, [
      'goal',
      'message',
      'endpoint',
      'expected',
      'suggestion',
      'workaround_description',
      'request_id',
      'session_id',
    ]),
    ...(agent === undefined ? {} : { agent: textsOf(agent, ['name', 'version', 'model', 'framework']) }),
    ...(evidence === undefined ? {} : { evidence: redactEvidence(evidence) }),
  }
}

/** The named members that exist, redacted. */
function textsOf<Name extends string>(
  of: { readonly [Member in Name]?: string },
  names: readonly Name[],
): { [Member in Name]?: string } {
  const texts: { [Member in Name]?: string } = {}
  for (const name of names) {
    const text = of[name]
    if (text !== undefined) texts[name] = redactText(text)
  }
  return texts
}

type Evidence = NonNullable<FeedbackReport['evidence']>

const redactEvidence = ({ request, ...others }: Evidence): Evidence => ({
  ...others,
  ...textsOf(others, ['response_excerpt']),
  ...(request === undefined ? {} : { request: redactObject(request) }),
})
