import type { Route } from '../../route/route.ts'
import { cancelPlan } from './cancel.ts'
import { choosePlan } from './choose.ts'
import type { CheckoutDeps } from '../checkout/deps.ts'
import { getPlan } from './get.ts'
import { openPlanPortal, showPlanPortal } from './portal.ts'

/** The plan of a workspace (Spec 4.13; decisions, "plan"). */
export const planRoutes = (deps: CheckoutDeps): Route[] => [
  getPlan(deps),
  choosePlan(deps),
  cancelPlan(deps),
  openPlanPortal(deps),
  showPlanPortal(),
]
