import type { JsonObject } from '../json/json.ts'
import type { RowIdentity } from './identities.ts'
import { personNameText } from './person-name.ts'
import { cutValue, identityWords, listed, type RowSource } from './row-source.ts'
import { CARRIERS_MAX, type Clash, isWeak } from './same-person.ts'
import { identityKey, type RowState } from './state.ts'

/** A row of the table that a sent row clashes with. */
export interface ClashingRow {
  readonly state: RowState
  /** The sent row that made it, where it is of the same call or file. */
  readonly sentAt: number | null
}

interface Conflict {
  /** Those of the sent row. */
  readonly identities: readonly RowIdentity[]
  readonly rows: readonly ClashingRow[]
  readonly source: RowSource
}

/** Why a sent row is in conflict with rows of the table, and what to do. */
export function conflictWords(clash: Clash, { identities, rows, source }: Conflict): string {
  const shown = rows.slice(0, ROWS_SHOWN)
  if (clash === 'several rows') {
    const owned = shown.map((row) => {
      const shared = sharedOf(identities, row.state)
      return `${shared === undefined ? '' : `its ${identityWords(shared)} is of `}the row ${named(row, source)}`
    })
    return `belongs to ${rows.length} different rows of the table: ${listed(owned, rows.length)}. Remove the value that is wrong, or ${DELETE_ONE}`
  }
  const shared = rows.flatMap(({ state }) => sharedOf(identities, state) ?? []).slice(0, 1)
  const only = `has only the ${shared.map(identityWords).join('')}`
  const names = shown.map((row) => named(row, source))
  return clash === 'shared'
    ? `${only}, which ${rows.length} rows have: ${listed(names, rows.length)}. Add the name, an email address or a LinkedIn profile of the person to this ${source.row}, or the \`domain\` of the company, so that it is clear whose it is`
    : `${only}, which more than ${CARRIERS_MAX} rows have: ${names.join(', ')}, and more. Add an email address or a LinkedIn profile of the person to this ${source.row}, so that it is clear whose it is; companies that share a number need a table with the key \`domain\``
}

/** What a row that exists would get, and already belongs to other rows. Without rows, all that it has does. */
export function takenWords(identities: readonly RowIdentity[], owners: readonly Pick<ClashingRow, 'state'>[]): string {
  if (owners.length === 0)
    return 'would have no key, because all that it has is the key of other rows: add an email address or a LinkedIn profile'
  const taken = owners.slice(0, ROWS_SHOWN).map(({ state }) => {
    const shared = sharedOf(identities, state)
    return `${shared === undefined ? '' : `the ${identityWords(shared)} of `}the row ${rowWords(state)}`
  })
  return `would get ${listed(taken, owners.length)}. Write another value, or ${DELETE_ONE}`
}

/** More rows are compared by looking into the table; the others are only counted. */
const ROWS_SHOWN = 3

const DELETE_ONE = 'delete one of the rows if they are the same person or company'

/** The identity that a row of the table shares with a sent row: that of a person alone before what people share. */
function sharedOf(identities: readonly RowIdentity[], state: RowState): RowIdentity | undefined {
  const keys = new Set(state.identities.map(identityKey))
  const shared = identities.filter((identity) => keys.has(identityKey(identity)))
  return shared.find((identity) => !isWeak(identity)) ?? shared[0]
}

const named = ({ state, sentAt }: ClashingRow, source: RowSource): string =>
  sentAt === null ? rowWords(state) : `${rowWords(state)} from ${source.place(sentAt)}`

/** A row of the table in a sentence: `ada@example.com` ("Ada Example"). */
function rowWords({ key, data }: RowState): string {
  const name = nameOf(data)
  return name === null ? `\`${cutValue(key)}\`` : `\`${cutValue(key)}\` ("${cutValue(name)}")`
}

/** The name by which a person knows a row; null: it has none. */
function nameOf(data: JsonObject): string | null {
  const name = personNameText(data) ?? data['company']
  return typeof name === 'string' && name.trim() !== '' ? name.trim() : null
}
