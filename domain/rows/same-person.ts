import type { JsonObject } from '../json/json.ts'
import { isRoleAddress } from '../identity/role-address.ts'
import { firmOf, isOfCompany, isPage, shownKey, type RowIdentity } from './identities.ts'
import { compareNames, type PersonName, readPersonName } from './person-name.ts'
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

/** What a record is about. `unknown`: it has a phone and nothing that says whose. */
function aboutOf({ identities, name, isCompany }: PersonRecord): 'person' | 'office' | 'unknown' {
  const telling = identities.filter((identity) => !isWeak(identity) && PERSONAL.includes(identity.kind))
  const own = telling.filter((identity) => !isPage(identity) && !isRole(identity))
  if (own.length > 0 || (name !== null && !isCompany)) return 'person'
  return isCompany || telling.length > 0 ? 'office' : 'unknown'
}

const isRole = ({ kind, value }: Named): boolean => kind === 'email' && isRoleAddress(value)

/**
 * What speaks against two records with one phone being one person: another name, or another email, profile or handle
 * where not even the names agree; of two companies, another domain; and that only one is about a person, where the
 * other is a company or the mailbox of an office. Empty: nothing does.
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
  /** The rows that an email, profile, handle, domain or the table's own key of the sent row names. */
  readonly owners: readonly ComparedRow<Row>[]
  /** The rows with one of its phones, and with none of them as the table's key. */
  readonly carriers: readonly ComparedRow<Row>[]
  /** A phone has more rows than are compared: it is the number of an office. */
  readonly crowded: boolean
}

/** Rows that share a phone and are compared: more than a family or a small office has. */
export const CARRIERS_MAX = 20

export type Judgement<Row> =
  | { readonly kind: 'new' }
  | { readonly kind: 'same'; readonly row: Row; readonly join: Join }
  | { readonly kind: 'conflict'; readonly rows: readonly Row[]; readonly reason: string }

/** Why a sent row went into a row of the table. */
export interface Join {
  readonly identity: Named
  /** Differences in spite of which they were joined. */
  readonly despite: readonly Difference[]
  /** The names agree, which outweighs another address. */
  readonly byName: boolean
}

/**
 * Whose row a sent row is (Spec 2.7; decisions, "When two records are one person"). Strong identities decide before
 * phones; a phone joins only where nothing contradicts and no second row could be meant.
 */
export function judge<Row>(sent: PersonRecord, { owners, carriers, crowded }: ComparedRows<Row>): Judgement<Row> {
  const [owner] = owners
  if (owner === undefined) return judgeByPhone(sent, { carriers, crowded })
  if (owners.length > 1) {
    const strong = sent.identities.filter((identity) => !isWeak(identity))
    const full = owners.filter(({ record }) => strong.every((identity) => has(record, identity)))
    const [only] = full
    return only === undefined || full.length > 1
      ? { kind: 'conflict', rows: rowsOf(owners), reason: `its identities match ${owners.length} different rows` }
      : joined(sent, only)
  }
  const other = otherByPhone(sent, owner, { carriers, crowded })
  return other === null
    ? joined(sent, owner)
    : { kind: 'conflict', rows: [owner.row, other.row], reason: 'its identities match 2 different rows' }
}

/** A second row that the phone of a sent row names, if nothing says that it is another person's. */
function otherByPhone<Row>(
  sent: PersonRecord,
  owner: ComparedRow<Row>,
  { carriers, crowded }: Omit<ComparedRows<Row>, 'owners'>,
): ComparedRow<Row> | null {
  const phones = sent.identities.filter(isWeak)
  if (crowded || phones.every((phone) => has(owner.record, phone))) return null
  const [other, ...more] = carriers.filter(({ row }) => row !== owner.row)
  if (other === undefined || more.length > 0) return null
  const together: PersonRecord = {
    identities: [...owner.record.identities, ...sent.identities],
    name: sent.name ?? owner.record.name,
    firm: sent.firm ?? owner.record.firm,
    isCompany: sent.isCompany && owner.record.isCompany,
  }
  return contradictions(together, other.record).length === 0 ? other : null
}

function judgeByPhone<Row>(
  sent: PersonRecord,
  { carriers, crowded }: Omit<ComparedRows<Row>, 'owners'>,
): Judgement<Row> {
  if (carriers.length === 0 && !crowded) return { kind: 'new' }
  const possible = carriers.filter(({ record }) => contradictions(sent, record).length === 0)
  const agreeing = possible.filter(({ record }) => compareNames(sent.name, record.name) === 'agree')
  const isNamedOtherwise = sent.identities.some((identity) => !isWeak(identity))
  // A number that several have is an office's: who has an address too is not the one whose only identity it is.
  const keyed = isNamedOtherwise
    ? []
    : possible.filter(({ record }) => sent.identities.some((phone) => has(record, phone, { merging: true })))
  const [one, ...others] = crowded ? [] : carriers.length === 1 ? possible : agreeing.length > 0 ? agreeing : keyed
  if (one !== undefined && others.length === 0) return joined(sent, one)
  const isFree = carriers.every(({ record }) => !sent.identities.some((phone) => has(record, phone, { merging: true })))
  if (isNamedOtherwise || (possible.length === 0 && isFree && !crowded)) return { kind: 'new' }
  return { kind: 'conflict', rows: rowsOf(carriers), reason: sharedPhone(possible.length === 0, carriers.length) }
}

const sharedPhone = (isOther: boolean, rows: number): string =>
  isOther
    ? 'its phone belongs to a row with another name or domain: if it is another person, add their email or LinkedIn profile; companies that share a phone need a table with the key `domain`'
    : `${rows} rows share its phone: add an email or LinkedIn profile, so that it is clear whose it is`

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
      byName: names === 'agree',
    },
  }
}

/** What a row says about its person: its identities, and the name where it is a person's. */
export function recordOf(data: JsonObject, identities: readonly RowIdentity[]): PersonRecord {
  const name = identities.some(({ kind }) => PERSONAL.includes(kind)) ? readPersonName(data) : null
  const isFirm = identities.every((identity) => isWeak(identity) || identity.kind === 'domain' || isPage(identity))
  const isCompany = isFirm && isOfCompany(data)
  return { identities, name, firm: name === null || isCompany ? firmOf(data) : null, isCompany }
}

const has = ({ identities }: PersonRecord, { kind, value }: Named, only?: { readonly merging: true }): boolean =>
  identities.some((one) => one.kind === kind && one.value === value && (only === undefined || one.merges))

const rowsOf = <Row>(candidates: readonly ComparedRow<Row>[]): Row[] => candidates.map(({ row }) => row)

const WORDS: Readonly<Record<RowIdentityKind | 'name', string>> = {
  email: 'email address',
  linkedin: 'LinkedIn profile',
  phone: 'phone number',
  handle: 'handle',
  domain: 'domain',
  field: 'key',
  name: 'name',
}

/** The reason of a join as a sentence: `Same phone number and a matching name; another email address.` */
export function reasonOf({ identity, despite, byName }: Join): string {
  const same = `Same ${WORDS[identity.kind]}${byName ? ' and a matching name' : ''}`
  if (despite.length === 0) return isWeak(identity) && !byName ? `${same}; nothing contradicts.` : `${same}.`
  return `${same}; another ${despite.map((difference) => WORDS[difference]).join(' and another ')}.`
}

/** The joining identity as the API shows it. */
export const shownIdentity = ({ identity }: Pick<Join, 'identity'>): string => shownKey(identity)

const PERSONAL: readonly RowIdentityKind[] = ['email', 'linkedin', 'phone', 'handle']

/**
 * Whether a join has to be shown and can be undone: of people, by a phone alone or in spite of a difference. A sent row
 * that names its row by the row's own key, and differs in nothing, is an ordinary update.
 */
export const isMerge = ({ identity, despite }: Join, key: string): boolean =>
  PERSONAL.includes(identity.kind) && (despite.length > 0 || (isWeak(identity) && shownKey(identity) !== key))

/**
 * Whether a phone is one that several people share: two records with it cannot be one person. Such a number ties
 * no two rows.
 */
export const isShared = (records: readonly PersonRecord[]): boolean =>
  records.length > CARRIERS_MAX ||
  records.some((one, at) => records.slice(at + 1).some((other) => contradictions(one, other).length > 0))
