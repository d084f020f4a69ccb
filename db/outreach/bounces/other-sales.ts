import type { OtherSale } from '../../../domain/bounces/credit.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import { statement } from '../../statement.ts'
import { RUNS_MAX } from './record.ts'

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
