import type { NewRun } from '../../../db/runs/accept.ts'
import { Problem } from '../../errors/problem.ts'
import { type CallbackDeps, findCallbacks } from '../callbacks/endpoint.ts'
import type { UrlCheck } from '../webhooks/url-check.ts'

export interface CallbackRefusalDeps extends CallbackDeps {
  readonly checkUrl: UrlCheck
}

/**
 * Why a run may not report its end to its `callback_url`: the quarantine, and the rules of a webhook's URL. Otherwise
 * the endpoint of callbacks is there afterwards. Null: there is no such URL, or it is accepted.
 */
export async function callbackRefusal(
  deps: CallbackRefusalDeps,
  { callbackUrl, workspaceId, environment }: Pick<NewRun, 'callbackUrl' | 'workspaceId' | 'environment'>,
): Promise<Problem | null> {
  if (callbackUrl === undefined) return null
  const found = await findCallbacks(deps, { workspaceId, environment })
  if (found instanceof Problem) return found
  const reason = await deps.checkUrl(callbackUrl)
  return reason === null ? null : new Problem('invalid_request', reason, { param: '/callback_url' })
}
