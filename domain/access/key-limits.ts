/** What a key may do (Spec 4.11; decisions, "a key's limits"). A member that is left out limits nothing. */
export interface KeyLimits {
  /** Slugs, or all slugs that begin alike: `contact.*`. */
  readonly capabilities?: readonly string[]
  readonly providers?: readonly string[]
  readonly raw?: boolean
  readonly sends?: boolean
  /** USD: the most that a single run may hold. */
  readonly max_run_cost?: string
}

/** The work of a request, as far as a key's limits concern it. */
export interface LimitedWork {
  /** null: a raw run. */
  readonly capability: string | null
  /** The provider of a raw run, or the pinned one; null: any. */
  readonly provider: string | null
  readonly sends: boolean
}

/** Whether a pattern of `KeyLimits.capabilities` covers the capability. */
export const coversCapability = (pattern: string, slug: string): boolean =>
  pattern.endsWith('*') ? slug.startsWith(pattern.slice(0, -1)) : pattern === slug

/** Why the key may not do the work, as words that follow "This API key"; null if it may. */
export function refusalOfLimits(allow: KeyLimits, { capability, provider, sends }: LimitedWork): string | null {
  if (capability === null && allow.raw === false) return 'makes no raw calls'
  if (sends && allow.sends === false) return 'sends no messages'
  if (
    capability !== null &&
    allow.capabilities !== undefined &&
    !allow.capabilities.some((pattern) => coversCapability(pattern, capability))
  )
    return `may not run ${capability}; it may run ${allow.capabilities.join(', ')}`
  if (provider !== null && allow.providers?.includes(provider) === false)
    return `may not use ${provider}; it may use ${allow.providers.join(', ')}`
  return null
}
