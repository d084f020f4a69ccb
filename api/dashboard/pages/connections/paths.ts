import { at, type View } from '../../page.ts'

export const CONNECTIONS_PATH = '/connections'

export const disconnectPath = (view: Pick<View, 'environment'>, provider: string): string =>
  at(view, `${CONNECTIONS_PATH}/${encodeURIComponent(provider)}/disconnect`)
