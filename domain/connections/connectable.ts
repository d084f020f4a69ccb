import type { CatalogProvider } from '../catalog/providers/provider.ts'
import type { ProviderManifest } from '../providers/manifest.ts'
import { type CredentialCheck, CREDENTIAL_CHECKS } from './checks.ts'

export type Connectable =
  | {
      readonly kind: 'connectable'
      /** The credential is `login:password`. */
      readonly twoPart: boolean
      readonly check: CredentialCheck | null
    }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'excluded'; readonly reason: string }
  /** A public source: nothing could be connected. */
  | { readonly kind: 'open' }

/** Providers whose account is more than a key. */
const MORE_THAN_A_KEY: Readonly<Record<string, string>> = {
  unipile: "An account of Unipile has a host of its own beside its key, which a connection cannot hold yet.",
}

/**
 * Whether a workspace can connect its own key of this provider (Spec 4.11). Known are the providers with an
 * adapter and those of the raw catalog; one that is excluded there can be connected only for its capabilities.
 */
export function connectable(slug: string, { manifest, listed }: {
  readonly manifest: ProviderManifest | undefined
  readonly listed: CatalogProvider | undefined
}): Connectable {
  const live = manifest?.environment === 'live' ? manifest : undefined
  if (live === undefined && listed === undefined) return { kind: 'unknown' }
  const tooMuch = Object.hasOwn(MORE_THAN_A_KEY, slug) ? MORE_THAN_A_KEY[slug] : undefined
  if (tooMuch !== undefined) return { kind: 'excluded', reason: tooMuch }
  if (listed?.status === 'excluded' && (live === undefined || live.offers.length === 0)) {
    return { kind: 'excluded', reason: listed.reason ?? 'The provider is excluded from the catalog.' }
  }
  const takesKey = live?.credential === 'api_key' || (listed !== undefined && listed.auth.scheme !== 'none')
  if (!takesKey) return { kind: 'open' }
  const check = Object.hasOwn(CREDENTIAL_CHECKS, slug) ? CREDENTIAL_CHECKS[slug] : undefined
  return { kind: 'connectable', twoPart: listed?.auth.scheme === 'basic', check: check ?? null }
}
