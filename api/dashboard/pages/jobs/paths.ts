import { pageUrl, type View } from '../../page.ts'
import type { Query } from '../../paths.ts'

export const JOBS_PATH = '/jobs'
export const NEW_JOB_PATH = `${JOBS_PATH}/new`
export const MAPPING_PATH = `${NEW_JOB_PATH}/mapping`

type Here = Pick<View, 'environment'>

export const jobPath = (view: Here, id: string, query: Query = {}): string =>
  pageUrl(view, `${JOBS_PATH}/${encodeURIComponent(id)}`, query)
export const cancelJobPath = (view: Here, id: string): string => `${jobPath(view, id)}/cancel`
export const jobResultsPath = (view: Here, id: string, format: 'csv' | 'jsonl'): string =>
  pageUrl(view, `${JOBS_PATH}/${encodeURIComponent(id)}/results`, { format })
/** `work` names what to run, as `workQuery` does. */
export const newJobPath = (view: Here, work: Query = {}): string => pageUrl(view, NEW_JOB_PATH, work)
/** What the query of a page names to run: a capability, or an endpoint of a provider. */
export function workQuery({ query }: Pick<View, 'query'>): Record<string, string> {
  const { capability, provider, endpoint } = query
  if (capability) return { capability }
  return provider && endpoint ? { provider, endpoint } : {}
}
export const mappingPath = (view: Here, query: Query): string => pageUrl(view, MAPPING_PATH, query)
