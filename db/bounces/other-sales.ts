import { BOUNCE_CREDIT_DAYS, type OtherSale, soldAddress } from '../../domain/bounces/credit.ts'
import type { JsonObject } from '../../domain/json/json.ts'
import type { Environment } from '../../domain/runs/states.ts'
import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'
import { firstSellingRunId, RUNS_MAX } from './record.ts'

export interface Sale {
  readonly eventId: string
  readonly runId: string
  readonly workspaceId: string
  readonly environment: Environment
  readonly address: string
  readonly soldAt: Date
}

interface StoredSale extends Omit<OtherSale, 'address'> {
  readonly capability: string
  readonly input: JsonObject
  readonly output: JsonObject | null
}

/** Those that have bounced come first: one of them is enough. */
export const READ_OTHER_SALES = statement<
  { eventId: string; runId: string; address: string; firstRunId: string; days: number },
  StoredSale
>({
  name: 'read_other_sales',
  effect: false,
  text: `select o.capability, o.input, a.output, o.address_outcome as outcome,
      (o.finished_at, o.id) > (r.finished_at, r.id) as later,
      exists (select from address_report p where p.event_id = :eventId and p.run_id = o.id) as waits
    from run r join attempt d on d.run_id = r.id and d.number = r.delivered_attempt
      join run_subject s on s.workspace_id = r.workspace_id and s.environment = r.environment and s.kind = 'email'
        and s.value = :address and s.exact and s.run_id >= :firstRunId and s.run_id <> r.id
      join run o on o.id = s.run_id and o.capability = r.capability and o.status = 'succeeded'
        and (coalesce(o.charged, 0) > 0) = (coalesce(r.charged, 0) > 0)
        and o.finished_at > r.finished_at - make_interval(days => :days::integer)
      join attempt a on a.run_id = o.id and a.number = o.delivered_attempt and a.provider = d.provider
    where r.id = :runId
    order by o.address_outcome is distinct from 'bounced', s.run_id desc limit ${RUNS_MAX}`,
})

export const LOCK_CREDITED_WALLET = statement<{ workspaceId: string; environment: Environment }>({
  name: 'lock_credited_wallet',
  effect: 'within',
  text: 'select from wallet where workspace_id = :workspaceId and environment = :environment for update',
})

/**
 * The other runs of a workspace that have sold an address. Where there are some, they are read with the wallet locked:
 * reports are then applied to them one after the other.
 */
export async function otherSales(tx: Queries, sale: Sale): Promise<readonly OtherSale[]> {
  const { workspaceId, environment, soldAt, ...named } = sale
  const values = { ...named, firstRunId: firstSellingRunId(soldAt), days: BOUNCE_CREDIT_DAYS }
  const seen = await tx.query(READ_OTHER_SALES, values)
  if (seen.length === 0) return []
  await tx.query(LOCK_CREDITED_WALLET, { workspaceId, environment })
  const others = await tx.query(READ_OTHER_SALES, values)
  return others.map(({ later, outcome, waits, ...answer }) => ({
    address: soldAddress(answer),
    later,
    outcome,
    waits,
  }))
}
