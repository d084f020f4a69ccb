import { fieldOfHeading, type KnownField } from '../files/known-headings.ts'
import type { SubjectKind } from '../identity/kinds.ts'
import { readSubject } from '../identity/read.ts'
import { identitiesIn } from '../identity/several.ts'
import type { JsonObject } from '../json/json.ts'
import type { KeyMode } from '../tables/keys.ts'
import { keyOf } from './identities.ts'

interface Contact {
  readonly kind: SubjectKind
  /** Where rows have such a contact, best first. */
  readonly fields: readonly string[]
  /** What further columns with one are called. */
  readonly meant: ReadonlySet<KnownField>
}

const CONTACTS: readonly Contact[] = [
  {
    kind: 'email',
    fields: ['email', 'work_email', 'personal_email'],
    meant: new Set(['email', 'personal_email']),
  },
  { kind: 'linkedin', fields: ['linkedin_url', 'profile_url', 'linkedin'], meant: new Set(['linkedin_url']) },
  { kind: 'phone', fields: ['phone', 'mobile'], meant: new Set(['phone', 'mobile']) },
]

/** The addresses of further columns that several lines have: they are the owner's or an office's, and no contact's. */
export class SharedAddresses {
  readonly #seen = new Set<string>()
  readonly #shared = new Set<string>()

  add(row: JsonObject): void {
    for (const [column, value] of Object.entries(row)) {
      const known = typeof value === 'string' ? fieldOfHeading(column) : null
      if (typeof value !== 'string' || (known !== 'email' && known !== 'personal_email')) continue
      const address = addressOf(column, value)
      if (this.#seen.has(address)) this.#shared.add(address)
      this.#seen.add(address)
    }
  }

  has(column: string, value: string): boolean {
    return this.#shared.has(addressOf(column, value))
  }
}

const addressOf = (column: string, value: string): string => `${column} ${value.trim().toLowerCase()}`

export interface FurtherContact {
  readonly row: JsonObject
  readonly field: string
  readonly column: string
}

/**
 * A line of a file that no table of this key would find again, with the contact from a further column (`Home Phone`,
 * `E-mail 3 - Value`): address books have several of a kind, and a person has one of them. The column stays as well.
 * null: the line is found by what it has, or has no such contact.
 */
export function withFurtherContact(row: JsonObject, mode: KeyMode, shared: SharedAddresses): FurtherContact | null {
  if (keyOf(row, mode) !== null) return null
  for (const { kind, fields, meant } of CONTACTS) {
    const field = fields.find((one) => !Object.hasOwn(row, one))
    if (field === undefined) continue
    for (const [column, value] of Object.entries(row)) {
      const known = fields.includes(column) ? null : fieldOfHeading(column)
      if (known === null || !meant.has(known) || typeof value !== 'string') continue
      if (shared.has(column, value) || !isContact(value, kind)) continue
      const filled = { ...row, [field]: value }
      if (keyOf(filled, mode) !== null) return { row: filled, field, column }
    }
  }
  return null
}

const isContact = (value: string, kind: SubjectKind): boolean =>
  kind === 'email' || kind === 'phone' ? identitiesIn(value, kind).length > 0 : readSubject(value, kind) !== null
