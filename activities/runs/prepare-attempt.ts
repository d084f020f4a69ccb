import { randomUUID } from 'node:crypto'
import {
  accountsOf,
  connectionAccountId,
  platformAccountId,
  SANDBOX_ACCOUNT_ID,
} from '../../domain/providers/account.ts'
import type { ProviderManifest, Repeat } from '../../domain/providers/manifest.ts'
import { rawTerms } from '../../domain/raw/terms.ts'
import type { AttemptRequest } from '../../domain/routing/attempt-request.ts'
import type { Environment } from '../../domain/runs/states.ts'
import type { AttemptToBegin, RunInput } from '../../db/runs/attempts/begin.ts'
import type { ActivityDeps } from '../deps.ts'
import type { AttemptExecution } from './attempt-execution.ts'

/** An attempt with what this worker knows of its provider. */
export interface PreparedAttempt {
  readonly request: AttemptRequest
  readonly attempt: AttemptToBegin
  /** Undefined when a deployment has removed the provider. */
  readonly manifest: ProviderManifest | undefined
  readonly environment: Environment
  /** The key under which the provider's latency is measured. */
  readonly latencyKey: string
}

export function prepareAttempt(
  deps: Pick<ActivityDeps, 'findManifest' | 'leases'>,
  request: AttemptRequest,
): PreparedAttempt {
  const { runId, number, provider, deadlineMs, resumable, connectionId, simulated, capability } = request
  const manifest = deps.findManifest(provider)
  const account = accountOf(request, manifest)
  return {
    request,
    manifest,
    attempt: {
      runId,
      number,
      provider,
      ...account,
      connectionId: connectionId ?? null,
      token: randomUUID(),
      leaseMs: resumable === true ? deps.leases.renewedMs : deadlineMs + deps.leases.marginMs,
    },
    environment: simulated === true || manifest?.environment === 'test' ? 'test' : 'live',
    latencyKey: `${account.accountId} ${capability}`,
  }
}

const NO_LIMITS: AttemptToBegin['limits'] = { concurrency: null, requestsPerSecond: null, burst: null }

function accountOf(
  { provider, account, connectionId, simulated }: AttemptRequest,
  manifest: ProviderManifest | undefined,
): Pick<AttemptToBegin, 'accountId' | 'limits'> {
  const limits = manifest?.limits ?? NO_LIMITS
  if (simulated === true) return { accountId: SANDBOX_ACCOUNT_ID, limits: NO_LIMITS }
  if (connectionId !== undefined) return { accountId: connectionAccountId(connectionId), limits }
  const own =
    manifest === undefined || account === undefined ? undefined : accountsOf(manifest).find(({ id }) => id === account)
  return own === undefined
    ? { accountId: platformAccountId(provider), limits }
    : { accountId: own.id, limits: own.limits }
}

export function callOf(
  deps: Pick<ActivityDeps, 'catalog'>,
  { request, attempt, manifest, latencyKey }: PreparedAttempt,
  { run, externalId }: { run: RunInput; externalId: string | null },
): AttemptExecution {
  return {
    ...attempt,
    latencyKey,
    deadlineMs: request.deadlineMs,
    run,
    repeat: repeatOf(deps, manifest, run),
    hold: request.hold ?? null,
    resume: externalId,
    state: request.state ?? null,
  }
}

/** Whether the call may be repeated; undefined when a deployment has removed the planned offer or endpoint. */
function repeatOf(
  { catalog }: Pick<ActivityDeps, 'catalog'>,
  manifest: ProviderManifest | undefined,
  { capability, rawRequest }: RunInput,
): Repeat | undefined {
  if (rawRequest === null) return manifest?.offers.find((offer) => offer.capability === capability)?.repeat
  const endpoint = catalog.find(rawRequest.provider, rawRequest.endpoint, rawRequest.method)
  const provider = catalog.provider(rawRequest.provider)
  return endpoint === undefined || provider === undefined ? undefined : rawTerms(endpoint, provider, manifest).repeat
}
