import { expect } from '@jest/globals'
import type { SuppressionReason } from '../../../../domain/outbound/channels.ts'
import { type Send, sendOf } from '../../../../domain/outbound/recipients.ts'
import type { Caps } from '../../../../domain/sending/policy.ts'
import type { SendSchedule } from '../../../../domain/sending/schedule.ts'
import type { JsonObject } from '../../../../domain/json/json.ts'
import { beginAttempt } from '../../../../db/runs/attempts/begin.ts'
import { recordOutcome } from '../../../../usecases/runs/record-outcome.ts'
import type { Database } from '../../../../db/database.ts'
import { newId } from '../../../../db/ids.ts'
import { holdMaximum } from '../../../../usecases/runs/hold-maximum.ts'
import { acceptRun } from '../../../../usecases/runs/accept-run.ts'
import { readRunToReserve } from '../../../../db/runs/to-reserve.ts'
import { endRun } from '../../../../usecases/runs/end-run.ts'
import { buildAttempt, buildAttemptEnd, buildNewRun, buildPlan, delivery, failure, type Owner } from '../../build.ts'

export interface SendToBuild {
  readonly capability?: string
  readonly input?: JsonObject
  readonly allowRepeat?: boolean
  /** The row that the run is linked to. */
  readonly rowId?: string
  readonly sender?: string
  readonly schedule?: SendSchedule
}

/** An accepted send: an email to robin@example.com, unless the argument differs. */
export async function buildSend(db: Database, owner: Owner, more: SendToBuild = {}): Promise<string> {
  const { capability = 'email.send', input = { to: 'robin@example.com', subject: 's', text: 't' } } = more
  const run = buildNewRun(owner, { work: { capability }, input })
  await acceptRun(db, {
    ...run,
    routing: { ...run.routing, allow_repeat: more.allowRepeat ?? false },
    context: {
      ...run.context,
      send: sendBy(sendOf(capability, input), more),
      record:
        more.rowId === undefined
          ? null
          : { table: 'people', table_id: '', row_id: more.rowId, set: null, save: null, on_miss: null },
    },
  })
  return run.id
}

const sendBy = (send: Send | null, { sender, schedule }: SendToBuild): Send | null =>
  send === null
    ? null
    : { ...send, ...(sender !== undefined && { sender }), ...(schedule !== undefined && { schedule }) }

/** As the activity does it, without the plan. `now`: the clock by which its sender is judged. */
export async function reserveSend(
  db: Database,
  runId: string,
  {
    hold = 1_000n,
    now = null,
    ceilings = {},
  }: { readonly hold?: bigint; readonly now?: Date | null; readonly ceilings?: Caps } = {},
) {
  const run = await readRunToReserve(db, runId)
  if (run === null) throw new Error('the send to reserve does not exist')
  return holdMaximum(db, run, {
    reservation: { runId, plan: buildPlan(hold), hold, routingReason: 'the first by best value.' },
    ceilings,
    now,
  })
}

export const turnTablesOn = (db: Database, workspaceId: string) =>
  db.pool.query('update workspace set tables_enabled_at = clock_timestamp() where id = $1', [workspaceId])

export const suppress = (
  db: Database,
  { workspaceId, environment }: Owner,
  kind: string,
  value: string,
  reason: SuppressionReason = 'manual',
) =>
  db.pool.query(
    "insert into suppression (workspace_id, environment, kind, value, subject, reason, source) values ($1, $2, $3, $4, $4, $5, 'api')",
    [workspaceId, environment, kind, value, reason],
  )

export const claimsOf = async (db: Database, runId: string): Promise<string[]> =>
  (await db.pool.query('select value from touch_claim where run_id = $1 order by value', [runId])).rows.map(
    ({ value }) => value,
  )
export const touchesOf = async (db: Database, runId: string): Promise<string[]> =>
  (
    await db.pool.query(
      `select channel || ' ' || kind || ' ' || value as touch from touch where run_id = $1 order by 1`,
      [runId],
    )
  ).rows.map(({ touch }) => touch)

/** A row with these identities, in a new table; returns its number. */
export async function buildRow(
  db: Database,
  { workspaceId, environment }: Owner,
  identities: readonly (readonly [kind: string, value: string])[],
): Promise<string> {
  const tableId = newId('evt')
  await db.pool.query(
    "insert into workspace_table (id, workspace_id, environment, name, key_mode) values ($1, $2, $3, $4, 'auto')",
    [tableId, workspaceId, environment, tableId.toLowerCase().replaceAll(/[^a-z0-9]/g, '-')],
  )
  const {
    rows: [row],
  } = await db.pool.query(
    "insert into table_row (table_id, workspace_id, environment, key, data) values ($1, $2, $3, $4, '{}') returning id::text",
    [tableId, workspaceId, environment, identities[0]?.[1] ?? ''],
  )
  for (const [kind, value] of identities) {
    await db.pool.query(
      'insert into row_identity (row_id, table_id, workspace_id, environment, kind, value, merges) values ($1, $2, $3, $4, $5, $6, true)',
      [row.id, tableId, workspaceId, environment, kind, value],
    )
  }
  return row.id
}

export const readRowTouches = async (db: Database, rowId: string) =>
  (
    await db.pool.query(
      'select touches, last_touch_at is not null as touched, last_touch_channel as channel from table_row where id = $1',
      [rowId],
    )
  ).rows[0]

/** A send whose attempt, and then run, has ended with this outcome; returns its id. */
export async function buildSent(
  db: Database,
  owner: Owner,
  more: SendToBuild = {},
  {
    outcome = 'succeeded',
    output = {},
  }: { outcome?: 'succeeded' | 'unknown' | 'provider_error'; output?: object } = {},
): Promise<string> {
  const runId = await buildSend(db, owner, more)
  const reserved = await reserveSend(db, runId)
  if (reserved.kind !== 'reserved') throw new Error(`the send to build was not reserved: ${reserved.kind}`)
  const attempt = buildAttempt(runId)
  await beginAttempt(db, attempt)
  await recordOutcome(
    db,
    buildAttemptEnd(
      attempt,
      outcome === 'succeeded'
        ? { output: { message_id: 'm', ...output } }
        : { outcome, output: null, raw: null, units: 0 },
    ),
  )
  await endRun(db, outcome === 'succeeded' ? delivery(runId, 1_000n) : failure(runId))
  return runId
}

/** The refusal of a first message that repeats this run. */
export const repeats = (runId: string, more: object = {}) => ({
  kind: 'blocked',
  block: expect.objectContaining({ kind: 'repeat_touch', runId, at: expect.any(String), ...more }),
})
