import type { Queries } from '../../db/database.ts'
import {
  END_EARLIER_ACCESS,
  END_EARLIER_WORK,
  OTHER_MEMBERS,
  WORKSPACES_OF,
} from '../../db/access/members/end-earlier.ts'
import { lockWorkspace } from '../../db/access/workspaces/lock.ts'
import { endMembership } from './change-member.ts'
import type { WelcomeCredit } from './create-workspace.ts'

/**
 * Ends what another person may have prepared in the workspaces of a person whose address was not confirmed until now.
 * Such a person was invited to none of them, because a link to an invitation confirms the address: they made or claimed
 * each. Data and wallets stay, because most often it was the person themselves.
 */
export async function endEarlier(tx: Queries, userId: string, credit: WelcomeCredit): Promise<void> {
  for (const { workspaceId } of await tx.query(WORKSPACES_OF, { userId })) {
    await lockWorkspace(tx, workspaceId)
    await tx.query(END_EARLIER_ACCESS, { workspaceId })
    await tx.query(END_EARLIER_WORK, { workspaceId })
    for (const member of await tx.query(OTHER_MEMBERS, { workspaceId, userId }))
      await endMembership(tx, { workspaceId, ...member }, credit)
  }
}
