import { actorIn } from '../../../domain/catalog/known-actors.ts'
import { buildRequest, type EndpointBody } from '../../../domain/catalog/request.ts'
import { faultsText } from '../../../domain/catalog/pointer.ts'
import type { BillCall, BillReading, EndpointCaller } from '../../../domain/providers/endpoint-call.ts'
import type { AdapterResult } from '../../../domain/providers/manifest.ts'
import { microdollarsOf, type ReportedCost } from '../../../domain/providers/reported-cost.ts'
import type { ProviderRequestBody } from '../http.ts'
import { withAnswer } from '../refusal-detail.ts'
import { type ApifyAccount, readRunOnce } from './client.ts'
import { hasEnded } from './map.ts'
import { type ActorEnd, runActor } from './run-actor.ts'

/**
 * Runs actors as raw endpoints (Spec 4.3.4, 4.3.5). Every endpoint that starts a run is served the same way: the run is
 * started, its id is committed, and its end is awaited. `result.data` holds the run as the provider shows it, and its
 * items. `reserved`: query parameters that only the service sets.
 */
export function createActorCaller(account: ApifyAccount, reserved: readonly string[]): Required<EndpointCaller> {
  return {
    async call(call) {
      const built = buildRequest(call.endpoint, call.request, reserved)
      if (!built.ok) return { kind: 'failed', outcome: 'rejected', detail: faultsText(built.faults) }
      const end = await runActor(account, {
        actorId: actorIn(call.endpoint.endpoint) ?? encodeURIComponent(String(call.request.path?.['actorId'] ?? '')),
        body: bodyOf(built.body),
        query: Object.fromEntries(built.query),
        cap: call.cap,
        limitPermissions: call.cap !== null,
        deadlineMs: call.deadlineMs,
        signal: call.signal,
        resume: call.resume,
        onStarted: call.onStarted,
      })
      return resultOf(end, account.apiKey)
    },
    readBill: (call) => readBill(account, call),
  }
}

/** A cost that cannot be read may be any amount, so it is not nothing. */
const isNothing = (cost: ReportedCost): boolean => cost.kind === 'absent' || microdollarsOf(cost) === 0n

const bodyOf = (body: EndpointBody | null): ProviderRequestBody => ({
  kind: 'json',
  value: body?.encoding === 'json' ? body.value : {},
})

function resultOf(end: ActorEnd, apiKey: string): AdapterResult {
  if (end.kind === 'failed') {
    const { failure, answer } = end
    return answer === null ? failure : { ...failure, detail: withAnswer(failure.detail, answer, apiKey) }
  }
  const { run, items, truncated, outOfTime, rateCard } = end
  const stopped = run.status !== 'SUCCEEDED'
  if (items.length === 0 && stopped) {
    return {
      kind: 'failed',
      outcome: outOfTime || run.status === 'TIMED-OUT' ? 'provider_timeout' : 'provider_error',
      detail: `the run ended as ${run.status} without items`,
    }
  }
  // An empty data set without a cost is a miss; a run that cost something has stored its results elsewhere.
  if (items.length === 0 && isNothing(run.cost))
    return { kind: 'noMatch', detail: 'the run collected no items', raw: run.raw }
  return {
    kind: 'delivered',
    output: { data: { run: run.raw, items: [...items], ...(truncated ? { items_truncated: true } : {}) }, raw: true },
    raw: null,
    units: items.length,
    cost: run.cost,
    rateCard,
    ...(stopped ? { detail: `partial: the run ended as ${run.status}; ${items.length} items were kept` } : {}),
  }
}

/**
 * The bill is final once the run has ended and its cost is booked. If the provider does not answer, the bill is
 * requested again later.
 */
async function readBill(account: ApifyAccount, call: BillCall): Promise<BillReading> {
  const { run, outcome } = await readRunOnce(account, call.externalId, call.signal, call.deadlineMs)
  if (run === null)
    return { kind: 'pending', cost: null, detail: outcome.kind === 'answer' ? `HTTP ${outcome.status}` : outcome.kind }
  if (!hasEnded(run)) return { kind: 'pending', cost: microdollarsOf(run.cost), detail: `the run is ${run.status}` }
  switch (run.cost.kind) {
    case 'amount':
      return { kind: 'final', cost: run.cost.amount }
    case 'absent':
      return { kind: 'pending', cost: null, detail: 'no cost is booked' }
    case 'unreadable':
      return run.cost
  }
}
