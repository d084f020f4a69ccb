import type { SenderDeps } from '../../../usecases/outreach/sender-plans.ts'
import type { Cursors } from '../../route/cursors.ts'
import type { Route } from '../../route/route.ts'
import { getSender, listSenders } from './list.ts'
import { getSendingPolicy, updateSendingPolicy } from './policy.ts'
import { listScheduledSends } from './schedule.ts'
import { updateSender } from './update.ts'

/** Decisions, "Slots of senders". */
export const senderRoutes = (deps: SenderDeps & { readonly cursors: Cursors }): Route[] => [
  listSenders(deps),
  getSender(deps),
  updateSender(deps),
  listScheduledSends(deps),
  getSendingPolicy(deps),
  updateSendingPolicy(deps),
]
