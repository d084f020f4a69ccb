/** Literals, not the constants of the rules: a migration that was applied must not change its meaning later. */
export const ENVIRONMENT = "text not null check (environment in ('test', 'live'))"
export const WORKSPACE = 'text not null references workspace (id)'
/** Longer values are not compared: an index page limits the length, and no address is that long. */
export const VALUE = "text not null check (value <> '' and length(value) <= 500)"
export const ENDED = "('succeeded', 'no_match', 'failed', 'timed_out', 'blocked', 'cancelled')"
