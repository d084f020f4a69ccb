import type { Capability } from '../../../domain/capabilities/capability.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { statusOf } from '../../../domain/tables/keys.ts'
import type { RecordLink } from '../../../domain/tables/links.ts'
import { readRowSet } from '../../../domain/rows/set.ts'
import { OWN_FIELDS } from '../../../domain/rows/record.ts'
import type { RunContext, RequestedWork } from '../../../db/runs/accept.ts'
import type { Database } from '../../../db/database.ts'
import { findRow } from '../../../db/tables/rows/find-row.ts'
import type { TableState } from '../../../db/tables/tables.ts'
import type { Principal } from '../../../domain/access/principal.ts'
import { noSuchRow } from '../rows/row-selection.ts'
import { requireTableAt } from '../tables/find.ts'
import { requireAccess } from '../../auth/required-access.ts'
import type { Into, Record, RunRequest } from '../../schemas/run-request.ts'
import { type ValidationFault, invalidRequest } from '../../validation/check.ts'
import { escapePointer } from '../../validation/messages.ts'

interface LinkDeps {
  readonly db: Database
  readonly findCapability: (slug: string) => Capability | undefined
}

type Links = Pick<RunContext, 'record' | 'landing'>

/** Whether the run writes into a table. */
export const isLinked = ({ record, into }: RunRequest): boolean => record !== undefined || into !== undefined

const NONE: Links = { record: null, landing: null }

/**
 * The table that a run writes into, looked up before anything runs (Spec 4.6): tables that are off, an unknown table
 * and an unknown row are refused here, and so are changes that could not be written at the end. An app needs the scope
 * that rows need.
 */
export async function tableLinksOf(
  deps: LinkDeps,
  principal: Principal,
  { body, work }: { body: RunRequest; work: RequestedWork },
): Promise<Links> {
  const { record, into } = body
  if (record === undefined && into === undefined) return NONE
  requireAccess(principal, 'write')
  if (record !== undefined && into !== undefined) {
    throw invalidRequest([
      {
        path: '/into',
        message: 'cannot be combined with `record`: a run writes one row, or imports its result as rows',
      },
    ])
  }
  return record !== undefined
    ? recordLink(deps, principal, { record, work })
    : importLink(deps, principal, { into, work })
}

async function recordLink(
  deps: LinkDeps,
  principal: Principal,
  { record, work }: { record: Record; work: RequestedWork },
): Promise<Links> {
  requireWritable(record, work, deps.findCapability)
  const table = await requireTableAt(deps.db, principal, { name: record.table, at: '/record' })
  const row = await findRow(deps.db, table, record.key)
  if (row === null) throw noSuchRow('/record/key')
  return { landing: null, record: linkOf(record, { table, rowId: row.id }) }
}

type RowChanges = Pick<Record, 'set' | 'save' | 'on_miss'>

/** Throws `invalid_request` for changes that could not be written when the run has ended. */
export function requireWritable(
  record: RowChanges,
  work: RequestedWork,
  findCapability: LinkDeps['findCapability'],
): void {
  const faults = [
    ...savedFaults(record, work, findCapability),
    ...changeFaults(record.set, '/record/set'),
    ...changeFaults(record.on_miss, '/record/on_miss'),
  ]
  if (faults.length > 0) throw invalidRequest(faults)
}

/** What a run writes into this row. */
export const linkOf = (
  { set, save, on_miss: onMiss }: RowChanges,
  { table, rowId }: { readonly table: Pick<TableState, 'id' | 'name'>; readonly rowId: bigint },
): RecordLink => ({
  table: table.name,
  table_id: table.id,
  row_id: rowId.toString(),
  set: set ?? null,
  save: save ?? null,
  on_miss: onMiss ?? null,
})

async function importLink(
  { db, findCapability }: LinkDeps,
  principal: Principal,
  { into, work }: { into: Into | undefined; work: RequestedWork },
): Promise<Links> {
  if (into === undefined) return NONE
  if ('capability' in work && findCapability(work.capability)?.sends === true) {
    throw invalidRequest([
      {
        path: '/into',
        message: 'is not allowed for a send: its result has no records. Link it to a row with `record`',
      },
    ])
  }
  const table = await requireTableAt(db, principal, { name: into.table, at: '/into' })
  return { record: null, landing: { table: table.name, table_id: table.id, status: statusOf(into.status) } }
}

/** Reported now rather than after the run was paid. */
function changeFaults(set: JsonObject | undefined, at: string): ValidationFault[] {
  const read = set === undefined ? null : readRowSet(set, new Date())
  return read?.ok === false
    ? read.faults.map(({ path, message }) => ({ path: path.replace(/^\/set/, at), message }))
    : []
}

/** A field that the result never has, or that no result fills, would save nothing after the run was paid. */
function savedFaults(
  { save }: RowChanges,
  work: RequestedWork,
  findCapability: LinkDeps['findCapability'],
): ValidationFault[] {
  if (save === undefined || save === 'all') return []
  const own = Object.entries(save)
    .filter(([, field]) => OWN_FIELDS.includes(field))
    .map(([path, field]) => ({
      path: `/record/save/${escapePointer(path)}`,
      message: `must not be \`${field}\`: \`set\` changes \`status\` and \`next_at\`, and the service maintains the rest`,
    }))
  if ('raw' in work) return own
  const fields = Object.keys(findCapability(work.capability)?.outputSchema.properties ?? {})
  const unknown = Object.keys(save)
    .filter((path) => !fields.includes(path.split('.')[0] ?? ''))
    .map((path) => ({
      path: `/record/save/${escapePointer(path)}`,
      message: `is not a field of the result, which has ${fields.join(', ')}`,
    }))
  return [...own, ...unknown]
}
