import Type from 'typebox'
import { AnyQuery, closed } from '../schemas/common.ts'

/** What the pages of signed links share: they need no sign-in, because the token of the link is the permission. */
export const LINK_PAGE = {
  access: 'public',
  documented: false,
  // Mail clients may add parameters, which mean nothing here.
  query: AnyQuery,
  params: closed({ token: Type.String({ maxLength: 2_000 }) }),
  errors: [],
} as const
