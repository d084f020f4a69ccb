import type { AddressOutcome } from '../../../domain/bounces/credit.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import type { Metadata } from '../../../domain/runs/metadata.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'

/** One run that has sold an address that a provider's report is about. */
export interface DueReport {
  readonly eventId: string
  readonly runId: string
}

/** A report may come before its send is stored: it is looked at again after seconds, and later after minutes. */
export const CLAIM_ADDRESS_REPORTS = statement<{ limit: number }, DueReport>({
  name: 'claim_address_reports',
  effect: true,
  text: `with due as materialized (
      select event_id, run_id from address_report where look_at <= clock_timestamp() order by look_at limit :limit
        for update skip locked
    )
    update address_report p set look_at = clock_timestamp() + least(
      greatest((clock_timestamp() - p.created_at) / 2, interval '2 seconds'), interval '10 minutes')
    from due where p.event_id = due.event_id and p.run_id = due.run_id
    returning p.event_id as "eventId", p.run_id as "runId"`,
})

export const claimAddressReports = (db: Database, limit: number): Promise<DueReport[]> =>
  db.query(CLAIM_ADDRESS_REPORTS, { limit })

export interface StoredReport {
  readonly outcome: AddressOutcome
  readonly expired: boolean
  readonly workspaceId: string
  readonly environment: Environment
  readonly capability: string | null
  readonly input: JsonObject
  readonly output: JsonObject | null
  readonly charged: bigint | null
  readonly metadata: Metadata | null
  readonly soldAt: Date
  readonly billDue: boolean
  readonly before: AddressOutcome | null
  readonly sentAt: Date | null
  readonly recipients: readonly string[] | null
}

/**
 * The send is found by the id of the message that the report names, in the workspace of the run: a message that this
 * workspace has not sent moves no money. A send whose outcome is unknown has no id.
 */
export const LOCK_REPORT = statement<{ eventId: string; runId: string; waitDays: number }, StoredReport>({
  name: 'lock_address_report',
  effect: 'within',
  neverNull: { 'a report is of an address that an ended run has sold': ['soldAt'] },
  text: `select p.outcome, p.created_at < clock_timestamp() - make_interval(days => :waitDays::integer) as expired,
      r.workspace_id as "workspaceId", r.environment, r.capability, r.input, a.output, r.charged, r.metadata,
      r.finished_at as "soldAt", r.final_bill_due_at is not null as "billDue", r.address_outcome as before,
      send.started_at as "sentAt", send.recipients
    from address_report p join run r on r.id = p.run_id
      left join attempt a on a.run_id = r.id and a.number = r.delivered_attempt
      left join event e on e.id = p.event_id
      left join lateral (
        select t.started_at, array(select one ->> 'value' from jsonb_array_elements(s.send -> 'recipients') one
          where one ->> 'kind' = 'email') as recipients
        from attempt t join run s on s.id = t.run_id
        where t.output ->> 'message_id' = any (spellings_v1(e.data ->> 'message_id'))
          and t.capability = 'email.send' and t.outcome = 'succeeded'
          and s.workspace_id = r.workspace_id and s.environment = r.environment
        order by t.run_id desc limit 1
      ) send on true
    where p.event_id = :eventId and p.run_id = :runId
    for update of p, r`,
})

/** The constraint of `credited` repeats that a run gets back no more than its charge. */
export const NOTE_OUTCOME = statement<{ runId: string; outcome: AddressOutcome; credit: string }, { id: string }>({
  name: 'note_address_outcome',
  effect: 'within',
  text: `update run set address_outcome = :outcome, credited = nullif(:credit::bigint, 0)
    where id = :runId and address_outcome is distinct from 'bounced' returning id`,
})

export const DELETE_REPORT = statement<{ eventId: string; runId: string }>({
  name: 'delete_address_report',
  effect: 'within',
  text: 'delete from address_report where event_id = :eventId and run_id = :runId',
})
