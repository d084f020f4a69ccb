import { loadEvents, RARE_TYPE } from './events-data.ts'
import { growing } from './measure-growing.ts'
import type { BenchRequest } from './requests.ts'

const TIMES = 50
const TIMES_QUICK = 5
const PAGE = 500

/** The stream of events of a workspace, `GET /v1/events`, after a month. */
export const measureEvents = growing({
  name: 'events',
  large: ['event'],
  async load(db, { rows, quick }) {
    const { workspace, inAll, middle, lateId } = await loadEvents(db, rows)
    const get = (name: string, query: string): BenchRequest => ({
      name,
      method: 'GET',
      path: `/v1/events?limit=${PAGE}${query}`,
      repetitions: quick ? TIMES_QUICK : TIMES,
    })
    return {
      title: `Event stream: ${rows} events of one workspace, ${inAll} of all workspaces`,
      key: workspace.keys.live,
      requests: () => [
        get('from the oldest', ''),
        get('after one in the middle', `&after=${middle.id}`),
        get('the newest', `&after=${lateId}`),
        get('a common type, after one in the middle', `&after=${middle.id}&types=email.received`),
        get('three types', '&types=email.delivered,linkedin.message_received,account.disconnected'),
        get('a rare type', `&types=${RARE_TYPE}`),
        get('a type that never came', '&types=gmail.received'),
        get('since the middle of the month', `&since=${middle.at}`),
        get('a common type since then', `&since=${middle.at}&types=email.received`),
        get('a rare type since then', `&since=${middle.at}&types=${RARE_TYPE}`),
      ],
    }
  },
})
