/** A document that changes all the time is read no more often: no caller makes the service send requests. */
const FRESH_SECONDS_MIN = 5 * 60
/** A redirect URI that an app has withdrawn is not used for longer. */
const FRESH_SECONDS_MAX = 24 * 60 * 60
/** Of a document without a word about it. */
const FRESH_SECONDS_DEFAULT = 60 * 60

export interface CacheHeaders {
  readonly cacheControl: string | undefined
  readonly expires: string | undefined
}

/**
 * How long a client's document is used before it is read again: as its headers state (RFC 9111, 4.2.1 and 5.2.2), from
 * five minutes to a day.
 */
export const freshSecondsOf = (headers: CacheHeaders, nowMs: number): number =>
  Math.min(FRESH_SECONDS_MAX, Math.max(FRESH_SECONDS_MIN, requestedSeconds(headers, nowMs)))

function requestedSeconds({ cacheControl = '', expires }: CacheHeaders, nowMs: number): number {
  const directives = cacheControl
    .toLowerCase()
    .split(',')
    .map((directive) => directive.trim())
  if (directives.some((directive) => /^no-(?:store|cache)(?:=|$)/.test(directive))) return 0
  const maxAge = directives.map((directive) => /^max-age="?(\d{1,9})"?$/.exec(directive)?.[1]).find(Boolean)
  if (maxAge !== undefined) return Number(maxAge)
  if (expires === undefined) return FRESH_SECONDS_DEFAULT
  const at = Date.parse(expires)
  // A date that is none has passed (RFC 9111, 5.3).
  return Number.isNaN(at) ? 0 : Math.floor((at - nowMs) / 1_000)
}
