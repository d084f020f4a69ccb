import type { ErasureSubject } from '../../domain/erasures/subject.ts'
import type { StreamOwner } from '../delivery/events/write.ts'
import type { Database, Queries } from '../database.ts'
import { statement } from '../statement.ts'
import { ERASURE_COLUMNS, type StoredErasure } from './erasures.ts'

export const INSERT_REQUESTED_ERASURE = statement<
  {
    id: string
    workspaceId: string
    environment: string
    kind: string
    subject: string
    runId: string
    requestedAt: Date
    remindAt: Date
  },
  { id: string }
>({
  name: 'insert_requested_erasure',
  effect: 'within',
  text: `insert into erasure (id, workspace_id, environment, kind, subject, keep_suppression, request, run_id,
      requester, remind_at, created_at, sweep_at)
    values (:id, :workspaceId, :environment, :kind, :subject, true, 'requested', :runId,
      erased_name_v1(:workspaceId, :kind, :subject), :remindAt, :requestedAt, 'infinity')
    on conflict (workspace_id, environment, requester) where request = 'requested' do nothing
    returning id`,
})

/** What became of the last request of a person. */
export interface LastRequest {
  readonly request: 'requested' | 'approved' | 'rejected'
  readonly at: Date
  readonly decidedAt: Date | null
  readonly finishedAt: Date | null
  readonly note: string | null
}

export const READ_LAST_REQUEST = statement<
  { workspaceId: string; environment: string; kind: string; subject: string },
  LastRequest
>({
  name: 'read_last_erasure_request',
  effect: false,
  neverNull: { 'a requester has a request (check)': ['request'] },
  text: `select request, created_at as at, decided_at as "decidedAt", finished_at as "finishedAt", note from erasure
    where workspace_id = :workspaceId and environment = :environment
      and requester = erased_name_v1(:workspaceId, :kind, :subject)
    order by id desc limit 1`,
})

/** null: the person has requested none. */
export async function readLastRequest(
  db: Queries,
  { workspaceId, environment }: StreamOwner,
  { kind, value }: ErasureSubject,
): Promise<LastRequest | null> {
  const [row] = await db.query(READ_LAST_REQUEST, { workspaceId, environment, kind, subject: value })
  return row ?? null
}

export interface ErasureDecision {
  readonly erasureId: string
  readonly verdict: 'approved' | 'rejected'
  readonly decidedBy: string
  readonly note: string | null
}

export const DECIDE_ERASURE = statement<
  {
    id: string
    workspaceId: string
    environment: string
    verdict: string
    decidedBy: string
    note: string | null
  },
  StoredErasure
>({
  name: 'decide_requested_erasure',
  effect: true,
  text: `update erasure set request = :verdict, decided_by = :decidedBy, decided_at = clock_timestamp(), note = :note,
      remind_at = null, sweep_at = case when :verdict = 'approved' then clock_timestamp() end,
      finished_at = case when :verdict = 'rejected' then clock_timestamp() end,
      subject = case when :verdict = 'approved' then subject end
    where id = :id and workspace_id = :workspaceId and environment = :environment and request = 'requested'
    returning ${ERASURE_COLUMNS}`,
})

/** Decides a request, or returns null: there is none with this id that waits. */
export async function decideRequestedErasure(
  db: Database,
  { workspaceId, environment }: StreamOwner,
  { erasureId, verdict, decidedBy, note }: ErasureDecision,
): Promise<StoredErasure | null> {
  const [row] = await db.query(DECIDE_ERASURE, { id: erasureId, workspaceId, environment, verdict, decidedBy, note })
  return row ?? null
}

export interface RequestToRemind extends StreamOwner {
  readonly id: string
  readonly kind: ErasureSubject['kind']
  readonly runId: string
  readonly requestedAt: Date
  readonly remindAt: Date
}

export const READ_REQUESTS_TO_REMIND = statement<{ limit: number }, RequestToRemind>({
  name: 'read_erasure_requests_to_remind',
  effect: false,
  neverNull: { 'a reminder is of a request (check)': ['runId'] },
  text: `select id, workspace_id as "workspaceId", environment, kind, run_id as "runId", created_at as "requestedAt",
      remind_at as "remindAt"
    from erasure where remind_at < now() order by remind_at limit :limit`,
})

/** Requests whose workspace is to be reminded now, the oldest first. */
export const readRequestsToRemind = (db: Database, limit: number): Promise<RequestToRemind[]> =>
  db.query(READ_REQUESTS_TO_REMIND, { limit })

/** Nothing where another worker was first, or the request was decided. */
export const NOTE_REMINDED = statement<{ id: string; remindAt: Date; next: Date | null }, { id: string }>({
  name: 'note_erasure_reminded',
  effect: 'within',
  text: 'update erasure set remind_at = :next where id = :id and remind_at = :remindAt returning id',
})
