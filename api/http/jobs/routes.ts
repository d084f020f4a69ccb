import { findCapability } from '../../../domain/capabilities/catalog.ts'
import type { Route } from '../../route/route.ts'
import { changeJobRoute, type ChangeJobDeps, updateJob } from './change.ts'
import { createJob, type CreateJobDeps } from './create.ts'
import { getJob, type GetJobDeps } from './get.ts'
import { type JobRowDeps, listJobItems } from './items.ts'
import { listJobs } from './list.ts'

export type JobRouteDeps = Omit<CreateJobDeps, 'findCapability'> & ChangeJobDeps & GetJobDeps & JobRowDeps

/** Jobs: one request for many rows. */
export const jobRoutes = (parts: JobRouteDeps): Route[] => {
  const deps = { ...parts, findCapability }
  return [
    createJob(deps),
    listJobs(deps),
    getJob(deps),
    updateJob(deps),
    changeJobRoute(deps, 'pause'),
    changeJobRoute(deps, 'resume'),
    changeJobRoute(deps, 'approve'),
    changeJobRoute(deps, 'cancel'),
    listJobItems(deps),
  ]
}
