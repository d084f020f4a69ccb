import { RUN_STATUSES } from '../../../domain/runs/states.ts'
import { html } from '../../html/markup.ts'
import { RunList } from '../../schemas/run.ts'
import { live, pager, words } from '../elements.ts'
import { type FormField, filterOf } from '../forms.ts'
import { at, type MakePage } from '../page.ts'
import { runsTable, underWayOf } from '../runs-table.ts'

const RUNS_PER_PAGE = 30
const EVERY_MS = 2_000

/** The filters of `GET /v1/runs`, under the same names. */
const FILTERS: readonly FormField[] = [
  {
    name: 'status',
    label: 'Status',
    optional: true,
    options: [['', 'Any'], ...RUN_STATUSES.map((status) => [status, words(status)] as const)],
  },
  { name: 'capability', label: 'Capability', optional: true, maxLength: 100 },
  { name: 'provider', label: 'Provider', optional: true, maxLength: 100 },
  { name: 'endpoint', label: 'Endpoint', optional: true, maxLength: 500 },
  { name: 'api_key_id', label: 'API key', optional: true, maxLength: 100 },
]

export const runsPage: MakePage = ({ find, db }) => {
  const listRuns = find('listRuns', RunList)
  return {
    path: '/runs',
    section: '/runs',
    navigation: { name: 'Runs', group: 'Data' },
    async show(view) {
      const filter = Object.fromEntries(
        FILTERS.flatMap(({ name }) => (view.query[name] ? [[name, view.query[name]]] : [])),
      )
      const cursor = view.query['cursor']
      const { items, next_cursor: next } = await listRuns(view, {
        query: { ...filter, limit: RUNS_PER_PAGE, ...(cursor === undefined ? {} : { cursor }) },
      })
      const underWay = await underWayOf(db, view, items)
      const filtered = Object.keys(filter).length > 0
      return {
        title: 'Runs',
        main: html`${filterOf(
          { label: 'Filter the runs', fields: FILTERS, clear: filtered ? at(view, '/runs') : null },
          view.query,
        )}
${live(
  { id: 'runs-live', everyMs: cursor === undefined ? EVERY_MS : null },
  html`${runsTable(view, {
    id: 'runs',
    caption: `${filtered ? 'Matching runs' : 'Runs'}, newest first${cursor === undefined ? '' : ', older ones'}`,
    runs: items,
    underWay,
    empty: filtered ? 'No matching runs.' : 'No runs yet.',
  })}${pager({
    next: next === null ? null : at(view, '/runs', { ...filter, cursor: next }),
    first: cursor === undefined ? null : at(view, '/runs', filter),
  })}`,
)}`,
      }
    },
  }
}
