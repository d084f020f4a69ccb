import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { plus } from '../../../domain/json/decimal.ts'
import { costOf, type Quantity, readCost, readQuantity } from '../../../domain/raw/cost.ts'
import { ABSENT, type ReportedCost } from '../../../domain/providers/reported-cost.ts'
import { countOf, listOf, objectOf } from '../wire.ts'

/**
 * The result of an answer with several tasks. One task that succeeded makes it a delivery; each task's status stays in
 * the payload.
 */
export interface TaskReport {
  readonly verdict: 'delivered' | 'noMatch' | 'rate_limited' | 'accountExhausted' | 'rejected' | 'provider_error'
  readonly succeeded: number
  readonly failed: number
  /** The cost that the provider reports for all tasks together, without that of the tasks that did not deliver. */
  readonly cost: ReportedCost
  /** A sentence with the deciding code. */
  readonly detail: string
}

type Verdict = TaskReport['verdict']

/** Ten times the number that the service sends in one call. */
const TASKS_READ_MAX = 100

/** By the provider's code; the ranges below decide about the codes that are missing here. */
const VERDICTS: Readonly<Record<number, Verdict>> = {
  20000: 'delivered',
  // Created, handed on, queued: the caller fetches the result later with the task's id.
  20100: 'delivered',
  40601: 'delivered',
  40602: 'delivered',
  40102: 'noMatch',
  // The search engine failed; the provider bills that, and the caller does not pay.
  40101: 'provider_error',
  40103: 'provider_error',
  40202: 'rate_limited',
  // Too many queries at once.
  40209: 'rate_limited',
  40100: 'accountExhausted',
  40104: 'accountExhausted',
  40200: 'accountExhausted',
  40201: 'accountExhausted',
  // The account's own spending limit.
  40203: 'accountExhausted',
  // No subscription to this part of the service: the other parts still work.
  40204: 'provider_error',
  40210: 'accountExhausted',
}

const verdictOf = (code: number): Verdict =>
  VERDICTS[code] ??
  (code >= 20_000 && code < 30_000 ? 'delivered' : code >= 40_000 && code < 50_000 ? 'rejected' : 'provider_error')

/**
 * Which verdict wins when tasks failed in different ways: first a delivery, then the one that states most about the
 * account.
 */
const PRECEDENCE: readonly Verdict[] = [
  'delivered',
  'noMatch',
  'accountExhausted',
  'rate_limited',
  'provider_error',
  'rejected',
]

/** Reads both levels of an answer: its own code, then the codes of its tasks. */
export function readTasks(body: Json): TaskReport {
  const answer = objectOf(body)
  const code = countOf(answer?.status_code)
  if (answer === null || code === null)
    return report('provider_error', { detail: 'HTTP 200: the answer is no task array' })
  const verdict = verdictOf(code)
  if (verdict !== 'delivered') return report(verdict, { detail: codeDetail(code), cost: readCost(answer.cost) })
  const tasks = tasksOf(answer)
  return reportTasks(tasks, costOf(paidOf(readQuantity(answer.cost), tasks)))
}

/** The provider bills some tasks that failed or missed; the caller pays only for those that delivered (Spec 4.3.2). */
function paidOf(total: Quantity, tasks: readonly JsonObject[]): Quantity {
  if (typeof total === 'string') return total
  const paid = tasks
    .filter((task) => verdictOf(codeOf(task)) !== 'delivered')
    .map(({ cost }) => readQuantity(cost))
    .filter((cost) => typeof cost !== 'string')
    .reduce((rest, { units, exponent }) => plus(rest, { units: -units, exponent }), total)
  return paid.units < 0n ? { units: 0n, exponent: 0 } : paid
}

const codeOf = (task: JsonObject): number => countOf(task.status_code) ?? 0

export const tasksOf = (answer: JsonObject): JsonObject[] =>
  listOf(answer.tasks, TASKS_READ_MAX)
    .map(objectOf)
    .filter((task) => task !== null)

function reportTasks(tasks: readonly JsonObject[], cost: ReportedCost): TaskReport {
  const codes = tasks.map(codeOf)
  const verdicts = codes.map(verdictOf)
  const verdict = PRECEDENCE.find((one) => verdicts.includes(one))
  if (verdict === undefined) return report('provider_error', { detail: 'HTTP 200: the answer holds no task', cost })
  const succeeded = verdicts.filter((one) => one === 'delivered').length
  const deciding = codes[verdicts.indexOf(verdict)] ?? 0
  return { verdict, succeeded, failed: verdicts.length - succeeded, cost, detail: codeDetail(deciding) }
}

const codeDetail = (code: number): string => `HTTP 200 with status ${code}`

const report = (verdict: Verdict, { detail, cost = ABSENT }: { detail: string; cost?: ReportedCost }): TaskReport => ({
  verdict,
  succeeded: 0,
  failed: 0,
  cost,
  detail,
})
