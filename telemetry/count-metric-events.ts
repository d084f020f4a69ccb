import type { MetricEvent } from '../domain/metrics/events.ts'
import type { Microdollars } from '../domain/money/microdollars.ts'
import { NONE } from './labels.ts'
import type { Meter } from './meter.ts'

/** Counts the metric events that this process has committed (`DatabaseOptions.onMetricEvent`). */
export const countMetricEvents =
  (meter: Meter) =>
  (fact: MetricEvent): void => {
    switch (fact.kind) {
      case 'run_reserved':
        return meter.observe(
          'run_queue_latency_seconds',
          { environment: fact.environment, kind: fact.run },
          fact.seconds,
        )
      case 'run_ended':
        return countEnd(meter, fact)
      case 'bill_closed':
        return meter.add(
          'final_bills_usd_total',
          { environment: fact.environment, direction: fact.change < 0n ? 'taken_off' : 'added' },
          Math.abs(usd(fact.change)),
        )
      case 'reservation_refused':
        return meter.add('reservations_refused_total', { environment: fact.environment, control: fact.control })
      case 'attempt_ended':
        return countAttempt(meter, fact)
      case 'cost_unreadable':
        return meter.add('provider_cost_unreadable_total', { provider: fact.provider })
      case 'delivery_attempted':
        meter.add('webhook_attempts_total', { environment: fact.environment, outcome: fact.outcome })
        return meter.observe('webhook_attempt_duration_seconds', {}, fact.seconds)
      case 'endpoint_disabled':
        return meter.add('webhook_endpoints_disabled_total', {})
      case 'events_written':
        for (const type of fact.types) meter.add('events_written_total', { environment: fact.environment, type })
        return
      case 'topup_ended':
        return countTopup(meter, fact)
      case 'stripe_event':
        return meter.add('stripe_events_total', { outcome: fact.outcome })
    }
  }

/** A metric is a float: exact to a cent far beyond any sum between two scrapes. */
const usd = (amount: Microdollars): number => Number(amount) / 1_000_000

function countEnd(
  meter: Meter,
  { environment, run: kind, status, code, seconds, charged, provider }: Extract<MetricEvent, { kind: 'run_ended' }>,
): void {
  meter.add('runs_ended_total', { environment, kind, status, code: code ?? NONE })
  meter.observe('run_duration_seconds', { environment, kind }, seconds)
  if (charged > 0n) meter.add('charged_usd_total', { environment, provider: provider ?? NONE }, usd(charged))
}

function countAttempt(
  meter: Meter,
  { environment, provider, outcome, seconds, cost }: Extract<MetricEvent, { kind: 'attempt_ended' }>,
): void {
  meter.add('provider_attempts_total', { environment, provider, outcome })
  if (outcome !== 'skipped' && outcome !== 'cancelled')
    meter.observe('provider_attempt_duration_seconds', { provider }, seconds)
  if (cost > 0n) meter.add('provider_cost_usd_total', { environment, provider }, usd(cost))
}

function countTopup(
  meter: Meter,
  { environment, origin, status, simulated, amount }: Extract<MetricEvent, { kind: 'topup_ended' }>,
): void {
  meter.add('topups_ended_total', { environment, origin, status, simulated: String(simulated) })
  if (status === 'paid') meter.add('topups_paid_usd_total', { environment, simulated: String(simulated) }, usd(amount))
}
