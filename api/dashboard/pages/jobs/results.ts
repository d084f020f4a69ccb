import type { MakeDownload } from '../../page.ts'
import { oneWordOf } from '../../query-values.ts'
import { JOBS_PATH } from './paths.ts'

/** The results of a job as a CSV file, or as JSON lines. */
export const jobResults: MakeDownload = ({ findFile }) => {
  const getJobResults = findFile('getJobResults')
  return {
    path: `${JOBS_PATH}/{job_id}/results`,
    send: (view) =>
      getJobResults(view, {
        params: view.params,
        // Excel, which people open it with, reads letters rightly behind a byte order mark alone.
        query: { format: oneWordOf(['csv', 'jsonl'], view.query['format']) ?? 'csv', bom: true },
      }),
  }
}
