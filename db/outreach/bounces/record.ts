import { ADDRESS_CAPABILITIES, type AddressOutcome, BOUNCE_CREDIT_DAYS } from '../../../domain/bounces/credit.ts'
import { firstIdAt } from '../../../domain/ids/months.ts'
import type { Queries } from '../../database.ts'
import type { StreamOwner } from '../../delivery/events/write.ts'
import { statement } from '../../statement.ts'

const DAY_MS = 86_400_000
/** A run's id is as old as its request, which may wait days for an approval. */
const BEGAN_BEFORE_DAYS_MAX = 30
/** The most runs of one address: a workspace that buys an address every few hours has fewer in 30 days. */
export const RUNS_MAX = 100

/** No run that has ended in the 30 days before a time has an earlier id. */
export const firstSellingRunId = (at: Date): string =>
  firstIdAt('run', at.getTime() - (BOUNCE_CREDIT_DAYS + BEGAN_BEFORE_DAYS_MAX) * DAY_MS)

/** The runs are found by the index of the history, which has every address of every answer. */
export const RECORD_ADDRESS_REPORTS = statement<{
  eventId: string
  outcome: AddressOutcome
  workspaceId: string
  environment: string
  addresses: readonly string[]
  capabilities: readonly string[]
  firstRunId: string
  since: Date
}>({
  name: 'record_address_reports',
  effect: 'within',
  text: `insert into address_report (event_id, run_id, outcome)
    select :eventId, sold.run_id, :outcome
    from unnest(:addresses::text[]) as reported (address) cross join lateral (
      select s.run_id from run_subject s join run r on r.id = s.run_id
      where s.workspace_id = :workspaceId and s.environment = :environment and s.kind = 'email'
        and s.value = reported.address and s.exact and s.run_id >= :firstRunId
        and r.capability = any (:capabilities::text[]) and r.delivered_attempt is not null
        and r.status = 'succeeded' and r.finished_at > :since and r.address_outcome is distinct from 'bounced'
        and r.address_outcome is distinct from :outcome
      order by s.run_id desc limit ${RUNS_MAX}
    ) sold
    on conflict do nothing`,
})

export interface AddressReport extends StreamOwner {
  readonly eventId: string
  readonly outcome: AddressOutcome
  /** Normalized. */
  readonly addresses: readonly string[]
  readonly receivedAt: Date
}

/**
 * Stores which runs of the last 30 days have sold an address that a report is about; most addresses were sold by none.
 * The sweep `addressReports` then applies the report to each.
 */
export async function recordAddressReports(
  tx: Queries,
  { eventId, outcome, workspaceId, environment, addresses, receivedAt }: AddressReport,
): Promise<void> {
  if (addresses.length === 0) return
  await tx.query(RECORD_ADDRESS_REPORTS, {
    eventId,
    outcome,
    workspaceId,
    environment,
    addresses,
    capabilities: ADDRESS_CAPABILITIES,
    firstRunId: firstSellingRunId(receivedAt),
    since: new Date(receivedAt.getTime() - BOUNCE_CREDIT_DAYS * DAY_MS),
  })
}
