import type { AccountMails } from '../../auth/account-mails.ts'
import type { Route } from '../../route/route.ts'
import type { RouteParts } from '../route-parts.ts'
import { changeMember } from './change.ts'
import { inviteMember } from './invite.ts'
import { listMembers } from './list.ts'
import { removeMember } from './remove.ts'
import { withdrawInvitation } from './withdraw.ts'

/** The people of a workspace (decisions, "Members"). */
export const memberRoutes = ({ db, cipher }: Pick<RouteParts, 'db' | 'cipher'>, mails: AccountMails): Route[] => [
  listMembers({ db }),
  inviteMember({ db, cipher, mails }),
  changeMember({ db }),
  removeMember({ db }),
  withdrawInvitation({ db }),
]
