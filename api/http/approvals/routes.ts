import type { Route } from '../../route/route.ts'
import { approveWaitingRun, type DecideDeps, rejectWaitingRun } from './decide.ts'
import { getApprovalPolicy } from './get-policy.ts'
import { updateApprovalPolicy } from './update-policy.ts'

/** Decisions, "Approvals". */
export const approvalRoutes = (deps: DecideDeps): Route[] => [
  approveWaitingRun(deps),
  rejectWaitingRun(deps),
  getApprovalPolicy(deps),
  updateApprovalPolicy(deps),
]
