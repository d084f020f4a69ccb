import type { SecretCipher } from '../../../db/cipher.ts'
import { updateRows as applySet, type UpdatedRows } from '../../../usecases/tables/update-rows.ts'
import { writtenBy } from '../../../domain/rows/change-cause.ts'
import { statusOf } from '../../../domain/tables/keys.ts'
import { emptiedWords } from '../../../domain/rows/refusals.ts'
import { readRowSet, type RowSet } from '../../../domain/rows/set.ts'
import { BODY_BYTES } from '../../body/limits.ts'
import { defineRoute } from '../../route/route.ts'
import { PAGE_DEFAULT, RowsUpdate, RowsUpdated } from '../../schemas/rows.ts'
import { TableParams } from '../../schemas/tables.ts'
import { invalidRequest } from '../../validation/check.ts'
import { noSuchTable, requireTable } from '../tables/find.ts'
import { presentRow } from './present.ts'
import { timeoutAsInvalidFilter, requireQuery, type RowDeps } from './query-page.ts'
import { requireRows, requireRowsNamed, rowsOfFilter } from './row-selection.ts'
import { requireTables } from '../tables/require-tables.ts'

/**
 * Spec 4.7: changes rows by keys or by a filter; with `if_status` the change is a claim. A claim whose answer was lost
 * is answered with the same rows under its idempotency key.
 */
export const updateRows = (deps: RowDeps & { cipher: SecretCipher }) =>
  defineRoute({
    operationId: 'updateRows',
    method: 'PATCH',
    path: '/v1/tables/{name}/rows',
    summary: 'Update or claim rows',
    description:
      'Select rows by `keys`, or by a filter with a `limit`. With `if_status`, the update is a claim: it changes and returns only rows that still have that status, the oldest first unless `order` states otherwise, and each row goes to one of several parallel callers. If a key has no row, the answer is `not_found` with all such keys, and nothing changes. A null or empty value removes a field. Fields that the service maintains are ignored, with a hint. Parallel claims do not wait for each other; an empty answer means that no row was left to claim.',
    tags: ['Tables'],
    spec: '4.7',
    access: 'write',
    allow: requireTables(deps.db),
    exactNumbers: true,
    maxBodyBytes: BODY_BYTES.long,
    params: TableParams,
    idempotent: {
      store: deps,
      async check({ params, principal }) {
        await requireTable(deps.db, principal, params.name)
      },
    },
    body: RowsUpdate,
    bodyExamples: {
      claim: {
        summary: 'Claim ten new rows',
        value: { status: 'new', if_status: 'new', limit: 10, set: { status: 'working' } },
      },
      follow_up: {
        summary: 'Follow up in four days',
        value: { keys: ['ada@example.com'], set: { status: 'contacted', next_at: '+4d' } },
      },
    },
    responses: { 200: { description: 'The rows that changed.', schema: RowsUpdated } },
    errors: ['forbidden', 'not_found'],
    async handler({ params, body, principal, saveResponse, reply }) {
      const { set: requested, keys, if_status: given, ...filter } = body
      const ifStatus = typeof given === 'string' ? statusOf(given) : given
      const table = await requireTable(deps.db, principal, params.name)
      requireRowsNamed(body, { claims: ifStatus !== undefined })
      const now = new Date()
      const read = readRowSet(requested, now)
      if (!read.ok) throw invalidRequest(read.faults)
      requireClaim(read.set, ifStatus)
      // Who takes a list in parts begins with what waits longest.
      const order = filter.order ?? (ifStatus === undefined ? undefined : OLDEST_FIRST)
      const query = requireQuery({ ...filter, ...(order === undefined ? {} : { order }) }, table, {
        now,
        cursors: deps.cursors,
      })
      const rows =
        keys === undefined ? rowsOfFilter(query, body.limit ?? PAGE_DEFAULT) : await requireRows(deps.db, table, keys)
      const present = (done: UpdatedRows): RowsUpdated => ({
        ...presentUpdated(done, read.set),
        next_cursor: query.cursorAt(done.next),
      })
      const applied = applySet(
        deps.db,
        { table, rows, set: read.set, ifStatus, cause: writtenBy(principal) },
        (tx, done) => saveResponse(tx, present(done)),
      )
      const updated = await (keys === undefined ? timeoutAsInvalidFilter(applied) : applied)
      if (updated.kind === 'missing') throw noSuchTable()
      return reply(200, present(updated))
    },
  })

/** `order` of a claim that states none. */
const OLDEST_FIRST = 'row_created_at'

/** A claim that keeps the status would succeed for every caller. */
function requireClaim({ status }: RowSet, ifStatus: string | null | undefined): void {
  if (ifStatus === undefined || (status !== undefined && status !== ifStatus)) return
  throw invalidRequest([
    { path: '/set/status', message: 'must differ from `if_status`: the change of status is the claim' },
  ])
}

function presentUpdated({ rows, rejected }: UpdatedRows, set: RowSet): Omit<RowsUpdated, 'next_cursor'> {
  const conflicts = rejected.flatMap((row) =>
    row.kind === 'conflict' ? [{ key: row.held.key, keys: [...row.keys], reason: row.reason }] : [],
  )
  const refused = rejected.flatMap((row) => (row.kind === 'refused' ? [{ key: row.held.key, reason: row.reason }] : []))
  return {
    items: rows.map(presentRow),
    updated: rows.length,
    ...(conflicts.length === 0 ? {} : { conflicts }),
    ...(refused.length === 0 ? {} : { refused }),
    ...hintsOf(set),
  }
}

function hintsOf({ ignored, emptied }: RowSet): Pick<RowsUpdated, 'hints'> {
  const hints = [
    ...(ignored.length === 0
      ? []
      : [`Ignored, because the service maintains them: ${ignored.map((name) => `\`${name}\``).join(', ')}.`]),
    ...(emptied.length === 0
      ? []
      : [`${emptiedWords(emptied.length, emptied)}. What the row has stays; null removes a value.`]),
  ]
  return hints.length === 0 ? {} : { hints }
}
