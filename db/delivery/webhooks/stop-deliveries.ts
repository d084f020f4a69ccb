import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'

/**
 * Takes some tenths of a second in the statement that disables the endpoint. With a million, that statement would time
 * out and disable nothing.
 */
export const STOPPED_AT_ONCE = 20_000

/**
 * Stops the waiting deliveries of an endpoint that is being disabled (Spec 3.2): `endpoint` names a part of the
 * statement that has the endpoint's `id`, already locked. Tests continue, because they check whether a disabled
 * endpoint answers again. The workflows of the stopped deliveries notice by themselves. The newest deliveries, which
 * are the ones shown, stop here. The others stop at their next step, as does a delivery that is written at the same
 * time.
 */
export const stopDeliveriesSql = (endpoint: string, but = `''`): string => `update webhook_delivery d
      set status = 'failed', next_attempt_at = null, sweep_at = null
      from ${endpoint} stopping cross join lateral (select coalesce((
        select p.id from webhook_delivery p where p.webhook_id = stopping.id and p.status = 'pending'
          order by p.id desc offset ${STOPPED_AT_ONCE} limit 1
      ), '') as id) newest_left
      where d.webhook_id = stopping.id and (d.webhook_id, d.id) > (stopping.id, newest_left.id) and d.status = 'pending'
        and d.test_event is null and d.id <> ${but}
      returning d.id`

export const STOP_DELIVERY = statement<{ id: string; generation: number }>({
  name: 'stop_delivery',
  effect: true,
  text: `update webhook_delivery set status = 'failed', next_attempt_at = null, sweep_at = null
    where id = :id and status = 'pending' and generation = :generation`,
})

/** Stops one delivery that was written while its endpoint was being disabled, or whose event is no longer kept. */
export async function stopDelivery(
  db: Database,
  { id, generation }: { readonly id: string; readonly generation: number },
): Promise<void> {
  await db.query(STOP_DELIVERY, { id, generation })
}
