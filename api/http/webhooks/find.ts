import { Problem } from '../../errors/problem.ts'
import type { UrlCheck } from './url-check.ts'

/** Another workspace's endpoints do not exist for the caller. */
export function existingWebhook<T>(webhook: T | null): T {
  if (webhook === null)
    throw new Problem('not_found', 'There is no webhook endpoint with this id.', { param: '/webhook_id' })
  return webhook
}

export async function requireReachable(checkUrl: UrlCheck, url: string): Promise<void> {
  const reason = await checkUrl(url)
  if (reason !== null) throw new Problem('invalid_request', reason, { param: '/url' })
}
