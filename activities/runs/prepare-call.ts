import { CancelledFailure, Context } from '@temporalio/activity'
import { parseUsd } from '../../domain/money/microdollars.ts'
import { costWithin } from '../../domain/money/multiplier.ts'
import type { EndpointCaller } from '../../domain/providers/endpoint-call.ts'
import { isJsonObject } from '../../domain/json/json.ts'
import type { AttemptResult, ProviderAdapter } from '../../domain/providers/manifest.ts'
import { multiplierOf } from '../../domain/routing/price.ts'
import { inOwnWords } from '../../domain/senders/resolve.ts'
import { senderKind } from '../../domain/senders/sender.ts'
import { recordExternalRun } from '../../db/attempts/external-run.ts'
import { readSuppressed } from '../../db/outbound/suppressed.ts'
import { ownKey } from '../connections/own-key.ts'
import type { ActivityDeps } from '../deps.ts'
import type { Invoke } from './invoke-provider.ts'
import type { AttemptExecution } from './attempt-execution.ts'
import { resolveSender } from './resolve-sender.ts'
import { retryWhileDatabaseUnavailable } from './retry-while-database-unavailable.ts'

type Deps = Pick<ActivityDeps, 'db' | 'adapters' | 'endpoints' | 'sandboxEndpoints' | 'catalog' | 'cipher' | 'accountWith' | 'log'>

type Failed = Extract<AttemptResult, { kind: 'failed' }>

const failed = (detail: string): Failed => ({ kind: 'failed', outcome: 'provider_error', detail })
const NOT_HERE = failed('this worker has no account or no offer of the provider')
const SUPPRESSED: Failed = { kind: 'failed', outcome: 'rejected', detail: 'somebody whom this send reaches was suppressed meanwhile' }

/** The executor that was lost may have asked before what is refused now: nobody can tell, and nobody else may be asked in its place. */
const refusedNow = ({ mayHaveBeenAsked, repeat }: AttemptExecution, refusal: Failed): Failed =>
  (mayHaveBeenAsked === true && repeat !== 'free' ? { ...refusal, outcome: 'unknown' } : refusal)

/** Who answers a call: the platform's account, the workspace's own, or the sandbox's mock. */
interface Answerer {
  readonly adapter: ProviderAdapter | null | undefined
  readonly endpoints: EndpointCaller | null | undefined
}

/** What has to be known before a provider is asked, or why it is not asked. */
export type Prepared = { readonly kind: 'ready'; readonly invoke: Invoke } | Failed

/**
 * Finds who answers the call and from whom a send goes out. Nobody has been asked when this fails, so what goes wrong here
 * is no doubt about what the provider did.
 */
export async function prepareCall(deps: Deps, call: AttemptExecution): Promise<Prepared> {
  const answerer = await answererOf(deps, call)
  if ('detail' in answerer) return refusedNow(call, failed(answerer.detail))
  return call.run.rawRequest === null ? prepareAdapter(deps, call, answerer) : prepareEndpoint(deps, call, answerer)
}

async function answererOf(deps: Deps, { provider, connectionId, run }: AttemptExecution): Promise<Answerer | { readonly detail: string }> {
  if (connectionId === null) return { adapter: deps.adapters.get(provider), endpoints: endpointsFor(deps, run.environment, provider) }
  const own = await ownKey(deps, { provider, connectionId, workspaceId: run.workspaceId })
  return own.kind === 'ready' ? own.account : { detail: own.detail }
}

/** A mock answers every raw run of the sandbox: no test key ever reaches a provider (Spec 5.2). */
export const endpointsFor = (deps: Pick<ActivityDeps, 'endpoints' | 'sandboxEndpoints'>, environment: string, provider: string): EndpointCaller | undefined =>
  (environment === 'test' ? deps.sandboxEndpoints : deps.endpoints.get(provider))

async function prepareAdapter(deps: Deps, call: AttemptExecution, { adapter }: Answerer): Promise<Prepared> {
  const { capability, input, environment } = call.run
  if (adapter == null || call.repeat === undefined || capability === null || !isJsonObject(input)) return NOT_HERE
  const from = await resolveSender(deps, { runId: call.runId, provider: call.provider, run: { capability, environment, input } })
  if (from.kind === 'refused') return refusedNow(call, { kind: 'failed', outcome: 'rejected', detail: from.detail })
  const isSuppressed = async (): Promise<boolean> => senderKind(capability, input) !== null && await readSuppressed(deps.db, call.runId) !== null
  // The turn may have been waited for since it was looked, or the send be somebody else's who is lost.
  if (await isSuppressed()) return refusedNow(call, SUPPRESSED)
  let called = false
  return {
    kind: 'ready',
    async invoke(cutOff, deadlineMs) {
      // A provider that refused and named a time has sent nothing yet.
      if (called && await retryWhileDatabaseUnavailable(isSuppressed)) return refusedNow(call, SUPPRESSED)
      called = true
      const result = await adapter.attempt({
        capability, input: from.input, senders: from.senders, idempotencyKey: `${call.runId}:${call.number}`, deadlineMs, signal: cutOff,
        resume: call.resume, onStarted: (externalId) => commitExternalRun(deps, call, externalId),
      })
      return result.kind === 'delivered' ? { ...result, output: inOwnWords(result.output, from.sender) } : result
    },
  }
}

async function prepareEndpoint(deps: Deps, call: AttemptExecution, { endpoints }: Answerer): Promise<Prepared> {
  const { rawRequest, input } = call.run
  const endpoint = rawRequest === null ? undefined : deps.catalog.find(rawRequest.provider, rawRequest.endpoint, rawRequest.method)
  if (endpoints == null || endpoint === undefined || rawRequest === null) return NOT_HERE
  // Only with its own key can a workspace send by a raw call.
  if (call.connectionId !== null && await readSuppressed(deps.db, call.runId) !== null) return refusedNow(call, SUPPRESSED)
  return {
    kind: 'ready',
    invoke: (cutOff, deadlineMs) => endpoints.call({
      endpoint,
      request: { input, path: rawRequest.path, query: rawRequest.query },
      idempotencyKey: `${call.runId}:${call.number}`,
      deadlineMs,
      signal: cutOff,
      cap: call.hold === null ? null : costWithin(parseUsd(call.hold), multiplierOf(call.run.price ?? undefined)),
      resume: call.resume,
      onStarted: (externalId) => commitExternalRun(deps, call, externalId),
    }),
  }
}

/** Another executor has the attempt: what this one started is not its own to wait for, and must not be a second run of the same. */
async function commitExternalRun({ db }: Deps, call: AttemptExecution, externalId: string): Promise<void> {
  if (await retryWhileDatabaseUnavailable(() => recordExternalRun(db, call, externalId))) return
  if (!Context.current().info.isLocal) throw new CancelledFailure('another executor has taken the attempt')
  throw new Error('another executor has taken the attempt')
}
