import { CAPABILITIES } from '../../../domain/capabilities/catalog.ts'

/** The capabilities that send, and so are no lookups. */
export const SENDS: readonly string[] = CAPABILITIES.filter(({ sends }) => sends).map(({ slug }) => slug)

/**
 * True when a match in the input names the requested subject itself; a handle without its platform counts too. The
 * arguments are the SQL of the match's place and of whether it is exact.
 */
export const isAboutSubject = (place: string, exact: string): string =>
  `(${place} = 'input' and (${exact} or requested.kind = 'handle'))`

/** The run `r` is a lookup that delivered and was charged, and still has its result; `sends` is the SQL of `SENDS`. */
export const isReusable = (sends: string): string =>
  `r.status = 'succeeded' and r.charged > 0 and r.purged_at is null
        and (r.capability is null or r.capability <> all (${sends}))`
