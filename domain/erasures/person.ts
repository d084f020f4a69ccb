import { mailboxOf } from '../accounts/mailbox.ts'
import type { JsonObject } from '../json/json.ts'
import { isPage, KIND_OF_FIELD, readRow, type RowIdentity } from '../rows/identities.ts'
import { areOneName, compareNames, type PersonName, readPersonName } from '../rows/person-name.ts'
import { differencesOf, isRole } from '../rows/same-person.ts'
import { identityKey } from '../rows/state.ts'
import type { KeyMode } from '../tables/keys.ts'
import { ERASURE_KINDS, type ErasureKind, type ErasureSubject } from './subject.ts'

type Named = Pick<RowIdentity, 'kind' | 'value'>

/** A row with an identity that may be the erased person's. */
export interface CarryingRow {
  readonly id: string
  readonly data: JsonObject
  readonly keyMode: KeyMode
  /** `isShared`: a phone that several people share. */
  readonly identities: readonly (Named & { readonly isShared: boolean })[]
  /** Something was merged into it in spite of another name. */
  readonly isOfTwoNames: boolean
  /** The fields of each change that was no merge. */
  readonly changes: readonly (readonly string[])[]
}

/** What is known of the person who is erased. */
export interface ErasedPerson {
  /** Their identities, the subject first. */
  readonly own: readonly ErasureSubject[]
  /** The mailboxes and numbers of their rows that others have too: they name no person. */
  readonly shared: readonly ErasureSubject[]
}

/** Identities of one person without a row: the suppression of one of them keeps the others, the original first. */
export const tiedRow = (identities: readonly [ErasureSubject, ...ErasureSubject[]]): CarryingRow => ({
  id: `suppression ${identityKey(identities[0])}`,
  data: {},
  keyMode: 'auto',
  // Of an erased original only a hash is left. The mailbox of an office ties many people.
  identities: (isRole(identities[0]) ? [] : identities)
    .filter(({ value }) => !value.startsWith('erased:'))
    .map((one) => ({ ...one, isShared: false })),
  isOfTwoNames: false,
  changes: [],
})

/** A person has few names. More of them belong to a list of people rather than to one. */
const NAMES_MAX = 100

/** From row to row, by a profile here and an address there: longer chains are of people who share things. */
export const HOPS_MAX = 5

const isPersonKind = (kind: string): kind is ErasureKind => ERASURE_KINDS.some((one) => one === kind)

/** An identity that names one person only: not a phone, which people share. */
export const isStrong = (one: Named): boolean => isPersonKind(one.kind) && one.kind !== 'phone' && !isPage(one)

const without = (identities: readonly Named[], some: readonly Named[]): Named[] => {
  const left = new Set(some.map(identityKey))
  return identities.filter((one) => !left.has(identityKey(one)))
}

/** Whether a row has an email, profile or handle of before that its data no longer have. */
export function hasFormer({ data, keyMode, identities }: Pick<CarryingRow, 'data' | 'keyMode' | 'identities'>) {
  const today = new Set(readRow(data, keyMode).identities.map(identityKey))
  return identities.some((one) => isStrong(one) && !today.has(identityKey(one)))
}

/** Whether a value of the column is the name of a person. */
const isName = (column: string): boolean => readPersonName({ [column]: 'Ada Example' }) !== null

/**
 * Whether two names speak for two people in one row: something was merged into it in spite of another name, or one
 * change gave it another name together with another email, profile or handle.
 */
const isInDoubt = (row: CarryingRow): boolean =>
  row.isOfTwoNames ||
  (row.changes.some(
    (fields) =>
      fields.some(isName) &&
      fields.some((field) => ['email', 'linkedin', 'handle'].includes(KIND_OF_FIELD.get(field) ?? '')),
  ) &&
    hasFormer(row))

interface Reached {
  readonly own: ReadonlyMap<string, ErasureSubject>
  readonly shared: ReadonlyMap<string, ErasureSubject>
  readonly names: readonly PersonName[]
  readonly rows: ReadonlySet<string>
}

/**
 * The identities of the person among these rows (decisions, "Erasures"). Each row that carries the subject is theirs,
 * and each that an email, profile or handle of theirs names, until another name speaks against it. A row in doubt adds
 * nothing. A mailbox or number that another person's row has too leads to no row and is no name.
 */
export function personOf(subject: ErasureSubject, rows: readonly CarryingRow[]): ErasedPerson {
  const shared = new Map<string, ErasureSubject>()
  const requested = withMailbox(subject).map(identityKey)
  for (;;) {
    const reached = reachedFrom(subject, rows, shared)
    const others = rows.filter((row) => !reached.rows.has(row.id) && isAnothers(row, reached))
    const more = others
      .flatMap(({ identities }) => personal(identities))
      .filter((one) => ['email', 'phone'].includes(one.kind) && reached.own.has(identityKey(one)))
      .filter((one) => !requested.includes(identityKey(one)))
    if (more.length === 0) return { own: [...reached.own.values()], shared: [...reached.shared.values()] }
    for (const one of more) shared.set(identityKey(one), one)
  }
}

function reachedFrom(
  subject: ErasureSubject,
  carrying: readonly CarryingRow[],
  known: ReadonlyMap<string, ErasureSubject>,
): Reached {
  const own = new Map(withMailbox(subject).map((one) => [identityKey(one), one]))
  const shared = new Map(known)
  const names: PersonName[] = []
  const rows = new Set<string>()
  for (let hop = 0; hop <= HOPS_MAX; hop += 1) {
    const fresh = carrying.filter((row) => !rows.has(row.id) && isTheirs(row, subject, { own, names }))
    if (fresh.length === 0) break
    for (const { id, data, identities } of fresh) {
      rows.add(id)
      const name = readPersonName(data)
      if (name !== null) names.push(name)
      for (const one of identities.filter(({ isShared }) => isShared)) {
        const [phone] = personal([one])
        if (phone !== undefined && !own.has(identityKey(phone))) shared.set(identityKey(phone), phone)
      }
      for (const one of personal(identities).flatMap(withMailbox))
        if (own.size < NAMES_MAX && !shared.has(identityKey(one))) own.set(identityKey(one), one)
    }
  }
  return { own, shared, names, rows }
}

function isTheirs(row: CarryingRow, subject: ErasureSubject, { own, names }: Pick<Reached, 'own' | 'names'>): boolean {
  const via = row.identities.filter((one) => own.has(identityKey(one)))
  if (via.length === 0 || isInDoubt(row)) return false
  const keys = withMailbox(subject).map(identityKey)
  const requested = via.find((one) => keys.includes(identityKey(one)))
  if (requested !== undefined) {
    const isOffices = requested.isShared || isRole(requested)
    return !isOffices || !row.identities.some((one) => isStrong(one) && !isRole(one))
  }
  const leading = via.filter((one) => isStrong(one) && !isRole(one))
  if (leading.length === 0) return false
  const name = readPersonName(row.data)
  if (names.some((one) => areOneName(one, name))) return true
  if (names.some((one) => compareNames(one, name) === 'differ')) return false
  if (leading.some(({ kind }) => kind !== 'email')) return true
  // Without names, a mailbox may be one that two people use.
  return differencesOf(without([...own.values()], via), without(row.identities, via)).length === 0
}

/** Whether a row that is not the person's is another person's, by its name or by an email, profile or handle. */
function isAnothers(row: CarryingRow, { own, names }: Reached): boolean {
  const name = readPersonName(row.data)
  const isNamedOtherwise = names.some((one) => compareNames(one, name) === 'differ')
  if (isNamedOtherwise && !names.some((one) => areOneName(one, name))) return true
  return row.identities.some((one) => isStrong(one) && !own.has(identityKey(one)))
}

/** With an address `kim+news@` also `kim@`, which is the same mailbox. */
const withMailbox = (one: ErasureSubject): ErasureSubject[] => {
  const mailbox = one.kind === 'email' ? mailboxOf(one.value) : one.value
  return mailbox === one.value ? [one] : [one, { ...one, value: mailbox }]
}

/** The identities of a row that name a person. */
const personal = (identities: readonly Named[]): ErasureSubject[] =>
  identities.flatMap((one) => (isPersonKind(one.kind) && !isPage(one) ? [{ kind: one.kind, value: one.value }] : []))
