import { faultsText } from '../../../domain/catalog/pointer.ts'
import { buildRequest, type RawInput } from '../../../domain/catalog/request.ts'
import type { BillReading, EndpointCall, EndpointCaller } from '../../../domain/providers/endpoint-call.ts'
import { isJsonList, type Json } from '../../../domain/json/json.ts'
import type { AdapterResult } from '../../../domain/providers/manifest.ts'
import { ABSENT, amount, type ReportedCost } from '../../../domain/providers/reported-cost.ts'
import { waitFor } from './adapter.ts'
import { actorAnswer, actorBill, jsonAnswer, plainOf, taskAnswer } from './answers-endpoints.ts'
import { readScenario, type Scenario } from '../../../domain/sandbox/scenario.ts'
import { seedOf } from './seed.ts'

/**
 * The mock behind every raw endpoint of the sandbox. It checks the request like a live call, answers from the request
 * alone and plays the scenarios in it. Every answer is marked as simulated.
 */
export function createSandboxEndpoints(): EndpointCaller {
  return {
    async call(call) {
      const built = buildRequest(call.endpoint, call.request)
      if (!built.ok) return { kind: 'failed', outcome: 'rejected', detail: faultsText(built.faults) }
      const scenario = scenarioOf(call.request)
      if (call.endpoint.bodyType === 'actor_input') await startedRun(call)
      const waited = await waitFor(scenario.slowSeconds * 1000, call)
      if (!waited) return timeout('the simulated answer took longer than the deadline or was no longer wanted')
      return misbehaviour(scenario) ?? delivery(call, scenario)
    },
    async readBill({ request }): Promise<BillReading> {
      const scenario = scenarioOf(request)
      return { kind: 'final', cost: actorBill(actorItems(request, scenario), scenario.finalBill) }
    },
  }
}

export const scenarioOf = ({ input, path, query }: RawInput): Scenario =>
  readScenario([plainOf(input), path ?? null, query ?? null])

/** The id of the simulated run, committed like a real run's. */
async function startedRun(call: EndpointCall): Promise<void> {
  if (call.resume === null) await call.onStarted(`simulated-${seedOf(call.idempotencyKey).id('run')}`)
}

function misbehaviour({ outcome, partial }: Scenario): AdapterResult | null {
  switch (outcome) {
    case 'error':
      return { kind: 'failed', outcome: 'provider_error', detail: 'simulated provider error' }
    case 'timeout':
      return timeout('simulated timeout, answered at once instead of after the deadline')
    case 'noMatch':
      return partial
        ? timeout('simulated: stopped before anything was collected')
        : { kind: 'noMatch', detail: 'simulated: nothing matches', raw: { simulated: true, match: null } }
    case 'deliver':
      return null
  }
}

const timeout = (detail: string): AdapterResult => ({ kind: 'failed', outcome: 'provider_timeout', detail })

function delivery(call: EndpointCall, scenario: Scenario): AdapterResult {
  switch (call.endpoint.bodyType) {
    case 'task': {
      const { payload, cost, units } = taskAnswer(call)
      return delivered(payload, { cost: amount(cost), units })
    }
    case 'actor_input': {
      const { payload, cost, rateCard, units } = actorAnswer(call, {
        items: actorItems(call.request, scenario),
        partial: scenario.partial,
      })
      return {
        ...delivered(payload, { cost: amount(cost), units }),
        rateCard: amount(rateCard),
        ...(scenario.partial ? { detail: 'partial: simulated stop at the timeout, items kept' } : {}),
      }
    }
    case 'json':
      return delivered(jsonAnswer(call), { cost: ABSENT, units: 1 })
  }
}

type Delivered = Extract<AdapterResult, { kind: 'delivered' }>

function delivered(data: Json, { cost, units }: { readonly cost: ReportedCost; readonly units: number }): Delivered {
  return { kind: 'delivered', output: { data, raw: true, simulated: true }, raw: null, units, cost }
}

const ITEMS = 5
const ITEMS_OF_PARTIAL = 2

/** The requested number, up to a few; fewer when the run is stopped. */
function actorItems({ input }: RawInput, { partial }: Scenario): number {
  if (partial) return ITEMS_OF_PARTIAL
  const limit =
    input === undefined || isJsonList(input) ? undefined : (input.maxItems ?? input.resultsLimit ?? input.limit)
  return typeof limit === 'number' && limit >= 1 ? Math.min(Math.floor(limit), ITEMS) : ITEMS
}
