import type { Route } from '../../route/route.ts'
import { getRoutingPolicy } from './get.ts'
import { updateRoutingPolicy, type UpdateRoutingPolicyDeps } from './update.ts'

/** Decisions, "routing policy". */
export const routingPolicyRoutes = (deps: UpdateRoutingPolicyDeps): Route[] => [
  getRoutingPolicy(deps),
  updateRoutingPolicy(deps),
]
