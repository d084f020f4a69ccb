import type { Metadata } from '../../domain/runs/metadata.ts'
import type { EndedStatus } from '../../domain/runs/states.ts'
import type { Database } from '../database.ts'
import type { StreamOwner } from '../delivery/events/write.ts'
import { statement } from '../statement.ts'

export const READ_UNREPORTED_STREAMS = statement<{ limit: number }, StreamOwner>({
  name: 'read_unreported_streams',
  effect: false,
  text: `select distinct workspace_id as "workspaceId", environment from unreported_run limit :limit`,
})

/** Streams of workspaces with runs whose end is not on the stream yet. */
export const readUnreportedStreams = (db: Database, limit: number): Promise<StreamOwner[]> =>
  db.query(READ_UNREPORTED_STREAMS, { limit })

export interface FinishedRun {
  readonly id: string
  readonly status: EndedStatus
  readonly work: string
  readonly provider: string | null
  readonly charged: bigint
  readonly error: string | null
  readonly at: Date
  readonly callbackUrl: string | null
  readonly metadata: Metadata | null
}

/** What is deleted here is on the stream when the transaction commits; another process skips it until then. */
export const TAKE_FINISHED_RUNS = statement<{ workspaceId: string; environment: string; limit: number }, FinishedRun>({
  name: 'take_finished_runs',
  effect: 'within',
  neverNull: {
    'a run to report has ended': ['at'],
    'a run has a capability or an endpoint (check)': ['work'],
  },
  text: `with due as materialized (
      select run_id from unreported_run where workspace_id = :workspaceId and environment = :environment
      order by run_id limit :limit for update skip locked
    ), taken as (
      delete from unreported_run u using due d where u.run_id = d.run_id
    )
    select r.id, r.status, coalesce(r.capability, r.endpoint) as work, r.provider, coalesce(r.charged, 0) as charged,
      r.error ->> 'code' as error, r.finished_at as at,
      r.callback_url as "callbackUrl", r.metadata
    from due d join run r on r.id = d.run_id
    order by r.finished_at, r.id`,
})
