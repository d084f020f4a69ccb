/** Providers that report on a workspace's own account to webhooks that the service registers there. */
export const OWN_WEBHOOK_PROVIDERS: ReadonlySet<string> = new Set(['agentmail', 'resend', 'unipile'])

/** The provider name under which the secrets of such webhooks are sealed (see SecretContext). */
export const OWN_WEBHOOK_SEAL = 'own webhook'

/** The webhooks of one account at its provider. */
export interface OwnWebhook {
  /** The provider's ids: one, or one for each kind of report. */
  readonly ids: readonly string[]
  /** By which the provider signs its reports, or which it sends with each of them. */
  readonly secret: string
}

/** As JSON, to be sealed. `id` is read by releases that knew accounts with one webhook only. */
export const writeOwnWebhook = ({ ids, secret }: OwnWebhook): string =>
  JSON.stringify({ id: ids[0] ?? '', ids, secret })

/** Of webhooks that were sealed as JSON. */
export function readOwnWebhook(text: string): OwnWebhook {
  const parsed: unknown = JSON.parse(text)
  if (typeof parsed === 'object' && parsed !== null && 'id' in parsed && 'secret' in parsed) {
    const ids: readonly unknown[] = 'ids' in parsed && Array.isArray(parsed.ids) ? parsed.ids : [parsed.id]
    return { ids: ids.map(String), secret: String(parsed.secret) }
  }
  throw new Error('a sealed webhook is not what was sealed')
}

/** Where a provider reports on the account of a connection. */
export const ownWebhookUrl = (publicUrl: string, provider: string, connectionId: string): string =>
  `${publicUrl}/v1/inbound/${provider}/${connectionId}`

const LOCAL = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/

/** Whether an address leads to the machine itself. */
export const isLocal = (url: string): boolean => LOCAL.test(new URL(url).hostname)

/** Whether a provider cannot call an address: a local one is reached only from the same machine. */
export const isOutOfReach = (url: string, provider: { readonly baseUrl: string }): boolean =>
  isLocal(url) && !isLocal(provider.baseUrl)
