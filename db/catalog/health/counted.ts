/** A capability's slug, or `METHOD /path` of a raw endpoint: an attempt has one of the two. */
export const TARGET = 'coalesce(capability, endpoint)'

/**
 * Attempts that state something about a provider's offer: live calls with the platform's own account, which were
 * answered or failed by the provider's fault. Failures caused by the caller's input or key state nothing. The partial
 * indexes in the migration repeat these exact words.
 */
export const COUNTED = `environment = 'live' and connection_id is null and calls > 0
  and outcome in ('succeeded', 'no_match', 'provider_error', 'provider_timeout', 'rate_limited', 'unknown')`

/** An honest miss counts as a success of the provider. */
export const IS_SUCCESS = `outcome in ('succeeded', 'no_match')`
