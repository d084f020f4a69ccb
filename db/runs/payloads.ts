import { KEPT_OF_SENDS } from '../../domain/runs/retention.ts'
import type { Environment } from '../../domain/runs/states.ts'
import type { Database, Queries } from '../database.ts'
import { statement } from '../statement.ts'
import type { WalletId } from '../money/wallets/ledger.ts'

export const READ_PAYLOAD_DAYS = statement<{ workspaceId: string }, { days: number }>({
  name: 'read_payload_days',
  effect: false,
  text: 'select payload_days as days from workspace where id = :workspaceId',
})

/** For how many days a workspace keeps the payloads of its runs; both environments share it. */
export async function readPayloadDays(db: Queries, workspaceId: string): Promise<number> {
  const [workspace] = await db.query(READ_PAYLOAD_DAYS, { workspaceId })
  if (workspace === undefined) throw new Error('the workspace does not exist')
  return workspace.days
}

export const WRITE_PAYLOAD_DAYS = statement<{ workspaceId: string; days: number }>({
  name: 'write_payload_days',
  effect: true,
  text: 'update workspace set payload_days = :days where id = :workspaceId',
})

export async function writePayloadDays(db: Queries, workspaceId: string, days: number): Promise<void> {
  await db.query(WRITE_PAYLOAD_DAYS, { workspaceId, days })
}

/** Ids sort by the time of their creation: the first run after `through` is the oldest that may have a payload. */
const THROUGH = `coalesce((select p.through from payload_purge p
      where p.workspace_id = w.id and p.environment = e.environment), '')`

export const READ_PAYLOADS_TO_PURGE = statement<
  { workspaceId: string; environment: string; at: Date; limit: number },
  WalletId
>({
  name: 'read_payloads_to_purge',
  effect: false,
  text: `select w.id as "workspaceId", e.environment
    from workspace w cross join (values ('live'), ('test')) e (environment)
    where (w.id, e.environment) > (:workspaceId, :environment) and (
      select r.created_at from run r where r.workspace_id = w.id and r.environment = e.environment and r.id > ${THROUGH}
      order by r.id limit 1
    ) < :at::timestamptz - make_interval(days => w.payload_days)
    order by w.id, e.environment limit :limit`,
})

/** Workspaces with payloads that are too old, sorted, after `after`; null: from the first one on. */
export const payloadsToPurge = (
  db: Database,
  { after, at, limit }: { after: WalletId | null; at: Date; limit: number },
): Promise<WalletId[]> =>
  db.query(READ_PAYLOADS_TO_PURGE, {
    workspaceId: after?.workspaceId ?? '',
    environment: after?.environment ?? '',
    at,
    limit,
  })

/** What a run without payloads has, as assignments to the columns of `r`. */
export const EMPTIED_RUN = `input = '{}', subjects = '[]', enrichment = null, callback_url = null,
        raw_request = r.raw_request || '{"path": {}, "query": {}}'`

/** The error of `run r`, which has the note of a person where the run was rejected. */
const WITHOUT_NOTE = `case when r.error ->> 'code' = 'approval_rejected'
          then r.error || '{"message": "The run was rejected. Nothing was charged."}' else r.error end`

/**
 * What an attempt of such a run has, as assignments to the columns of `a`. `sends` is SQL: the run is a send. Of its
 * output those members stay by which a reply finds it, where `kept` holds for their `value`.
 */
export const emptiedAttempt = (sends: string, kept = 'true'): string => `detail = null, raw = null, payload = null,
        subjects = null, output = case when a.outcome = 'succeeded' and ${sends} then (
          select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(a.output)
          where key in (${KEPT_OF_SENDS.map((key) => `'${key}'`).join(', ')}) and ${kept}
        ) end`

/**
 * Deletes the payloads of a workspace's oldest runs, and notes in the same statement how far it has come. It stops
 * before the first run that is under way or waits for its final bill. Billing, history, touches and rows of tables
 * stay, and so do the ids by which replies find a send.
 */
export const PURGE_PAYLOADS = statement<
  { workspaceId: string; environment: Environment; at: Date; limit: number },
  { purged: number }
>({
  name: 'purge_payloads',
  effect: true,
  text: `with oldest as materialized (
      select r.id, r.finished_at is not null and r.final_bill_due_at is null
          and r.created_at < :at::timestamptz - make_interval(days => w.payload_days) as due
      from workspace w cross join (select :environment::text as environment) e
      join run r on r.workspace_id = w.id and r.environment = e.environment and r.id > ${THROUGH}
      where w.id = :workspaceId order by r.id limit :limit
    ), gone as materialized (
      select o.id from oldest o where o.id < coalesce((select min(id) from oldest where not due), 'run_~')
    ), purged as (
      update run r set purged_at = clock_timestamp(), ${EMPTIED_RUN},
        table_result = r.table_result - 'conflicts', error = ${WITHOUT_NOTE}
      from gone g where r.id = g.id
      returning r.id, r.send is not null as sends
    ), emptied as (
      update attempt a set ${emptiedAttempt('p.sends')}
      from purged p where a.run_id = p.id
      returning a.run_id
    ), unexplained as (
      update approval a set note = null from purged p where a.run_id = p.id and a.note is not null
      returning a.run_id
    ), noted as (
      insert into payload_purge (workspace_id, environment, through)
      select :workspaceId, :environment, max(id) from gone having count(*) > 0
      on conflict (workspace_id, environment) do update
        set through = greatest(payload_purge.through, excluded.through)
      returning workspace_id
    )
    select count(*)::integer as purged from purged`,
})

/** How many runs lost their payloads. When the number equals `limit`, there may be more. */
export async function purgePayloads(
  db: Database,
  { workspaceId, environment }: WalletId,
  { at, limit }: { readonly at: Date; readonly limit: number },
): Promise<number> {
  const [row] = await db.query(PURGE_PAYLOADS, { workspaceId, environment, at, limit })
  return row?.purged ?? 0
}
