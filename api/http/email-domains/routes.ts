import type { Route } from '../../route/route.ts'
import type { RouteParts } from '../route-parts.ts'
import { addEmailDomain } from './add.ts'
import { checkEmailDomain } from './check.ts'
import { getEmailDomain, listEmailDomains } from './list.ts'
import { deleteEmailDomain } from './remove.ts'

/** Decisions, "sending domains": domains of the workspace from which it sends mail. */
export const emailDomainRoutes = ({ db, cipher, providerCaller }: RouteParts): Route[] => [
  listEmailDomains({ db }),
  addEmailDomain({ db, cipher, providerCaller }),
  getEmailDomain({ db }),
  checkEmailDomain({ db, cipher, providerCaller }),
  deleteEmailDomain({ db, providerCaller }),
]
