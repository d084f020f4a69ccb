import { isItems, isMembers, type AnswerShape } from '../../../domain/catalog/answer-shape.ts'
import type { EndpointCall } from '../../../domain/providers/endpoint-call.ts'
import { isJsonList, type Json, type JsonObject, objectOf } from '../../../domain/json/json.ts'
import { formatUsd, type Microdollars, parseUsd } from '../../../domain/money/microdollars.ts'
import { targetOf } from '../../../domain/raw/request.ts'
import { labelled, questionOf, valueOf } from './answer-values.ts'
import { seedOf, type Seed } from './seed.ts'

/** The prices of the simulated providers, close to those of real ones. */
const TASK_COST = parseUsd('0.002')
const ACTOR_ITEM_COST = parseUsd('0.003')
const ACTOR_START_COST = parseUsd('0.001')

const NOTICE = 'Simulated answer of the sandbox: no provider was called.'

/** One completed task for each task of the request, in the form of a provider that answers with task arrays. */
export function taskAnswer(call: EndpointCall): { payload: JsonObject; cost: Microdollars; units: number } {
  const { input } = call.request
  const tasks: readonly Json[] = Array.isArray(input) ? input : [plainOf(input)]
  const cost = TASK_COST * BigInt(tasks.length)
  const answered = tasks.map((task, index): JsonObject => {
    const seed = seedOf(call.endpoint.endpoint, task, index)
    const single = { endpoint: call.endpoint, request: { ...call.request, input: [task] } }
    const frame = described(single, (shape) => itemAt(memberAt(shape, 'tasks')), ['task', index])
    // Built separately, so that its list is the outermost one.
    const result = described(single, (shape) => itemAt(memberAt(itemAt(memberAt(shape, 'tasks')), 'result')), [
      'result',
      index,
    ])
    return {
      ...frame,
      id: seed.id('task'),
      status_code: 20_000,
      status_message: 'Ok.',
      cost: numberOf(TASK_COST),
      result_count: 1,
      path: call.endpoint.endpoint.split('/').filter((part) => part !== ''),
      data: task,
      result:
        Object.keys(result).length > 0
          ? [{ simulated: true, ...result }]
          : (plainResult(frame) ?? [recordOf(seed, call)]),
    }
  })
  return {
    payload: {
      ...described(call, (shape) => withoutMember(shape, 'tasks'), []),
      simulated: true,
      ...(call.endpoint.answer === undefined && { notice: NOTICE }),
      status_code: 20_000,
      status_message: 'Ok.',
      cost: numberOf(cost),
      tasks_count: tasks.length,
      tasks_error: 0,
      tasks: answered,
    },
    cost,
    units: tasks.length,
  }
}

interface ActorAnswer {
  readonly payload: JsonObject
  readonly cost: Microdollars
  readonly rateCard: Microdollars
  readonly units: number
}

/** An actor's run and its items. Its first reported cost excludes the start, because real actors book events late. */
export function actorAnswer(
  call: EndpointCall,
  { items, partial }: { readonly items: number; readonly partial: boolean },
): ActorAnswer {
  const seed = seedOf(call.endpoint.endpoint, plainOf(call.request.input), call.request.path ?? null)
  const rateCard = ACTOR_ITEM_COST * BigInt(items)
  return {
    payload: {
      simulated: true,
      notice: NOTICE,
      run: {
        ...described(call, (shape) => memberAt(shape, 'data'), []),
        id: seed.id('run'),
        status: partial ? 'TIMED-OUT' : 'SUCCEEDED',
        usageTotalUsd: numberOf(rateCard),
        defaultDatasetId: seed.id('dataset'),
        chargedEventCounts: { 'apify-default-dataset-item': items },
        maxTotalChargeUsd: call.cap === null ? null : numberOf(call.cap),
      },
      items: Array.from({ length: items }, (_, index) => itemOf(seedOf(seed.id('items'), index), index, call)),
    },
    cost: rateCard,
    rateCard,
    units: items,
  }
}

/** The final bill: the items; or, in the scenarios, the start and twice the items, or half of the items. */
export function actorBill(items: number, scenario: 'as reported' | 'up' | 'down'): Microdollars {
  const carded = ACTOR_ITEM_COST * BigInt(items)
  switch (scenario) {
    case 'as reported':
      return carded
    case 'up':
      return carded * 2n + ACTOR_START_COST
    case 'down':
      return carded / 2n
  }
}

/** The answer that the provider's document describes; without a description, the request and a matching record. */
export function jsonAnswer(call: EndpointCall): Json {
  const { answer } = call.endpoint
  if (answer !== undefined) return labelled(valueOf(answer, questionOf(call.request, targetOf(call.endpoint))))
  const { path = {}, query = {}, input } = call.request
  const seed = seedOf(targetOf(call.endpoint), path, query, plainOf(input))
  return {
    simulated: true,
    notice: NOTICE,
    endpoint: targetOf(call.endpoint),
    received: { path, query, input: plainOf(input) },
    data: [recordOf(seed, call)],
  }
}

function recordOf(seed: Seed, { endpoint }: EndpointCall): JsonObject {
  return {
    simulated: true,
    id: seed.id('record'),
    title: `${endpoint.title} (simulated)`,
    value: seed.number('value', 1, 1000),
  }
}

/** Where the document describes no record with members: its plain result. */
function plainResult({ result = null }: JsonObject): Json | null {
  return result === null || (Array.isArray(result) && result.length === 0) ? null : labelled(result)
}

/** An item of an actor whose document describes its items. */
function itemOf(seed: Seed, index: number, call: EndpointCall): JsonObject {
  const made = described(call, itemAt, ['item', index])
  return Object.keys(made).length === 0 ? recordOf(seed, call) : { simulated: true, ...made }
}

/** An object for a part of the answer; empty where no shape is known. */
function described(
  call: Pick<EndpointCall, 'endpoint' | 'request'>,
  part: (shape: AnswerShape) => AnswerShape | undefined,
  parts: readonly Json[],
): JsonObject {
  const { answer } = call.endpoint
  const shape = answer === undefined ? undefined : part(answer)
  const value = shape === undefined ? null : valueOf(shape, questionOf(call.request, targetOf(call.endpoint), ...parts))
  return objectOf(value)
}

const memberAt = (shape: AnswerShape | undefined, name: string): AnswerShape | undefined =>
  shape !== undefined && isMembers(shape) ? shape[name] : undefined
const itemAt = (shape: AnswerShape | undefined): AnswerShape | undefined =>
  shape !== undefined && isItems(shape) ? shape[0] : undefined
const withoutMember = (shape: AnswerShape, name: string): AnswerShape =>
  isMembers(shape) ? Object.fromEntries(Object.entries(shape).filter(([member]) => member !== name)) : shape

/** The input in a form that an answer can hold. */
export const plainOf = (input: JsonObject | readonly Json[] | undefined): Json => {
  if (input === undefined) return null
  return isJsonList(input) ? [...input] : input
}

const numberOf = (amount: Microdollars): number => Number(formatUsd(amount))
