import { type EndpointTraffic, LATENCY_MS_EXPECTED, latencyAfter, turnAt } from '../../domain/webhooks/turns.ts'

/** `done` ends a turn, with what the attempt took in milliseconds. */
export type TakenTurn = { readonly kind: 'taken'; done(latencyMs: number): void } | { readonly kind: 'later'; readonly afterMs: number }

/** The attempts that this worker has under way, by endpoint. */
export interface Turns {
  take(endpoint: { readonly webhookId: string; readonly failing: boolean; readonly test: boolean }): TakenTurn
}

/** Endpoints that are remembered while nothing is under way at them. */
const IDLE_MAX = 5_000

/** `now` in milliseconds of a clock that never goes back. */
export function createTurns(now: () => number): Turns {
  const byEndpoint = new Map<string, EndpointTraffic>()
  let failingUnderway = 0

  const trafficOf = (webhookId: string): EndpointTraffic =>
    byEndpoint.get(webhookId) ?? { underway: 0, latencyMs: LATENCY_MS_EXPECTED, lastTurnAt: 0 }

  function forgetIdle(): void {
    if (byEndpoint.size <= IDLE_MAX) return
    for (const [webhookId, { underway }] of byEndpoint) if (underway === 0) byEndpoint.delete(webhookId)
  }

  return {
    take({ webhookId, failing, test }) {
      const traffic = trafficOf(webhookId)
      const turn = turnAt(traffic, { failing, test, failingUnderway, now: now() })
      if (turn.kind === 'later') {
        byEndpoint.set(webhookId, { ...traffic, lastTurnAt: turn.turnAt })
        return { kind: 'later', afterMs: turn.afterMs }
      }
      byEndpoint.set(webhookId, { ...traffic, underway: traffic.underway + 1 })
      if (failing) failingUnderway += 1
      return {
        kind: 'taken',
        done(latencyMs) {
          const { underway, latencyMs: before, lastTurnAt } = trafficOf(webhookId)
          byEndpoint.set(webhookId, { underway: underway - 1, latencyMs: latencyAfter(before, latencyMs), lastTurnAt })
          if (failing) failingUnderway -= 1
          forgetIdle()
        },
      }
    },
  }
}
