import type { EndpointCaller } from '../../domain/providers/endpoint-call.ts'
import type { ProviderAdapter } from '../../domain/providers/manifest.ts'
import type { WebhookHttp } from '../../activities/webhooks/http.ts'
import type { Database } from '../../db/database.ts'

/** The effect of a run that is no statement: the call to a provider. */
export const CALL_PROVIDER = 'call_provider'

/** The effect of a delivery that is no statement: the POST to an endpoint. */
export const POST_EVENT = 'post_event'

export const CRASH_TIMES = ['before', 'after'] as const
export type CrashTime = (typeof CRASH_TIMES)[number]

/** `settle_run:after`: this process ends as by a power cut once PostgreSQL has answered that statement. */
export type CrashAt = `${string}:${CrashTime}`

/** Ends the process around the first statement or transaction of this name; without a crash point it is the database as it is. */
export function crashingDatabase(db: Database, at: string | undefined): Database {
  if (at === undefined) return db
  return {
    ...db,
    async query(statement, values) {
      if (at === `${statement.name}:before`) await die()
      const rows = await db.query<never>(statement, values)
      if (at === `${statement.name}:after`) await die()
      return rows
    },
    async transaction(kind, work) {
      if (at === `${kind.name}:before`) await die()
      const result = await db.transaction(kind, work)
      if (at === `${kind.name}:after`) await die()
      return result
    },
  }
}

/** Ends the process before a provider is asked, or after its whole answer has arrived and before it is written down. */
export function crashingAdapters(adapters: ReadonlyMap<string, ProviderAdapter>, at: string | undefined): ReadonlyMap<string, ProviderAdapter> {
  return new Map([...adapters].map(([slug, adapter]) => [slug, {
    async attempt(call) {
      if (at === `${CALL_PROVIDER}:before`) await die()
      const result = await adapter.attempt(call)
      if (at === `${CALL_PROVIDER}:after`) await die()
      return result
    },
  }]))
}

/** The same around a raw endpoint's call. */
export function crashingEndpoints(endpoints: ReadonlyMap<string, EndpointCaller>, at: string | undefined): ReadonlyMap<string, EndpointCaller> {
  return new Map([...endpoints].map(([slug, caller]) => [slug, {
    ...caller,
    async call(call) {
      if (at === `${CALL_PROVIDER}:before`) await die()
      const result = await caller.call(call)
      if (at === `${CALL_PROVIDER}:after`) await die()
      return result
    },
  }]))
}

/** Ends the process before an event is sent, or after its receiver has answered and before that is written down. */
export function crashingWebhooks(http: WebhookHttp, at: string | undefined): WebhookHttp {
  return {
    close: () => http.close(),
    async post(request) {
      if (at === `${POST_EVENT}:before`) await die()
      const reply = await http.post(request)
      if (at === `${POST_EVENT}:after`) await die()
      return reply
    },
  }
}

/** No handler, no `finally`, no last words. */
function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => undefined)
}
