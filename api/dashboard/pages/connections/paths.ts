import { pageUrl, type View } from '../../page.ts'

export const CONNECTIONS_PATH = '/connections'

export const disconnectPath = (view: Pick<View, 'environment'>, provider: string): string =>
  pageUrl(view, `${CONNECTIONS_PATH}/${encodeURIComponent(provider)}/disconnect`)
