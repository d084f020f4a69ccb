import type { CatalogProvider } from '../catalog/providers/provider.ts'
import type { ProviderManifest } from '../providers/manifest.ts'
import { type CredentialCheck, CREDENTIAL_CHECKS } from './checks.ts'

export type Connectable =
  | {
      readonly kind: 'connectable'
      /** The credential is `login:password`. */
      readonly twoPart: boolean
      /** The domain below which the host of the account must be named; null: all accounts have one host. */
      readonly accountDomain: string | null
      readonly check: CredentialCheck | null
    }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'excluded'; readonly reason: string }
  /** A public source: there is nothing to connect. */
  | { readonly kind: 'open' }

/** If every account has its own host, a key alone does not state where to call: the connection names the host too. */
const ACCOUNT_PLACE = '{account}'

/**
 * Whether a workspace can connect its own key of this provider (Spec 4.11). The providers with an adapter and those of
 * the raw catalog are known; one that the catalog excludes can be connected only for its capabilities.
 */
export function connectable(
  slug: string,
  {
    manifest,
    listed,
  }: {
    readonly manifest: ProviderManifest | undefined
    readonly listed: CatalogProvider | undefined
  },
): Connectable {
  const live = manifest?.environment === 'live' ? manifest : undefined
  if (live === undefined && listed === undefined) return { kind: 'unknown' }
  const hosted = live?.baseUrl.includes(ACCOUNT_PLACE) === true
  if (hosted && live.accountDomain === undefined)
    return { kind: 'excluded', reason: 'Each of its accounts has a separate host, at a domain that is not known.' }
  if (listed?.status === 'excluded' && (live === undefined || live.offers.length === 0)) {
    return { kind: 'excluded', reason: listed.reason ?? 'The provider is excluded from the catalog.' }
  }
  const takesKey = live?.credential === 'api_key' || (listed !== undefined && listed.auth.scheme !== 'none')
  if (!takesKey) return { kind: 'open' }
  const check = Object.hasOwn(CREDENTIAL_CHECKS, slug) ? CREDENTIAL_CHECKS[slug] : undefined
  return {
    kind: 'connectable',
    twoPart: listed?.auth.scheme === 'basic',
    accountDomain: hosted ? (live.accountDomain ?? null) : null,
    check: check ?? null,
  }
}
