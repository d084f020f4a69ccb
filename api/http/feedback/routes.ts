import type { Database } from '../../../db/database.ts'
import type { Route } from '../../route/route.ts'
import { discoverFeedback } from './discover.ts'
import { sendFeedback } from './send.ts'

/** Spec 4.12. */
export const feedbackRoutes = ({
  db,
  publicUrl,
}: {
  readonly db: Database
  readonly publicUrl: () => string
}): Route[] => [sendFeedback({ db, now: () => new Date() }), discoverFeedback({ publicUrl })]
