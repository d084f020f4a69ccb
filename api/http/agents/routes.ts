import type { AccountMails } from '../../auth/account-mails.ts'
import type { Route } from '../../route/route.ts'
import type { OwnParts, RouteParts } from '../route-parts.ts'
import { claimAgent } from './claim.ts'
import { getAgentSignUp, takeAgentLiveKey } from './live-key.ts'
import { signUpAgent } from './sign-up.ts'

/** Agents that sign up by themselves, and the people who claim their workspaces. */
export const agentRoutes = (
  { db, cipher }: Pick<RouteParts, 'db' | 'cipher'>,
  { publicUrl }: Pick<OwnParts, 'publicUrl'>,
  mails: AccountMails,
): Route[] => [
  signUpAgent({ db, mails, publicUrl, nowMs: Date.now }),
  getAgentSignUp({ db }),
  claimAgent({ db }),
  takeAgentLiveKey({ db, cipher }),
]
