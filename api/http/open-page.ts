import { AnyQuery } from '../schemas/common.ts'

/** What the routes of public pages have in common. */
export const OPEN_PAGE = {
  method: 'GET',
  tags: ['Service'],
  access: 'public',
  documented: false,
  errors: [],
  // Mail clients, chats, payment pages, caches and links of a campaign add parameters, which mean nothing here.
  query: AnyQuery,
} as const

/** The same, where the page changes with a deployment only. */
export const DOCUMENT_PAGE = { ...OPEN_PAGE, spec: '9.4', etag: true } as const
