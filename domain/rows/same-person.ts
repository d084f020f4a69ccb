import type { JsonObject } from '../json/json.ts'
import { isRoleAddress } from '../identity/role-address.ts'
import { firmOf, isOfCompany, isPage, type RowIdentity } from './identities.ts'
import { areOneName, compareNames, type NamesCompared, type PersonName, readPersonName } from './person-name.ts'
import type { RowIdentityKind } from '../tables/limits.ts'

/** What is known about a person or company: by a row of a table, or by a row that was sent. */
export interface PersonRecord {
  readonly identities: readonly RowIdentity[]
  readonly name: PersonName | null
  /** Of a row that names no person: the domain of the company that it is about, though a phone may be its key. */
  readonly firm: string | null
  /** The row is about that company. */
  readonly isCompany: boolean
}

/** What two records have of one kind, each another value. */
export const DIFFERENCES = ['email', 'linkedin', 'handle', 'domain', 'name'] as const
export type Difference = (typeof DIFFERENCES)[number]

type Named = Pick<RowIdentity, 'kind' | 'value'>

/** A phone is shared by colleagues and families. Every other identity names one person or company. */
export const isWeak = ({ kind }: Pick<RowIdentity, 'kind'>): boolean => kind === 'phone'

/** The mailbox of an office: a row's key, though colleagues may have it too. */
export const isRole = ({ kind, value }: Named): boolean => kind === 'email' && isRoleAddress(value)

/** What colleagues may have together: rows that have it are compared by names. */
export const mayBeShared = (identity: Named): boolean => isWeak(identity) || isRole(identity)

const NAMING: readonly RowIdentityKind[] = ['email', 'linkedin', 'handle', 'domain']

/** A person has one handle on each network. */
const groupOf = ({ kind, value }: Named): string => (kind === 'handle' ? `handle ${value.split(':', 1)[0]}` : kind)

/** The kinds of strong identities of which both have one and share none. */
export function differencesOf(one: readonly Named[], other: readonly Named[]): Difference[] {
  const groups = (identities: readonly Named[]) =>
    Map.groupBy(
      identities.filter(({ kind }) => NAMING.includes(kind)),
      groupOf,
    )
  const [mine, theirs] = [groups(one), groups(other)]
  const differing = [...mine].flatMap(([group, values]) => {
    const others = theirs.get(group)
    return others === undefined || values.some(({ value }) => others.some((each) => each.value === value))
      ? []
      : [group.split(' ', 1)[0]]
  })
  return DIFFERENCES.filter((difference) => differing.includes(difference))
}

/** What a record is about. `unknown`: it has a phone and nothing that states whose. */
function aboutOf({ identities, name, isCompany }: PersonRecord): 'person' | 'office' | 'unknown' {
  const telling = identities.filter((identity) => !isWeak(identity) && PERSONAL.includes(identity.kind))
  const own = telling.filter((identity) => !isPage(identity) && !isRole(identity))
  if (own.length > 0 || (name !== null && !isCompany)) return 'person'
  return isCompany || telling.length > 0 ? 'office' : 'unknown'
}

/**
 * What speaks against two records with one phone being one person: another name, or another email, profile or handle
 * where the names do not agree word by word; of two companies, another domain; and that only one is about a person,
 * where the other is a company or the mailbox of an office. Empty: nothing does.
 */
export function contradictions(one: PersonRecord, other: PersonRecord): Difference[] {
  const names = compareNames(one.name, other.name)
  const differing = differencesOf(one.identities, other.identities)
  if (names === 'differ') return [...differing, 'name']
  if (names === 'agree') return []
  if ([one, other].map(aboutOf).toSorted().join(' ') === 'office person') return [...differing, 'name']
  const areOtherFirms = one.firm !== null && other.firm !== null && one.firm !== other.firm
  return areOtherFirms && !differing.includes('domain') ? [...differing, 'domain'] : differing
}

/** A row of the table as a candidate for the person of a sent row. */
export interface ComparedRow<Row> {
  readonly row: Row
  readonly record: PersonRecord
}

export interface ComparedRows<Row> {
  /** The rows that an email, profile, handle, domain or the table's own key of the sent row names as its own. */
  readonly owners: readonly ComparedRow<Row>[]
  /** In an `auto` table: the rows whose only tie to it is that one of its addresses of an office names them. */
  readonly offices: readonly ComparedRow<Row>[]
  /** The rows with one of its phones or addresses of an office, and with none of them as the table's key. */
  readonly carriers: readonly ComparedRow<Row>[]
  /** A phone or office has more rows than are compared. */
  readonly crowded: boolean
}

type Carriers<Row> = Pick<ComparedRows<Row>, 'carriers' | 'crowded'>

/** Rows that share a phone and are compared: more than a family or a small office has. */
export const CARRIERS_MAX = 20

/** Its identities are of several rows; or several rows, or more than are compared, have what people may share. */
export type Clash = 'several rows' | 'shared' | 'crowded'

export type Judgement<Row> =
  | { readonly kind: 'new' }
  | { readonly kind: 'same'; readonly row: Row; readonly join: Join }
  | { readonly kind: 'conflict'; readonly rows: readonly Row[]; readonly clash: Clash }

/** Why a sent row went into a row of the table. */
export interface Join {
  readonly identity: Named
  /** Differences in spite of which they were joined. */
  readonly despite: readonly Difference[]
  /** Names that agree outweigh another address. */
  readonly names: NamesCompared
  /** Each has an email, profile or handle, and only what people share joins them. */
  readonly areApart: boolean
}

/**
 * Whose row a sent row is (Spec 2.7; decisions, "When two records are one person"). Strong identities decide before
 * phones; a phone joins only where nothing contradicts and no second row could be meant.
 */
export function judge<Row>(sent: PersonRecord, { owners, offices, ...shared }: ComparedRows<Row>): Judgement<Row> {
  const named = owners.length > 0 ? owners : offices.filter(({ record }) => isOfMailbox(sent, record))
  const [owner] = named
  if (owner === undefined) return judgeByShared(sent, shared)
  if (named.length > 1) {
    const strong = sent.identities.filter((identity) => !isWeak(identity))
    const full = named.filter(({ record }) => strong.every((identity) => has(record, identity)))
    const [only] = full
    return only === undefined || full.length > 1
      ? { kind: 'conflict', rows: rowsOf(named), clash: 'several rows' }
      : joined(sent, only)
  }
  const other = otherByPhone(sent, owner, shared)
  return other === null
    ? joined(sent, owner)
    : { kind: 'conflict', rows: [owner.row, other.row], clash: 'several rows' }
}

/**
 * Whether a row whose key is the address of an office is meant by a sent row with it: unless the names or the people's
 * own addresses differ, or only the sent row has an address of a person.
 */
function isOfMailbox(sent: PersonRecord, record: PersonRecord): boolean {
  const [own, theirs] = [sent, record].map(({ identities }) => identities.filter((one) => !mayBeShared(one)))
  const names = compareNames(sent.name, record.name)
  if (names === 'differ') return false
  if (names === 'agree' || own === undefined || own.length === 0) return true
  return differencesOf(own, theirs ?? []).length === 0 && sent.name === null && record.name === null
}

/** A second row that the phone of a sent row names, if nothing states that it is another person's. */
function otherByPhone<Row>(
  sent: PersonRecord,
  owner: ComparedRow<Row>,
  { carriers, crowded }: Carriers<Row>,
): ComparedRow<Row> | null {
  const phones = sent.identities.filter(isWeak)
  if (crowded || phones.every((phone) => has(owner.record, phone))) return null
  const [other, ...more] = carriers.filter(({ row, record }) => row !== owner.row && sharesPhone(sent, record))
  if (other === undefined || more.length > 0) return null
  const together: PersonRecord = {
    identities: [...owner.record.identities, ...sent.identities],
    name: sent.name ?? owner.record.name,
    firm: sent.firm ?? owner.record.firm,
    isCompany: sent.isCompany && owner.record.isCompany,
  }
  return contradictions(together, other.record).length === 0 ? other : null
}

/**
 * By a phone, or by the address of an office: the only row with it, where nothing contradicts; of several, the one of
 * the same name. Who has a name that none of them has is another person, with a row of their own.
 */
function judgeByShared<Row>(sent: PersonRecord, { carriers, crowded }: Carriers<Row>): Judgement<Row> {
  const possible = crowded ? [] : carriers.filter(({ record }) => isPossible(sent, record))
  const [one, ...others] = carriers.length === 1 ? possible : likeliest(sent, possible)
  if (one !== undefined && others.length === 0) return joined(sent, one)
  const isNamedOtherwise = sent.identities.some((identity) => !mayBeShared(identity))
  const isAnother = possible.length === 0 || (one === undefined && (sent.name !== null || sent.firm !== null))
  if (isNamedOtherwise || carriers.length === 0 || (isAnother && !crowded)) return { kind: 'new' }
  return { kind: 'conflict', rows: rowsOf(carriers), clash: crowded ? 'crowded' : 'shared' }
}

/** An address of an office alone joins only by name. */
const isPossible = (sent: PersonRecord, record: PersonRecord): boolean =>
  contradictions(sent, record).length === 0 && (sharesPhone(sent, record) || isNamedAlike(sent, record))

/** Of several rows that may be meant: those of the same name, else of a part of it, else the one with that key. */
function likeliest<Row>(sent: PersonRecord, possible: readonly ComparedRow<Row>[]): readonly ComparedRow<Row>[] {
  const alike = possible.filter(({ record }) => isNamedAlike(sent, record))
  // A number that several have is an office's: who has an address too is not the one whose only identity it is.
  if (alike.length > 0 || sent.identities.some((identity) => !mayBeShared(identity))) return alike
  const named = possible.filter(({ record }) => sent.name !== null && record.name !== null)
  if (named.length > 0) return named
  return possible.filter(({ record }) => sent.identities.some((phone) => has(record, phone, { merging: true })))
}

const isNamedAlike = (one: PersonRecord, other: PersonRecord): boolean =>
  areOneName(one.name, other.name) || (one.firm !== null && one.firm === other.firm)

const sharesPhone = (sent: PersonRecord, record: PersonRecord): boolean =>
  sent.identities.some((identity) => isWeak(identity) && has(record, identity))

function joined<Row>(sent: PersonRecord, { row, record }: ComparedRow<Row>): Judgement<Row> {
  const shared = sent.identities.filter((identity) => has(record, identity))
  const identity = shared.find((one) => !isWeak(one)) ?? shared[0]
  if (identity === undefined) throw new Error('a row is joined by an identity')
  const names = compareNames(sent.name, record.name)
  return {
    kind: 'same',
    row,
    join: {
      identity: { kind: identity.kind, value: identity.value },
      despite: [
        ...differencesOf(sent.identities, record.identities),
        ...(names === 'differ' ? (['name'] as const) : []),
      ],
      names,
      areApart: mayBeShared(identity) && [sent, record].every(({ identities }) => identities.some(isOwn)),
    },
  }
}

const isOwn = (identity: RowIdentity): boolean => NAMING.includes(identity.kind) && !mayBeShared(identity)

/** What a row states about its person: its identities, and the name where it is a person's. */
export function recordOf(data: JsonObject, identities: readonly RowIdentity[]): PersonRecord {
  const name = identities.some(({ kind }) => PERSONAL.includes(kind)) ? readPersonName(data) : null
  const isFirm = identities.every((identity) => isWeak(identity) || identity.kind === 'domain' || isPage(identity))
  const isCompany = isFirm && isOfCompany(data)
  return { identities, name, firm: name === null || isCompany ? firmOf(data) : null, isCompany }
}

export const has = ({ identities }: PersonRecord, { kind, value }: Named, only?: { readonly merging: true }): boolean =>
  identities.some((one) => one.kind === kind && one.value === value && (only === undefined || one.merges))

const rowsOf = <Row>(candidates: readonly ComparedRow<Row>[]): Row[] => candidates.map(({ row }) => row)

/** The kinds of identities that a person has. */
export const PERSONAL: readonly RowIdentityKind[] = ['email', 'linkedin', 'phone', 'handle']

/** Whether several people share a phone: two records with it cannot be one person. Such a number ties no two rows. */
export const isShared = (records: readonly PersonRecord[]): boolean =>
  records.length > CARRIERS_MAX ||
  records.some((one, at) => records.slice(at + 1).some((other) => contradictions(one, other).length > 0))
