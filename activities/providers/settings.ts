/** What the operator sets about one provider's platform account. */
export interface ProviderSetting {
  readonly apiKey?: string
  /** Sends the adapter elsewhere: a simulator or a proxy. The operator's choice, so no address guard applies. */
  readonly baseUrl?: string
  /** Named to providers that want to know whom to write to. */
  readonly contact?: string
}

/** By provider slug. */
export type ProviderSettings = Readonly<Record<string, ProviderSetting>>

type Variables = Readonly<Record<string, string | undefined>>

/** Reads `PROVIDER_<SLUG>_API_KEY`, `_BASE_URL` and `_CONTACT`; the slug in upper case, `-` as `_`. Blank is unset. */
export function readProviderSettings(env: Variables, providers: readonly { readonly slug: string }[]): ProviderSettings {
  return Object.fromEntries(providers.map(({ slug }) => [slug, settingOf(env, slug)]))
}

function settingOf(env: Variables, slug: string): ProviderSetting {
  const prefix = `PROVIDER_${slug.toUpperCase().replaceAll('-', '_')}`
  const apiKey = stated(env[`${prefix}_API_KEY`])
  const baseUrl = stated(env[`${prefix}_BASE_URL`])
  const contact = stated(env[`${prefix}_CONTACT`])
  return {
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(baseUrl === undefined ? {} : { baseUrl: baseUrl.replace(/\/+$/, '') }),
    ...(contact === undefined ? {} : { contact }),
  }
}

const stated = (value: string | undefined): string | undefined => value?.trim() || undefined
