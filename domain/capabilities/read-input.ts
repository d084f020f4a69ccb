import type { TObject } from 'typebox'
import type { SubjectKind } from '../identity/kinds.ts'
import { readSubject } from '../identity/read.ts'
import { tidy } from '../identity/text.ts'
import { isMeantAsWeb, parseWeb } from '../identity/web.ts'
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
  if (Array.isArray(value)) {
    const items = itemsOf(schema)
    return items === null
      ? value
      : value.map((item: unknown, index) => readValue(items, item, { at: `${at}/${index}`, faults }))
  }
  const kind = textKindOf(schema)
  const text = kind === null ? null : textOf(value, kind)
  if (kind === null || text === null) return value
  const found = readText(text, kind)
  if (found !== null) return found
  faults.push({ path: at, message: unreadable(text, kind) })
  return value
}

/** A phone number may arrive as a JSON number, from a sheet. */
const textOf = (value: unknown, kind: ReadKind): string | null =>
  typeof value === 'string' ? value : kind === 'phone' && Number.isSafeInteger(value) ? String(value) : null

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

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isObject(value) && !Array.isArray(value)

/** null: the text is none of its kind. */
function readText(text: string, kind: ReadKind): string | null {
  switch (kind) {
    case 'email':
      return namesSeveral(text) ? null : valueOf(text, 'email')
    case 'domain':
    case 'phone':
      return valueOf(text, kind)
    case 'person':
    case 'company':
      return readPage(text, kind)
    case 'url':
      return readUrl(tidy(text))
    case 'name':
    case 'code':
      return tidy(text)
  }
}

const valueOf = (text: string, kind: SubjectKind): string | null => readSubject(text, kind)?.value ?? null

/** `ada@example.com, Bob <bob@example.com>`: reading one of them would leave the others out. */
const namesSeveral = (text: string): boolean => /@[^<>]*[,;].*<|>[^<>]*[,;][^<>]*@|<[^<>]*<|<.*>.*</su.test(text)

/** The ids of members that replace their names: their letter case is part of them. */
const MEMBER_ID = /\bAC[ow]A[\w-]{10,}/

function readPage(text: string, kind: 'person' | 'company'): string | null {
  const page = valueOf(text, 'linkedin')
  if (page === null || page.startsWith('in/') !== (kind === 'person')) return null
  const [section = '', slug = ''] = page.split('/')
  const id = MEMBER_ID.exec(text)?.[0]
  const written = id !== undefined && id.toLowerCase() === slug ? id : slug
  return `https://www.linkedin.com/${section}/${encodeURIComponent(written)}`
}

function readUrl(text: string): string | null {
  const web = parseWeb(text)
  if (web === null || !isMeantAsWeb(web)) return null
  if (web.schemed && /^https?:\/\//.test(text) && /^[!-~]+$/.test(text)) return text
  return URL.parse(web.schemed ? text.replace(/^\/\//, 'https://') : `https://${text}`)?.href ?? null
}

/** Why a text cannot be read, after the name of its member. */
function unreadable(text: string, kind: ReadKind): string {
  const page = kind === 'person' || kind === 'company' ? valueOf(text, 'linkedin') : null
  const reason = page === null ? '' : kind === 'person' ? '; this is the page of a company' : '; this is a person'
  return `must be ${readableText(kind)}${reason}`
}
