import { pageUrl, type View } from '../../page.ts'

export const ACCOUNTS_PATH = '/messaging-accounts'

export const disconnectAccountPath = (view: Pick<View, 'environment'>, network: string, id: string): string =>
  pageUrl(view, `${ACCOUNTS_PATH}/${network}/${encodeURIComponent(id)}/disconnect`)
