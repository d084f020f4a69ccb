/** Providers that report mail of a workspace's own account to a webhook that the service registers there. */
export const OWN_WEBHOOK_PROVIDERS: ReadonlySet<string> = new Set(['agentmail', 'resend'])

/** The provider name under which the secrets of such webhooks are sealed (see CredentialOwner). */
export const OWN_WEBHOOK_SEAL = 'own webhook'

/** A webhook at the provider. */
export interface OwnWebhook {
  /** The provider's id of it. */
  readonly id: string
  /** By which the provider signs its reports. */
  readonly secret: string
}

/** Of a webhook that was sealed as JSON. */
export function readOwnWebhook(text: string): OwnWebhook {
  const parsed: unknown = JSON.parse(text)
  if (typeof parsed === 'object' && parsed !== null && 'id' in parsed && 'secret' in parsed)
    return { id: String(parsed.id), secret: String(parsed.secret) }
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
