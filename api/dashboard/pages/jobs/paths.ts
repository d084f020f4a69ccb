import { at, type View } from '../../page.ts'
import type { Query } from '../../paths.ts'

export const JOBS_PATH = '/jobs'
export const NEW_JOB_PATH = `${JOBS_PATH}/new`
export const MAPPING_PATH = `${NEW_JOB_PATH}/mapping`

type Here = Pick<View, 'environment'>

export const jobPath = (view: Here, id: string, query: Query = {}): string =>
  at(view, `${JOBS_PATH}/${encodeURIComponent(id)}`, query)
export const cancelJobPath = (view: Here, id: string): string => `${jobPath(view, id)}/cancel`
export const jobResultsPath = (view: Here, id: string, format: 'csv' | 'jsonl'): string =>
  at(view, `${JOBS_PATH}/${encodeURIComponent(id)}/results`, { format })
export const newJobPath = (view: Here): string => at(view, NEW_JOB_PATH)
export const mappingPath = (view: Here, query: Query): string => at(view, MAPPING_PATH, query)

export const jobParams = ({ params }: Pick<View, 'params'>) => ({ job_id: params['job_id'] ?? '' })
