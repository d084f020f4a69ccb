import { Context } from '@temporalio/activity'
import type { AccountFailure } from '../../domain/operations/operations.ts'
import type { Json } from '../../domain/json/json.ts'
import type { ActivityDeps } from '../deps.ts'
import { isSuccess } from '../providers/classify.ts'
import type { HttpOutcome, ProviderRequest } from '../providers/http.ts'
import { baseUrlOf, configuredCredential } from '../providers/settings.ts'

export type OperationDeps = Pick<ActivityDeps, 'http' | 'providers' | 'findManifest' | 'log'>

/** Of calls that may use the workspace's own account. */
export type MessagingDeps = OperationDeps & Pick<ActivityDeps, 'cipher' | 'db' | 'lookUp'>

/** An API key and base URL at a provider: of the operator's account, or of the workspace's own. */
export interface ProviderAccess {
  readonly apiKey: string
  readonly baseUrl: string
}

/** The operator's account; null: none is configured. */
export function operatorAccess({ providers, findManifest }: OperationDeps, provider: string): ProviderAccess | null {
  const manifest = findManifest(provider)
  const setting = providers[provider] ?? {}
  const apiKey = configuredCredential(setting)
  const baseUrl = manifest === undefined ? undefined : baseUrlOf(setting, manifest)
  return apiKey === undefined || baseUrl === undefined ? null : { apiKey, baseUrl }
}

/** Shorter than the workflow's timeout for such a call. */
const DEADLINE_MS = 15_000
const ANSWER_BYTES_MAX = 1_000_000

/** One request outside of any run; a person waits for its answer. */
export const sendOperationRequest = (
  { http }: OperationDeps,
  request: Pick<ProviderRequest, 'method' | 'url' | 'headers' | 'body'>,
): Promise<HttpOutcome> =>
  http.call({
    ...request,
    deadlineMs: DEADLINE_MS,
    maxBytes: ANSWER_BYTES_MAX,
    signal: Context.current().cancellationSignal,
  })

const TOO_MANY_REQUESTS = 429
const SERVER_ERROR = 500

/** The body of a success; otherwise whether a later repetition may help. */
export function readOperationResponse(
  deps: OperationDeps,
  outcome: HttpOutcome,
  call: { readonly kind: string; readonly workspaceId: string; readonly provider: string },
): { readonly body: Json } | { readonly failed: Exclude<AccountFailure, 'no_account'>; readonly status: number } {
  if (outcome.kind === 'answer' && isSuccess(outcome)) return { body: outcome.body }
  const status = outcome.kind === 'answer' ? outcome.status : 0
  const failed =
    outcome.kind !== 'answer' || status === TOO_MANY_REQUESTS || status >= SERVER_ERROR ? 'unreachable' : 'refused'
  deps.log.error(
    { workspace_id: call.workspaceId, provider: call.provider, kind: call.kind, outcome: outcome.kind, status },
    'provider_operation_failed',
  )
  return { failed, status }
}
