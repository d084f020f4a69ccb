import type { OwnParts, RouteParts } from '../route-parts.ts'
import type { Route } from '../../route/route.ts'
import { createEmailInbox } from './create.ts'
import { listEmailInboxes } from './list.ts'

/** Spec 4.13: mailboxes that the workspace sends from and receives with. */
export const inboxRoutes = (
  { db, cipher, providerCaller }: RouteParts,
  { publicUrl }: Pick<OwnParts, 'publicUrl'>,
): Route[] => [listEmailInboxes({ db }), createEmailInbox({ db, cipher, providerCaller, publicUrl })]
