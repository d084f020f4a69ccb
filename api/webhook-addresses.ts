import { Resolver } from 'node:dns/promises'
import type { CidrBlock } from '../domain/webhooks/addresses.ts'
import { type ResolveName, resolveName } from '../domain/webhooks/resolve.ts'
import { knownAddresses, mayReachAll, readWebhookUrl } from '../domain/webhooks/url.ts'

export interface UrlCheckOptions {
  readonly allowedNetworks: readonly CidrBlock[]
  /** Asks the machine's name servers unless given. */
  readonly resolve?: ResolveName
  /** A name that takes longer is judged when something is sent to it; 2 s unless said otherwise. */
  readonly timeoutMs?: number
}

/** Why a webhook's URL is refused, in words for the person who wrote it; null when it is accepted. */
export type UrlCheck = (url: string) => Promise<string | null>

const TIMEOUT_MS = 2_000

/**
 * The check at creation and change (decisions, "webhook URL refused"). A name that has no address now is accepted: what
 * it leads to is judged again at every delivery, which is the check that counts.
 */
export function createUrlCheck({ allowedNetworks, resolve = askNameServers, timeoutMs = TIMEOUT_MS }: UrlCheckOptions): UrlCheck {
  return async (url) => {
    const target = readWebhookUrl(url, allowedNetworks)
    if (target.kind === 'refused') return target.reason
    const addresses = knownAddresses(target, allowedNetworks) ?? await inTime(resolve, target.host, timeoutMs)
    return mayReachAll(target, addresses, allowedNetworks) ? null : `${target.host} is not publicly reachable.`
  }
}

const askNameServers: ResolveName = (name, signal) => resolveName(new Resolver(), name, signal)

/** None when there is no answer in time. */
async function inTime(resolve: ResolveName, name: string, timeoutMs: number): Promise<readonly string[]> {
  const signal = AbortSignal.timeout(timeoutMs)
  const tooLate = new Promise<readonly string[]>((done) => {
    signal.addEventListener('abort', () => done([]), { once: true })
  })
  return Promise.race([resolve(name, signal).catch(() => []), tooLate])
}
