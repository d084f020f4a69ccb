import type { ProviderManifest } from '../../domain/providers/manifest.ts'

/** The operator's settings for one provider's platform account. */
export interface ProviderSetting {
  readonly apiKey?: string
  /** The second part of a two-part credential. */
  readonly apiSecret?: string
  /** The account, where the credential does not contain it: Unipile's host. */
  readonly account?: string
  /**
   * Points the adapter at another address: a simulator or a proxy. It is the operator's choice, so no address guard
   * applies.
   */
  readonly baseUrl?: string
  /** The contact e-mail address for providers that require one. */
  readonly contact?: string
}

/** By provider slug. */
export type ProviderSettings = Readonly<Record<string, ProviderSetting>>

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Reads `PROVIDER_<SLUG>_API_KEY`, `_API_SECRET`, `_ACCOUNT`, `_BASE_URL` and `_CONTACT`; the slug in upper case, `-`
 * as `_`. A blank value counts as unset.
 */
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

/**
 * The credential in the form that adapters take: a two-part one is `login:password`, whichever form the operator used.
 */
export const configuredCredential = ({ apiKey, apiSecret }: ProviderSetting): string | undefined =>
  apiKey === undefined || apiSecret === undefined ? apiKey : `${apiKey}:${apiSecret}`

/** A customer's own account: its key, and its host where each account has one. */
export interface OwnAccount {
  readonly apiKey: string
  readonly account: string | null
}

/**
 * The setting of a customer's own account, at the operator's URL of its provider; it holds nothing of the
 * platform's own account.
 */
export const ownSetting = (
  { baseUrl, contact }: ProviderSetting = {},
  { apiKey, account }: OwnAccount,
): ProviderSetting => ({
  apiKey,
  ...(account === null ? {} : { account }),
  ...(baseUrl === undefined ? {} : { baseUrl }),
  ...(contact === undefined ? {} : { contact }),
})

/** The base URL of an adapter's calls; undefined when the provider's host depends on an account that is not set. */
export function baseUrlOf({ baseUrl, account }: ProviderSetting, manifest: ProviderManifest): string | undefined {
  if (baseUrl !== undefined || !manifest.baseUrl.includes(ACCOUNT_PLACE)) return baseUrl ?? manifest.baseUrl
  return account === undefined ? undefined : manifest.baseUrl.replace(ACCOUNT_PLACE, account)
}

const stated = (value: string | undefined): string | undefined => value?.trim() || undefined
