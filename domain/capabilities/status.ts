import type { ProviderManifest } from '../providers/manifest.ts'

export type CapabilityStatus = 'live' | 'coming_soon'

/**
 * `live` only if an adapter is wired (Spec 2.2): some provider of the environment offers it. Whether that provider's
 * account is active now concerns the offers, not the capability.
 */
export function capabilityStatus(
  slug: string,
  manifests: readonly Pick<ProviderManifest, 'environment' | 'offers'>[],
  shown: ProviderManifest['environment'] = 'live',
): CapabilityStatus {
  const isWired = manifests.some(
    ({ environment, offers }) => environment === shown && offers.some(({ capability }) => capability === slug),
  )
  return isWired ? 'live' : 'coming_soon'
}
