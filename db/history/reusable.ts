import { CAPABILITIES } from '../../domain/capabilities/catalog.ts'

/** What a capability run that is no lookup is called. */
export const SENDS: readonly string[] = CAPABILITIES.filter(({ sends }) => sends).map(({ slug }) => slug)

/** A row of `run_subject`'s input names what is `asked` itself; a handle without its platform is told too. */
export const namedBy = (found: string): string => `(${found}.place = 'input' and (${found}.exact or asked.kind = 'handle'))`

/** The run `r` is a lookup that was paid for and delivered; `sends` is SQL of `SENDS`. */
export const isReusable = (sends: string): string =>
  `r.status = 'succeeded' and r.charged > 0 and (r.capability is null or r.capability <> all (${sends}))`
