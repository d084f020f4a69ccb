import { at, type View } from '../../page.ts'

export const MEMBERS_PATH = '/members'

export const removePath = (view: Pick<View, 'environment'>, userId: string): string =>
  at(view, `${MEMBERS_PATH}/${encodeURIComponent(userId)}/remove`)
