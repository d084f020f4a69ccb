import { Resolver } from 'node:dns/promises'
import type { CidrBlock } from '../../../domain/webhooks/ip-addresses.ts'
import { type ResolveName, resolveName } from '../../../domain/webhooks/resolve.ts'
import { knownAddresses, mayReachAll, readWebhookUrl } from '../../../domain/webhooks/url.ts'

export interface UrlCheckOptions {
  readonly allowedNetworks: readonly CidrBlock[]
  /** Uses the machine's name servers by default. */
  readonly resolve?: ResolveName
  /** A name that takes longer to resolve is checked at delivery; 2 s by default. */
  readonly timeoutMs?: number
}

/** Why a webhook's URL is refused, in words for its author; null when it is accepted. */
export type UrlCheck = (url: string) => Promise<string | null>

const TIMEOUT_MS = 2_000

/**
 * The check at creation and change (decisions, "webhook URL refused"). A name without an address now is accepted: its
 * addresses are checked again at every delivery, and that check is decisive.
 */
export function createUrlCheck({
  allowedNetworks,
  resolve = resolveByDns,
  timeoutMs = TIMEOUT_MS,
}: UrlCheckOptions): UrlCheck {
  return async (url) => {
    const target = readWebhookUrl(url, allowedNetworks)
    if (target.kind === 'refused') return target.reason
    const addresses = knownAddresses(target, allowedNetworks) ?? (await inTime(resolve, target.host, timeoutMs))
    return mayReachAll(target, addresses, allowedNetworks) ? null : `${target.host} is not publicly reachable.`
  }
}

const resolveByDns: ResolveName = (name, signal) => resolveName(new Resolver(), name, signal)

/** Empty when there is no answer in time. */
async function inTime(resolve: ResolveName, name: string, timeoutMs: number): Promise<readonly string[]> {
  const signal = AbortSignal.timeout(timeoutMs)
  const tooLate = new Promise<readonly string[]>((done) => {
    signal.addEventListener('abort', () => done([]), { once: true })
  })
  return Promise.race([resolve(name, signal).catch(() => []), tooLate])
}
