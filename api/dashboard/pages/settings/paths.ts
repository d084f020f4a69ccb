import { at, type View } from '../../page.ts'

export const SETTINGS_PATH = '/settings'

export const disconnectAppPath = (view: Pick<View, 'environment'>, appId: string): string =>
  at(view, `${SETTINGS_PATH}/apps/${encodeURIComponent(appId)}/disconnect`)
