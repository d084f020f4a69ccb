import type { ProviderManifest } from '../providers/manifest.ts'

export type CapabilityStatus = 'live' | 'coming_soon'

/**
 * `live` only if a live adapter is wired (Spec 2.2): some provider of the live environment offers it. Whether that
 * provider's account is active now concerns the offers, not the capability.
 */
export function capabilityStatus(
  slug: string,
  manifests: readonly Pick<ProviderManifest, 'environment' | 'offers'>[],
): CapabilityStatus {
  const isWired = manifests.some(
    ({ environment, offers }) => environment === 'live' && offers.some(({ capability }) => capability === slug),
  )
  return isWired ? 'live' : 'coming_soon'
}
