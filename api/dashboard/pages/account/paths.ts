import { pageUrl, type View } from '../../page.ts'
import { ACCOUNT_PATH } from '../../paths.ts'

export const leavePath = (view: Pick<View, 'environment'>, workspaceId: string): string =>
  pageUrl(view, `${ACCOUNT_PATH}/workspaces/${encodeURIComponent(workspaceId)}/leave`)
