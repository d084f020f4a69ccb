import type { Json } from '../../../domain/json/json.ts'
import type { Route } from './routes.ts'
import { isSuccess, type Twin, type TwinCall, type TwinReply } from './twin.ts'

/** A call of a known account, from its arrival on. */
export interface ListedCall {
  readonly twin: string
  readonly route: string
  readonly account: string
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: Json
  /** null: none was sent. */
  readonly idempotency_key: string | null
  /** null: it has no answer yet, or none at all. */
  status: number | null
  credits: number
}

const CALLS_KEPT = 5_000

/** Lists a call that has arrived. */
export function listCall(calls: ListedCall[], { twin, route, account, path, query, body, headers }: TwinCall) {
  const listed: ListedCall = {
    twin,
    route,
    account: account.key,
    path,
    query: Object.fromEntries(query),
    body,
    idempotency_key: headers['idempotency-key']?.toString() ?? null,
    status: null,
    credits: 0,
  }
  calls.push(listed)
  if (calls.length > CALLS_KEPT) calls.shift()
  return listed
}

interface Answered {
  readonly reply: TwinReply
  readonly listed: ListedCall
  readonly route: Route
}

/** Takes the credits of an answer from the account, and shows them where the provider does. */
export function billed(twin: Twin, call: TwinCall, { reply, listed, route }: Answered): TwinReply {
  const usual = usualBill(route)
  const credits = isSuccess(reply) ? (twin.bill?.(call, reply, usual) ?? usual) : 0
  call.account.credits -= credits
  listed.status = reply.status ?? 200
  listed.credits = credits
  return isSuccess(reply) ? (twin.showBill?.(reply, credits, call.account) ?? reply) : reply
}

/** One credit where the catalog has a rate. */
const usualBill = ({ endpoint }: Route): number =>
  endpoint === null || endpoint.free || endpoint.cost.estimate === null ? 0 : 1
