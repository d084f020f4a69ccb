import { pageUrl, can, type View } from '../../page.ts'
import type { Query } from '../../paths.ts'

export const WATCHES_PATH = '/watches'

type Here = Pick<View, 'environment'>

export const watchPath = (view: Here, id: string): string => pageUrl(view, `${WATCHES_PATH}/${encodeURIComponent(id)}`)
export const deleteWatchPath = (view: Here, id: string): string => `${watchPath(view, id)}/delete`

/** What a new watch repeats: a capability or an endpoint. */
interface Watched {
  readonly capability?: string | null
  readonly provider?: string | null
  readonly endpoint?: string | null
  /** The run whose request fills the form. */
  readonly again?: string
}

export function newWatchPath(view: Here, { capability, provider, endpoint, again }: Watched = {}): string {
  const query: Query = capability == null ? { provider, endpoint, again } : { capability, again }
  return pageUrl(view, `${WATCHES_PATH}/new`, query)
}

/** A watch is stored, and it runs. */
export const mayWatch = (view: Pick<View, 'caller'>): boolean => can(view, 'write') && can(view, 'run')
