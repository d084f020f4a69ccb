import type { ProviderManifest } from '../../domain/providers/manifest.ts'

/** What the operator sets about one provider's platform account. */
export interface ProviderSetting {
  readonly apiKey?: string
  /** The second part of a credential that has two. */
  readonly apiSecret?: string
  /** Which account, where that is no part of the credential: Unipile's host. */
  readonly account?: string
  /** Sends the adapter elsewhere: a simulator or a proxy. The operator's choice, so no address guard applies. */
  readonly baseUrl?: string
  /** Named to providers that want to know whom to write to. */
  readonly contact?: string
}

/** By provider slug. */
export type ProviderSettings = Readonly<Record<string, ProviderSetting>>

type Variables = Readonly<Record<string, string | undefined>>

/** Reads `PROVIDER_<SLUG>_API_KEY`, `_API_SECRET`, `_ACCOUNT`, `_BASE_URL` and `_CONTACT`; the slug in upper case, `-` as `_`. Blank is unset. */
export function readProviderSettings(env: Variables, manifests: readonly ProviderManifest[]): ProviderSettings {
  return Object.fromEntries(manifests.map((manifest) => [manifest.slug, settingOf(env, manifest.slug)]))
}

function settingOf(env: Variables, slug: string): ProviderSetting {
  const prefix = `PROVIDER_${slug.toUpperCase().replaceAll('-', '_')}`
  const read = {
    apiKey: stated(env[`${prefix}_API_KEY`]),
    apiSecret: stated(env[`${prefix}_API_SECRET`]),
    account: stated(env[`${prefix}_ACCOUNT`]),
    baseUrl: stated(env[`${prefix}_BASE_URL`])?.replace(/\/+$/, ''),
    contact: stated(env[`${prefix}_CONTACT`]),
  }
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
}

const ACCOUNT_PLACE = '{account}'

/** The credential as adapters take it: a two-part one is `login:password`, in whichever way the operator wrote it. */
export const credentialOf = ({ apiKey, apiSecret }: ProviderSetting): string | undefined =>
  apiKey === undefined || apiSecret === undefined ? apiKey : `${apiKey}:${apiSecret}`

/** An account of somebody's own where the operator points its provider; nothing of the platform's own account is in it. */
export const ownSetting = ({ baseUrl, contact }: ProviderSetting = {}, apiKey: string): ProviderSetting =>
  ({ apiKey, ...(baseUrl === undefined ? {} : { baseUrl }), ...(contact === undefined ? {} : { contact }) })

/** Where an adapter calls; undefined when the provider's host depends on an account that nobody has named. */
export function baseUrlOf({ baseUrl, account }: ProviderSetting, manifest: ProviderManifest): string | undefined {
  if (baseUrl !== undefined || !manifest.baseUrl.includes(ACCOUNT_PLACE)) return baseUrl ?? manifest.baseUrl
  return account === undefined ? undefined : manifest.baseUrl.replace(ACCOUNT_PLACE, account)
}

const stated = (value: string | undefined): string | undefined => value?.trim() || undefined
