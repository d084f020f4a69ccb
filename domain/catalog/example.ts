import type { Json, JsonObject } from '../json/json.ts'
import type { CatalogEndpoint, ValueDescription, Fields } from './endpoint.ts'
import { placeholdersOf } from './template.ts'
import { wordsOf } from '../words/tokenize.ts'

/** The body of a `POST /v1/run` that calls an endpoint. */
export interface RawExample {
  readonly provider: string
  readonly endpoint: string
  readonly path?: JsonObject
  readonly query?: JsonObject
  readonly input?: Json
}

/** If no member is required, this many optional members show how a call looks. */
const SHOWN_WITHOUT_REQUIRED = 2

/**
 * A call of an endpoint that the API accepts: every placeholder filled, every required member set. Its values have the
 * right kind and are made up; the provider may find nothing under them. Only the service sets `reserved` names.
 */
export function exampleOf(endpoint: CatalogEndpoint, name: string, reserved: readonly string[]): RawExample {
  const queryParams = writable(withoutNames(endpoint.queryParams, reserved))
  const parts: Readonly<Record<'path' | 'query', JsonObject>> = {
    path: valuesOf(placeholdersOf(endpoint.endpoint), endpoint.pathParams),
    // Without a body the input becomes the query.
    query: endpoint.body === null ? {} : valuesOf(queryParams.required, queryParams),
  }
  const input = inputOf(endpoint, shown(queryParams))
  return {
    provider: endpoint.provider,
    endpoint: name,
    ...Object.fromEntries(Object.entries(parts).filter(([, values]) => Object.keys(values).length > 0)),
    ...(input !== undefined && { input }),
  }
}

/** An object has no place in a query unless the document states how to write it: otherwise a text replaces it. */
const writable = (fields: Fields): Fields => ({
  ...fields,
  properties: Object.fromEntries(
    Object.entries(fields.properties).map(([name, fact]) => [
      name,
      fact.items === 'object' || (/object/.test(fact.type) && fact.style === undefined) ? { type: 'string' } : fact,
    ]),
  ),
})

function inputOf({ body, bodyType }: CatalogEndpoint, queried: JsonObject): Json | undefined {
  if (body === null) return Object.keys(queried).length > 0 ? queried : undefined
  const members = shown(body)
  if (bodyType === 'task') return [members]
  if (body.type === 'array') return [Object.keys(members).length > 0 ? members : 'example']
  return members
}

function shown(fields: Fields): JsonObject {
  const { properties, required } = fields
  const wanted = required.filter((name) => Object.hasOwn(properties, name))
  if (wanted.length > 0) return valuesOf(wanted, fields)
  const mail = NEW_MAIL.filter((name) => Object.hasOwn(properties, name))
  if (isMail(properties) && mail.length === NEW_MAIL.length) return valuesOf(mail, fields)
  const optional = Object.keys(properties).filter((name) => !SETTINGS.test(name))
  return valuesOf(optional.slice(0, SHOWN_WITHOUT_REQUIRED), fields)
}

/** A mail that names its recipients, so that its example is a send that the guards check. A reply has no subject. */
const NEW_MAIL = ['to', 'subject', 'text']

const valuesOf = (names: readonly string[], { properties }: Fields): JsonObject =>
  Object.fromEntries(
    names.map((name) => {
      const fact = properties[name] ?? { type: 'string' }
      const address = isMail(properties) ? ADDRESSES[name] : undefined
      return [name, address === undefined ? valueOf(name, fact) : listed(fact, address)]
    }),
  )

/** Only mails take `reply_to`; elsewhere `from` and `to` are dates, or numbers of records. */
const isMail = (properties: Fields['properties']): boolean => Object.hasOwn(properties, 'reply_to')

/** Members of a mail that are addresses, each of which the guards of sends can read. */
const ADDRESSES: Readonly<Record<string, string>> = {
  from: 'sales@example.com',
  reply_to: 'sales@example.com',
  to: 'robin@example.com',
  cc: 'robin@example.com',
  bcc: 'robin@example.com',
}

export const withoutNames = (fields: Fields, names: readonly string[]): Fields => ({
  ...fields,
  properties: Object.fromEntries(Object.entries(fields.properties).filter(([name]) => !names.includes(name))),
  required: fields.required.filter((name) => !names.includes(name)),
})

/** Members that describe the form of the answer, not its subject. */
const SETTINGS =
  /^(?:limit|offset|page|per_?page|page_?size|cursor|skip|sort|order|format|fields|include|exclude|pretty|callback|webhook|tag)/i

/** By the last known word of a member's name. */
const BY_WORD: Readonly<Record<string, string>> = {
  email: 'robin@example.com',
  emails: 'robin@example.com',
  domain: 'example.com',
  domains: 'example.com',
  target: 'example.com',
  hostname: 'example.com',
  url: 'https://example.com',
  urls: 'https://example.com',
  website: 'https://example.com',
  link: 'https://example.com',
  keyword: 'example',
  keywords: 'example',
  query: 'example',
  q: 'example',
  search: 'example',
  term: 'example',
  phrase: 'example',
  company: 'Example Inc',
  organization: 'Example Inc',
  name: 'Robin Sample',
  country: 'US',
  state: 'CA',
  zip: '94103',
  language: 'en',
  currency: 'USD',
  phone: '+14155550100',
  cik: '0000320193',
  vin: '1HGCM82633A004352',
  ip: '192.0.2.1',
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
}

function valueOf(name: string, fact: ValueDescription): Json {
  // An empty text among the choices means none of them.
  const [first] = fact.enum?.filter((choice) => choice !== '') ?? []
  if (first !== undefined) return listed(fact, first)
  if (fact.default !== undefined && fact.default !== '') return listed(fact, fact.default)
  return listed(fact, scalarOf(name, fact))
}

const listed = (fact: ValueDescription, value: Json): Json =>
  fact.type.split('|').includes('array') && !Array.isArray(value) ? [value] : value

function scalarOf(name: string, fact: ValueDescription): Json {
  const type = fact.type === 'array' ? (fact.items ?? 'string') : fact.type
  const known = wordsOf(name)
    .map((word) => BY_WORD[word])
    .findLast((value) => value !== undefined)
  if (/object/.test(type) && !/string/.test(type)) return {}
  if (/boolean/.test(type) && !/string/.test(type)) return true
  if (/integer|number/.test(type) && !/string/.test(type)) return /year/i.test(name) ? 2024 : 1
  if (fact.format === 'date-time') return '2024-01-31T00:00:00Z'
  if (fact.format === 'date' || /date/i.test(name)) return '2024-01-31'
  return known ?? (/year/i.test(name) ? '2024' : 'example')
}
