import { CancelledFailure, Context } from '@temporalio/activity'
import { enforcedCap } from '../../domain/raw/billing.ts'
import { parseUsd } from '../../domain/money/microdollars.ts'
import type { EndpointCaller } from '../../domain/providers/endpoint-call.ts'
import { type AttemptResult, isJsonObject } from '../../domain/providers/manifest.ts'
import { noteExternalRun } from '../../db/attempts/external-run.ts'
import type { ActivityDeps } from '../deps.ts'
import { inOwnWords } from '../../domain/senders/resolve.ts'
import type { ProviderCall } from './provider-call.ts'
import { resolveSender } from './resolve-sender.ts'

type Deps = Pick<ActivityDeps, 'db' | 'adapters' | 'endpoints' | 'sandboxEndpoints' | 'catalog'>

const NOT_HERE: AttemptResult = { kind: 'failed', outcome: 'provider_error', detail: 'this worker has no account or no offer of the provider' }

/** Asks the provider what the run asks for: a capability through its adapter, or one of its own endpoints. */
export function askProvider(deps: Deps, call: ProviderCall, cutOff: AbortSignal): Promise<AttemptResult> {
  return call.run.rawRequest === null ? askAdapter(deps, call, cutOff) : callEndpoint(deps, call, cutOff)
}

async function askAdapter(deps: Deps, call: ProviderCall, cutOff: AbortSignal): Promise<AttemptResult> {
  const adapter = deps.adapters.get(call.provider)
  const { capability, input } = call.run
  if (adapter === undefined || call.repeat === undefined || capability === null || !isJsonObject(input)) return NOT_HERE
  const from = await resolveSender(deps, { runId: call.runId, provider: call.provider, run: { capability, environment: call.run.environment, input } })
  if (from.kind === 'refused') return { kind: 'failed', outcome: 'rejected', detail: from.detail }
  const result = await adapter.attempt({
    capability, input: from.input, senders: from.senders, idempotencyKey: `${call.runId}:${call.number}`, deadlineMs: call.deadlineMs, signal: cutOff,
  })
  return result.kind === 'delivered' ? { ...result, output: inOwnWords(result.output, from.sender) } : result
}

/** A mock answers every raw run of the sandbox: no test key ever reaches a provider (Spec 5.2). */
export const endpointsFor = (deps: Pick<ActivityDeps, 'endpoints' | 'sandboxEndpoints'>, environment: string, provider: string): EndpointCaller | undefined =>
  (environment === 'test' ? deps.sandboxEndpoints : deps.endpoints.get(provider))

async function callEndpoint(deps: Deps, call: ProviderCall, cutOff: AbortSignal): Promise<AttemptResult> {
  const { rawRequest, environment, input } = call.run
  const caller = endpointsFor(deps, environment, call.provider)
  const endpoint = rawRequest === null ? undefined : deps.catalog.find(rawRequest.provider, rawRequest.endpoint, rawRequest.method)
  if (caller === undefined || endpoint === undefined || rawRequest === null) return NOT_HERE
  return caller.call({
    endpoint,
    request: { input, path: rawRequest.path, query: rawRequest.query },
    idempotencyKey: `${call.runId}:${call.number}`,
    deadlineMs: call.deadlineMs,
    signal: cutOff,
    cap: call.hold === null ? null : enforcedCap(parseUsd(call.hold)),
    resume: call.resume,
    onStarted: (externalId) => commitExternalRun(deps, call, externalId),
  })
}

/** Another executor has the attempt: what this one started is not its own to wait for, and must not be a second run of the same. */
async function commitExternalRun({ db }: Deps, call: ProviderCall, externalId: string): Promise<void> {
  if (await noteExternalRun(db, call, externalId)) return
  if (!Context.current().info.isLocal) throw new CancelledFailure('another executor has taken the attempt')
  throw new Error('another executor has taken the attempt')
}
