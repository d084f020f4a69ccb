import { CancelledFailure, Context } from '@temporalio/activity'
import { parseUsd } from '../../domain/money/microdollars.ts'
import { costWithin } from '../../domain/money/multiplier.ts'
import type { EndpointCaller } from '../../domain/providers/endpoint-call.ts'
import { isJsonObject } from '../../domain/json/json.ts'
import type { AdapterResult, ProviderAdapter } from '../../domain/providers/manifest.ts'
import { multiplierOf } from '../../domain/routing/price.ts'
import { withSenderIds } from '../../domain/senders/resolve.ts'
import { senderKind } from '../../domain/senders/sender.ts'
import { recordExternalRun } from '../../db/runs/attempts/external-run.ts'
import { readSuppressed } from '../../db/outreach/outbound/suppressed.ts'
import { type OpenedKey, ownKey } from '../connections/own-key.ts'
import type { ActivityDeps } from '../deps.ts'
import type { Invoke } from './invoke-provider.ts'
import type { AttemptExecution } from './attempt-execution.ts'
import { letterOf } from './letter.ts'
import { resolveSender } from './resolve-sender.ts'
import { retryWhileDatabaseUnavailable } from './retry-while-database-unavailable.ts'

type Deps = Pick<
  ActivityDeps,
  'db' | 'adapters' | 'endpoints' | 'sandboxEndpoints' | 'catalog' | 'cipher' | 'accountWith' | 'log' | 'publicUrl'
>

type Failed = Extract<AdapterResult, { kind: 'failed' }>

const failed = (detail: string): Failed => ({ kind: 'failed', outcome: 'provider_error', detail })
const NOT_HERE = failed('this worker has no account or no offer of the provider')
const SUPPRESSED: Failed = {
  kind: 'failed',
  outcome: 'rejected',
  detail: 'a recipient of this send was suppressed meanwhile',
}

/**
 * A lost executor may have called the provider before this refusal. The outcome is then unknown, and no other provider
 * may be called instead.
 */
const refusedNow = ({ mayHaveBeenCalled, repeat }: AttemptExecution, refusal: Failed): Failed =>
  mayHaveBeenCalled === true && repeat !== 'free' ? { ...refusal, outcome: 'unknown' } : refusal

/** What makes the call: the platform's account, the workspace's own, or the sandbox's mock. */
interface Answerer {
  readonly adapter: ProviderAdapter | null | undefined
  readonly endpoints: EndpointCaller | null | undefined
  /** Absent: the platform's account. */
  readonly key?: OpenedKey
}

/** What a provider call needs, or why the provider is not called. */
export type Prepared = { readonly kind: 'ready'; readonly invoke: Invoke; readonly key?: OpenedKey } | Failed

/**
 * Finds the account that makes the call, and the sender of a send. When this fails, no provider has been called, so the
 * failure leaves no doubt about the provider's side.
 */
export async function prepareCall(deps: Deps, call: AttemptExecution): Promise<Prepared> {
  const answerer = await answererOf(deps, call)
  if ('detail' in answerer) return refusedNow(call, failed(answerer.detail))
  const prepared =
    call.run.rawRequest === null
      ? await prepareAdapter(deps, call, answerer)
      : await prepareEndpoint(deps, call, answerer)
  return prepared.kind === 'ready' && answerer.key !== undefined ? { ...prepared, key: answerer.key } : prepared
}

async function answererOf(
  deps: Deps,
  { provider, connectionId, run }: AttemptExecution,
): Promise<Answerer | { readonly detail: string }> {
  if (connectionId === null)
    return { adapter: deps.adapters.get(provider), endpoints: endpointsFor(deps, run.environment, provider) }
  const own = await ownKey(deps, { provider, connectionId, workspaceId: run.workspaceId })
  return own.kind === 'ready' ? { ...own.account, key: own.key } : { detail: own.detail }
}

/** A mock answers every raw run of the sandbox: no test key ever reaches a provider (Spec 5.2). */
export const endpointsFor = (
  deps: Pick<ActivityDeps, 'endpoints' | 'sandboxEndpoints'>,
  environment: string,
  provider: string,
): EndpointCaller | undefined => (environment === 'test' ? deps.sandboxEndpoints : deps.endpoints.get(provider))

async function prepareAdapter(deps: Deps, call: AttemptExecution, { adapter }: Answerer): Promise<Prepared> {
  const { capability, input, environment } = call.run
  if (adapter == null || call.repeat === undefined || capability === null || !isJsonObject(input)) return NOT_HERE
  const from = await resolveSender(deps, {
    runId: call.runId,
    provider: call.provider,
    connectionId: call.connectionId,
    run: { capability, environment, input },
  })
  if (from.kind === 'refused') return refusedNow(call, { kind: 'failed', outcome: 'rejected', detail: from.detail })
  const isSuppressed = async (): Promise<boolean> =>
    senderKind(capability, input) !== null && (await readSuppressed(deps.db, call.runId)) !== null
  // A suppression may have come while the attempt waited for its slot, or the send may be a lost executor's.
  if (await isSuppressed()) return refusedNow(call, SUPPRESSED)
  const letter = letterOf(deps, call, from)
  let called = false
  return {
    kind: 'ready',
    async invoke(cutOff, deadlineMs) {
      // A provider that refused and named a time has sent nothing yet.
      if (called && (await retryWhileDatabaseUnavailable(isSuppressed))) return refusedNow(call, SUPPRESSED)
      called = true
      const result = await adapter.attempt({
        capability,
        input: letter.input,
        senders: from.senders,
        ...(letter.headers === null ? {} : { headers: letter.headers }),
        idempotencyKey: `${call.runId}:${call.number}`,
        deadlineMs,
        signal: cutOff,
        resume: call.resume,
        onStarted: (externalId) => commitExternalRun(deps, call, externalId),
      })
      return result.kind === 'delivered' ? { ...result, output: withSenderIds(result.output, from.sender) } : result
    },
  }
}

async function prepareEndpoint(deps: Deps, call: AttemptExecution, { endpoints }: Answerer): Promise<Prepared> {
  const { rawRequest, input } = call.run
  const endpoint =
    rawRequest === null ? undefined : deps.catalog.find(rawRequest.provider, rawRequest.endpoint, rawRequest.method)
  if (endpoints == null || endpoint === undefined || rawRequest === null) return NOT_HERE
  // A workspace can send by a raw call only with its own key.
  if (call.connectionId !== null && (await readSuppressed(deps.db, call.runId)) !== null)
    return refusedNow(call, SUPPRESSED)
  return {
    kind: 'ready',
    invoke: (cutOff, deadlineMs) =>
      endpoints.call({
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

/**
 * Another executor has the attempt: this one must not wait for the run that it started, and there must be no second run
 * of the same attempt.
 */
async function commitExternalRun({ db }: Deps, call: AttemptExecution, externalId: string): Promise<void> {
  if (await retryWhileDatabaseUnavailable(() => recordExternalRun(db, call, externalId))) return
  if (!Context.current().info.isLocal) throw new CancelledFailure('another executor has taken the attempt')
  throw new Error('another executor has taken the attempt')
}
