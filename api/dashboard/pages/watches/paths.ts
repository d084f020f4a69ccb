import { at, type View } from '../../page.ts'

export const WATCHES_PATH = '/watches'

export const watchPath = (view: Pick<View, 'environment'>, id: string): string =>
  at(view, `${WATCHES_PATH}/${encodeURIComponent(id)}`)
export const deleteWatchPath = (view: Pick<View, 'environment'>, id: string): string => `${watchPath(view, id)}/delete`
