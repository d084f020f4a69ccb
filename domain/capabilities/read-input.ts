import type { TObject } from 'typebox'
import type { SubjectKind } from '../identity/kinds.ts'
import { asFault, numberWords, readIdentity } from '../identity/reading.ts'
import { isSharedSite } from '../identity/shared-hosts.ts'
import { SUBJECT_LENGTH_MAX, tidy } from '../identity/text.ts'
import { readMessageId } from '../outbound/message-id.ts'
import { writtenAddresses } from '../outbound/written-addresses.ts'
import { isMeantAsWeb, parseWeb } from '../identity/web.ts'
import { isObject } from '../json/json.ts'
import { readableText, type ReadKind, readKindOf } from './reading.ts'

export interface UnreadText {
  /** JSON pointer within the input. */
  readonly path: string
  readonly message: string
}

export interface ReadInput {
  readonly input: unknown
  readonly faults: readonly UnreadText[]
}

/**
 * The input of a run with each text in the one form in which it is stored, compared and sent to providers: a domain
 * for a pasted web address, an address without its display name, a number in E.164. A text that cannot be read stays
 * and has a fault. `null` for an optional member is absence. The schema judges what is read.
 */
export function readInput(schema: TObject, input: unknown): ReadInput {
  if (!isRecord(input)) return { input, faults: [] }
  const faults: UnreadText[] = []
  const members = Object.entries(input)
    .filter(([name, value]) => value !== null || !Object.hasOwn(schema.properties, name))
    .map(([name, value]): [string, unknown] => {
      const member = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
      return [name, member === undefined ? value : readValue(member, value, { at: `/${name}`, faults })]
    })
  return { input: Object.fromEntries(members), faults }
}

interface Place {
  readonly at: string
  readonly faults: UnreadText[]
}

function readValue(schema: object, value: unknown, { at, faults }: Place): unknown {
  const kind = textKindOf(schema)
  const items = itemsOf(schema)
  if (Array.isArray(value)) {
    if (items === null) return value
    const place = (index: number): Place => ({ at: `${at}/${index}`, faults })
    const read = value.map((item: unknown, index) => recipientsIn(kind, item) ?? readValue(items, item, place(index)))
    return kind === 'email' ? read.flat() : read
  }
  const several = items === null ? null : recipientsIn(kind, value)
  if (several !== null) return several
  if (kind !== null && IDENTITIES.includes(kind) && typeof value === 'number') {
    faults.push({ path: at, message: numberWords(kind) })
    return value
  }
  if (kind === null || typeof value !== 'string') return value
  const found = readText(value, kind)
  if ('text' in found) return found.text
  faults.push({ path: at, message: found.fault })
  return value
}

/** `a@example.com; Bob <b@example.com>`, as mail programs write recipients: each once; null for any other value. */
function recipientsIn(kind: ReadKind | null, value: unknown): readonly string[] | null {
  if (kind !== 'email' || typeof value !== 'string') return null
  const { addresses, isExact } = writtenAddresses([tidy(value)])
  return isExact && addresses.length > 1 ? [...new Set(addresses)] : null
}

/** The readings of identities. */
const IDENTITIES: readonly ReadKind[] = ['email', 'domain', 'person', 'company', 'phone']

/** The schema itself, or those of which it is a union: `to` of an email is an address or a list. */
const branchesOf = (schema: object): readonly object[] =>
  'anyOf' in schema && Array.isArray(schema.anyOf) ? [schema, ...schema.anyOf.filter(isObject)] : [schema]

const itemsOf = (schema: object): object | null =>
  branchesOf(schema)
    .map((branch) => ('items' in branch ? branch.items : null))
    .find(isObject) ?? null

const textKindOf = (schema: object): ReadKind | null =>
  branchesOf(schema)
    .map(readKindOf)
    .find((kind) => kind !== null) ?? null

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isObject(value) && !Array.isArray(value)

/** The text in its normal form, or what is wrong with it, after the name of its member. */
type ReadText = { readonly text: string } | { readonly fault: string }

function readText(text: string, kind: ReadKind): ReadText {
  switch (kind) {
    case 'email':
      return namesSeveral(text) ? mustBe(kind) : readKind(text, kind)
    case 'domain':
      return isSharedPage(text) ? { fault: SHARED_PAGE } : readKind(text, kind)
    case 'phone':
      return readKind(text, kind)
    case 'person':
    case 'company':
      return readPage(text, kind)
    case 'url':
      return readUrl(tidy(text))
    case 'name':
    case 'code':
      return { text: tidy(text) }
    case 'message':
      return { text: readMessageId(text) }
  }
}

const mustBe = (kind: ReadKind): ReadText => ({ fault: `must be ${readableText(kind) ?? 'readable'}` })

/** A phone is passed on as a number to dial; its identity is the form in which spellings are compared. */
function readKind(text: string, kind: SubjectKind): ReadText {
  const reading = readIdentity(text, kind)
  return reading.kind === 'read'
    ? { text: reading.number ?? reading.identity.value }
    : { fault: asFault(reading.reason) }
}

/** Each looks at a sign once: patterns with two rows of any signs would try each pair of their ends. */
const BEFORE_NEXT = /@[^@<>,;]*[,;]/u
const BEHIND_ANGLES = />[^<>,;]*[,;][^<>@]*@/u

/** `ada@example.com, Bob <bob@example.com>`: reading one of them would leave the others out. A longer text is none. */
function namesSeveral(text: string): boolean {
  if (text.length > SUBJECT_LENGTH_MAX) return false
  const next = BEFORE_NEXT.exec(text)
  return (next !== null && text.includes('<', next.index + next[0].length)) || BEHIND_ANGLES.test(text)
}

const SHARED_PAGE =
  'cannot be used: it is a page on a site that many share. Write the domain of the own site, like example.com'

function isSharedPage(text: string): boolean {
  if (text.length > SUBJECT_LENGTH_MAX) return false
  const web = parseWeb(tidy(text))
  return web !== null && isSharedSite(web.host, web.path)
}

/** The ids of members that replace their names: their letter case is part of them. */
const MEMBER_ID = /\bAC[ow]A[\w-]{10,}/

function readPage(text: string, kind: 'person' | 'company'): ReadText {
  const reading = readIdentity(text, 'linkedin')
  if (reading.kind === 'unreadable') return { fault: asFault(reading.reason) }
  const [section = '', slug = ''] = reading.identity.value.split('/')
  if ((section === 'in') !== (kind === 'person'))
    return {
      fault: `must be ${readableText(kind)}; this is ${kind === 'person' ? 'the page of a company' : 'a person'}`,
    }
  const id = MEMBER_ID.exec(text)?.[0]
  const written = id !== undefined && id.toLowerCase() === slug ? id : slug
  return { text: `https://www.linkedin.com/${section}/${encodeURIComponent(written)}` }
}

function readUrl(text: string): ReadText {
  const web = parseWeb(text)
  if (web === null || !isMeantAsWeb(web)) return mustBe('url')
  if (web.schemed && /^https?:\/\//.test(text) && /^[!-~]+$/.test(text)) return { text }
  const url = URL.parse(web.schemed ? text.replace(/^\/\//, 'https://') : `https://${text}`)
  return url === null ? mustBe('url') : { text: url.href }
}
