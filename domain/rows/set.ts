import type { Json, JsonObject } from '../json/json.ts'
import type { RowChange } from './changes.ts'
import { withCleanLinks, withoutEmptied } from './contact-fields.ts'
import { isEmpty } from './merge.ts'
import { readNextAt, readRowParts, readStatus } from './fields.ts'
import type { HeldRow } from './state.ts'
import { type QueryFault, pointerTo } from './filter.ts'

/** The effect of an update on each of its rows (Spec 4.7): omitted fields stay unchanged. */
export interface RowSet {
  /** undefined leaves it unchanged, null removes it. */
  readonly status: string | null | undefined
  readonly nextAt: Date | null | undefined
  /** Data fields by name; null removes one. */
  readonly fields: ReadonlyMap<string, Json>
  /** Members that the service maintains (decisions, "row"): named in a hint, not written. */
  readonly ignored: readonly string[]
  /** Contacts that state that nothing is known (`n/a`): named in a hint, and what the row has stays. */
  readonly emptied: readonly string[]
}

type ReadSet =
  | { readonly ok: true; readonly set: RowSet }
  | { readonly ok: false; readonly faults: readonly QueryFault[] }

/** Reads a `set`; a relative `next_at` counts from `now`. An empty value removes a field, as null does. */
export function readRowSet(set: JsonObject, now: Date): ReadSet {
  const status = readStatus(set['status'])
  const nextAt = readNextAt(set['next_at'], now)
  const faults = [
    { name: 'status', read: status },
    { name: 'next_at', read: nextAt },
  ].flatMap(({ name, read }) =>
    read.kind === 'refused' ? [{ path: pointerTo('set', name), message: `is refused: ${read.reason}` }] : [],
  )
  const parts = readRowParts({ ...set, status: null, next_at: null }, now)
  if (status.kind === 'refused' || nextAt.kind === 'refused' || parts.kind === 'refused') return { ok: false, faults }
  const { data, emptied } = withoutEmptied(parts.value.data)
  const fields = new Map(
    Object.entries(withCleanLinks(data)).map(([name, value]): [string, Json] => [name, isEmpty(value) ? null : value]),
  )
  if (fields.size === 0 && emptied.length === 0 && status.value === undefined && nextAt.value === undefined) {
    return { ok: false, faults: [{ path: '/set', message: 'must set `status`, `next_at` or a data field' }] }
  }
  const { ignored } = parts.value
  return { ok: true, set: { status: status.value, nextAt: nextAt.value, fields, ignored, emptied } }
}

/** The new state of a row. */
export function changeOf(held: HeldRow, { status, nextAt, fields }: RowSet): RowChange {
  const data = Object.entries({ ...held.data, ...Object.fromEntries(fields) }).filter(([, value]) => value !== null)
  return {
    held,
    data: Object.fromEntries(data),
    status: status === undefined ? held.status : status,
    nextAt: nextAt === undefined ? held.nextAt : nextAt,
  }
}
