import { findCapability } from '../../../domain/capabilities/catalog.ts'
import type { Route } from '../../route/route.ts'
import { changeJobRoute, type ChangeJobDeps, updateJob } from './change.ts'
import type { BeginJobDeps } from './begin.ts'
import { createJob } from './create.ts'
import { createJobUpload } from './create-upload.ts'
import { deleteJobUpload } from './delete-upload.ts'
import { getJobUpload } from './get-upload.ts'
import { getJob, type GetJobDeps } from './get.ts'
import { type JobRowDeps, listJobItems } from './items.ts'
import { listJobs } from './list.ts'
import { getJobResults } from './results.ts'
import { retryJob } from './retry.ts'

export type JobRouteDeps = Omit<BeginJobDeps, 'findCapability'> & ChangeJobDeps & GetJobDeps & JobRowDeps

/** Jobs: one request for many rows. */
export const jobRoutes = (parts: JobRouteDeps): Route[] => {
  const deps = { ...parts, findCapability }
  return [
    createJobUpload(parts),
    getJobUpload(parts),
    deleteJobUpload(parts),
    createJob(deps),
    listJobs(deps),
    getJob(deps),
    updateJob(deps),
    changeJobRoute(deps, 'pause'),
    changeJobRoute(deps, 'resume'),
    changeJobRoute(deps, 'approve'),
    changeJobRoute(deps, 'cancel'),
    retryJob(deps),
    listJobItems(deps),
    getJobResults(deps),
  ]
}
