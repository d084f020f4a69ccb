import { pageUrl, type ContainingPage, type View } from '../../page.ts'

export const SETTINGS_PATH = '/settings'

export const disconnectAppPath = (view: Pick<View, 'environment'>, appId: string): string =>
  pageUrl(view, `${SETTINGS_PATH}/apps/${encodeURIComponent(appId)}/disconnect`)

export const appBudgetPath = (view: Pick<View, 'environment'>, appId: string): string =>
  pageUrl(view, `${SETTINGS_PATH}/apps/${encodeURIComponent(appId)}/budget`)

export const ERASURES_PATH = `${SETTINGS_PATH}/erasures`

/** The list, above the pages of single erasures. */
export const erasuresAbove = (view: Pick<View, 'environment'>): ContainingPage => ({
  name: 'Erasures',
  path: pageUrl(view, ERASURES_PATH),
})

export const newErasurePath = (view: Pick<View, 'environment'>): string => pageUrl(view, `${ERASURES_PATH}/new`)
export const erasurePath = (view: Pick<View, 'environment'>, id: string): string =>
  pageUrl(view, `${ERASURES_PATH}/${encodeURIComponent(id)}`)
