import { pageUrl, type View } from '../../page.ts'

export const MEMBERS_PATH = '/members'

export const removePath = (view: Pick<View, 'environment'>, userId: string): string =>
  pageUrl(view, `${MEMBERS_PATH}/${encodeURIComponent(userId)}/remove`)
