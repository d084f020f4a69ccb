/** A capability's slug, or `METHOD /path` of a raw endpoint: an attempt has one of the two. */
export const TARGET = 'coalesce(capability, endpoint)'

/**
 * Attempts that say something about a provider's offer: it was asked, live, with the platform's own account, and
 * answered or failed by its own fault. What the caller's input or key caused says nothing. The partial indexes of
 * the migration have these very words.
 */
export const COUNTED = `environment = 'live' and connection_id is null and calls > 0
  and outcome in ('succeeded', 'no_match', 'provider_error', 'provider_timeout', 'rate_limited', 'unknown')`

/** An honest miss is a success of the provider's. */
export const IS_SUCCESS = `outcome in ('succeeded', 'no_match')`
