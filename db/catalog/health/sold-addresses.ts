import type { AddressCounts } from '../../../domain/bounces/accuracy.ts'
import type { AddressOutcome } from '../../../domain/bounces/credit.ts'
import { WINDOW_DAYS } from '../../../domain/routing/thresholds.ts'
import type { Database, Queries } from '../../database.ts'
import { statement } from '../../statement.ts'
import { COUNTED } from './counted.ts'
import { HIT_JOINS, HIT_KEY, HIT_VALUES, IS_LOOKUP } from './hit-sql.ts'

export const COUNT_SOLD_ADDRESS = statement<{ runId: string; delivered: number; bounced: number }>({
  name: 'count_sold_address',
  effect: 'within',
  text: `insert into sold_address_day as s (day, provider, capability, delivered, bounced)
    select (a.finished_at at time zone 'UTC')::date, a.provider, a.capability, greatest(:delivered::integer, 0),
      :bounced::integer
    from run r join attempt a on a.run_id = r.id and a.number = r.delivered_attempt
    where r.id = :runId and r.environment = 'live'
    on conflict (day, provider, capability) do update set delivered = greatest(s.delivered + :delivered::integer, 0),
      bounced = s.bounced + :bounced::integer`,
})

/** In the order in which `fold_health` writes the same rows, so that the two never wait for each other. */
export const COUNT_BOUNCED_HIT = statement<{ runId: string }>({
  name: 'count_bounced_hit',
  effect: 'within',
  text: `insert into offer_hits_day as h (${HIT_KEY}, found, missed, bounced)
    select distinct ${HIT_KEY}, 0, 0, 1 from (
      select ${HIT_VALUES}
      from (select * from attempt where run_id = :runId and ${COUNTED}) c ${HIT_JOINS}
      where c.number = r.delivered_attempt and ${IS_LOOKUP}
    ) hit order by ${HIT_KEY}
    on conflict (${HIT_KEY}) do update set bounced = h.bounced + 1`,
})

export interface CountedReport {
  readonly runId: string
  readonly outcome: AddressOutcome
  /** What was counted of this run before. */
  readonly before: AddressOutcome | null
  /** A bounce is not, where it was counted with another run that has sold the address. */
  readonly counted: boolean
}

/**
 * Counts what became of the address that a live run has sold, by the day of the run's answer. A find that bounced is no
 * hit of its provider; own keys have no hits, and count as sold addresses alone.
 */
export async function countSoldAddress(tx: Queries, { runId, outcome, before, counted }: CountedReport): Promise<void> {
  const delivered = outcome === 'delivered' ? 1 : before === 'delivered' ? -1 : 0
  const bounced = outcome === 'bounced' && counted
  if (delivered !== 0 || bounced) await tx.query(COUNT_SOLD_ADDRESS, { runId, delivered, bounced: bounced ? 1 : 0 })
  if (bounced) await tx.query(COUNT_BOUNCED_HIT, { runId })
}

export const READ_SOLD_ADDRESSES = statement<{ windowDays: number }, AddressCounts & { readonly provider: string }>({
  name: 'read_sold_addresses',
  effect: false,
  text: `select provider, sum(delivered)::integer as delivered, sum(bounced)::integer as bounced
    from sold_address_day where day > (now() at time zone 'UTC')::date - :windowDays::integer group by provider`,
})

/** By provider: the sold addresses of the last 30 days that mail was delivered to, or bounced from. */
export type SoldAddresses = ReadonlyMap<string, AddressCounts>

export async function readSoldAddresses(db: Database): Promise<SoldAddresses> {
  const rows = await db.query(READ_SOLD_ADDRESSES, { windowDays: WINDOW_DAYS })
  return new Map(rows.map(({ provider, ...counts }) => [provider, counts]))
}
