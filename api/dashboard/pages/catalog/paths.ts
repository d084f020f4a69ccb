import { pageUrl, type View } from '../../page.ts'

export const CATALOG_PATH = '/catalog'
export const HEALTH_PATH = `${CATALOG_PATH}/health`

type Here = Pick<View, 'environment'>

export const searchPath = (view: Here, query: Readonly<Record<string, string | null>> = {}): string =>
  pageUrl(view, CATALOG_PATH, query)
/** `again`: the run whose request fills the form; with `follow_up`, as a message into the thread of its error. */
type Again = { readonly again?: string; readonly follow_up?: string }

export const capabilityPath = (view: Here, capability: string, query: Again = {}): string =>
  pageUrl(view, `${CATALOG_PATH}/capabilities/${encodeURIComponent(capability)}`, query)
/** An endpoint's path has slashes, and one path may have several methods, so both are in the query. */
export const endpointPath = (
  view: Here,
  { provider, method, endpoint }: { readonly provider: string; readonly method: string; readonly endpoint: string },
  query: Again = {},
): string => pageUrl(view, `${CATALOG_PATH}/endpoint`, { provider, endpoint: `${method} ${endpoint}`, ...query })
