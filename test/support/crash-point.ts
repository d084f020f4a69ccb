import type { EndpointCaller } from '../../domain/providers/endpoint-call.ts'
import type { ProviderAdapter } from '../../domain/providers/manifest.ts'
import type { GuardedHttp } from '../../activities/webhooks/http.ts'
import type { Database, Queries } from '../../db/database.ts'

/** The effect of a run that is no statement: the call to a provider. */
export const CALL_PROVIDER = 'call_provider'

/** The effect of a delivery that is no statement: the POST to an endpoint. */
export const POST_EVENT = 'post_event'

export const CRASH_TIMES = ['before', 'after'] as const
export type CrashTime = (typeof CRASH_TIMES)[number]

/** `settle_run:after`: the component dies, as by a power cut, once PostgreSQL has answered that statement. */
export type CrashAt = `${string}:${CrashTime}`

/**
 * The death of a component: of its entire process, or of a part of the test's process that is cut off from everything.
 */
export interface Death {
  /** Where it dies; undefined: nowhere. */
  readonly at: string | undefined
  /** Never settles: no handler, no `finally`, no last words. */
  die(): Promise<never>
  happened(): boolean
}

/** A statement of several runs of a wallet; `reserve_runs of several:before` is a death at the first of these. */
const namesOf = (name: string, values: unknown): readonly string[] => {
  const runs = typeof values === 'object' && values !== null && 'runId' in values ? values.runId : null
  return Array.isArray(runs) && runs.length > 1 ? [name, `${name} of several`] : [name]
}

/**
 * Dies around the first statement or transaction of the death's name. What a dead component still wants of the
 * database never happens. `within store_job_round:after` is a death in an open transaction:
 * only that of a process ends it.
 */
export function crashingDatabase(db: Database, death: Death): Database {
  const around = async <Result>(names: readonly string[], work: () => Promise<Result>): Promise<Result> => {
    const isAt = (time: CrashTime): boolean => names.some((name) => death.at === `${name}:${time}`)
    if (death.happened() || isAt('before')) await death.die()
    const result = await work()
    if (death.happened() || isAt('after')) await death.die()
    return result
  }
  const within = (tx: Queries): Queries => ({
    emit: (event) => tx.emit(event),
    async query(statement, values) {
      if (death.at === `within ${statement.name}:before`) await death.die()
      const rows = await tx.query(statement, values)
      if (death.at === `within ${statement.name}:after`) await death.die()
      return rows
    },
  })
  return {
    ...db,
    query: (statement, values) => around(namesOf(statement.name, values), () => db.query(statement, values)),
    transaction: (kind, work) => around([kind.name], () => db.transaction(kind, (tx) => work(within(tx)))),
  }
}

/** Dies before a provider is called, or after its entire answer has arrived and before it is stored. */
export function crashingAdapters(
  adapters: ReadonlyMap<string, ProviderAdapter>,
  death: Death,
): ReadonlyMap<string, ProviderAdapter> {
  return new Map(
    [...adapters].map(([slug, adapter]) => [
      slug,
      { attempt: (call) => aroundCall(death, CALL_PROVIDER, () => adapter.attempt(call)) },
    ]),
  )
}

/** The same around a raw endpoint's call. */
export function crashingEndpoints(
  endpoints: ReadonlyMap<string, EndpointCaller>,
  death: Death,
): ReadonlyMap<string, EndpointCaller> {
  return new Map(
    [...endpoints].map(([slug, caller]) => [
      slug,
      { ...caller, call: (call) => aroundCall(death, CALL_PROVIDER, () => caller.call(call)) },
    ]),
  )
}

/** Dies before an event is sent, or after its receiver has answered and before that is written down. */
export const crashingWebhooks = (http: GuardedHttp, death: Death): GuardedHttp => ({
  ...http,
  post: (request) => aroundCall(death, POST_EVENT, () => http.post(request)),
})

async function aroundCall<Result>(death: Death, name: string, call: () => Promise<Result>): Promise<Result> {
  if (death.happened() || death.at === `${name}:before`) await death.die()
  const result = await call()
  if (death.at === `${name}:after`) await death.die()
  return result
}

/** Of a process: it ends itself as by SIGKILL. */
export const deathOfProcess = (at: string | undefined): Death => ({
  at,
  happened: () => false,
  die() {
    process.kill(process.pid, 'SIGKILL')
    return new Promise(() => undefined)
  },
})
