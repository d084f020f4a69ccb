import { CAPABILITIES } from '../../../domain/capabilities/catalog.ts'
import { RUN_STATUSES } from '../../../domain/runs/states.ts'
import { Problem } from '../../errors/problem.ts'
import { html, type Html } from '../../html/markup.ts'
import { ApiKeyList } from '../../schemas/api-key.ts'
import { RunList } from '../../schemas/run.ts'
import { live, pager, humanize } from '../elements.ts'
import { type FormField, filterOf, menuOf } from '../forms.ts'
import { pageUrl, type MakePage, can, type PageParts, type View } from '../page.ts'
import { metadataField, metadataFilter } from '../metadata-filter.ts'
import { searchPath } from './catalog/paths.ts'
import { asInvalidRequest, dayAfter } from '../query-values.ts'
import { readRunsContext, runsTable } from '../runs-table.ts'

const RUNS_PER_PAGE = 30
const EVERY_MS = 2_000
/** As in `GET /v1/runs`. */
const SEARCH_LENGTH_MAX = 200

/** The filters of `GET /v1/runs`, under the same names; the last day is included here. */
const FILTERS = [
  'q',
  'status',
  'capability',
  'provider',
  'endpoint',
  'api_key_id',
  'since',
  'until',
  'metadata',
] as const

type Filter = Readonly<Record<string, string>>

export const runsPage: MakePage = ({ find, db, manifests }) => {
  const listRuns = find('listRuns', RunList)
  const fieldsOf = createFields({ find, manifests })
  return {
    path: '/runs',
    section: '/runs',
    navigation: { name: 'Runs', group: 'Data' },
    async show(view) {
      const filter = Object.fromEntries(FILTERS.flatMap((name) => (view.query[name] ? [[name, view.query[name]]] : [])))
      const cursor = view.query['cursor']
      const [fields, found] = await Promise.all([
        fieldsOf(view),
        listRuns(view, {
          query: { ...requested(filter), limit: RUNS_PER_PAGE, cursor },
        }).catch(asInvalidRequest),
      ])
      const isFiltered = Object.keys(filter).length > 0
      const problem = found instanceof Problem ? found : null
      const clear = isFiltered ? pageUrl(view, '/runs') : null
      return {
        title: 'Runs',
        main: html`${filterOf({ label: 'Filter the runs', fields, clear, problem }, view.query)}
${
  !(found instanceof Problem) &&
  live(
    { id: 'runs-live', everyMs: cursor === undefined && filter['q'] === undefined ? EVERY_MS : null },
    html`${runsTable(view, {
      id: 'runs',
      caption: `${isFiltered ? 'Matching runs' : 'Runs'}, newest first${cursor === undefined ? '' : ', older ones'}`,
      runs: found.items,
      context: await readRunsContext(db, view, found.items),
      empty: isFiltered
        ? NOTHING_FOUND
        : html`No runs yet. <a href="${searchPath(view)}">The catalog</a> runs everything from a form.`,
    })}${pager({ next: found.next_cursor, cursor, pathAt: (page) => pageUrl(view, '/runs', { ...filter, ...page }) })}`,
  )
}`,
      }
    },
  }
}

const NOTHING_FOUND: Html = html`No matching runs. A search finds ids, people, companies and pages in all runs,
and other texts in the newest 5,000: choose the last day to search older ones.`

/** The same as the route reads it: its last moment is not included. */
const requested = ({ until, metadata, ...filter }: Filter) => ({
  ...filter,
  ...metadataFilter(metadata),
  ...(until === undefined ? {} : { until: dayAfter(until) }),
})

const STATUS = menuOf(
  'status',
  'Status',
  RUN_STATUSES.map((status) => [status, humanize(status)]),
)
const CAPABILITY = menuOf(
  'capability',
  'Capability',
  CAPABILITIES.map(({ slug }) => slug),
)

/** A value that came with the URL and is none of the menu, such as a provider that is gone, stays chosen. */
function withChosen(field: FormField, { query }: View): FormField {
  const [chosen, options = []] = [query[field.name] ?? '', field.options]
  return options.some(([value]) => value === chosen) ? field : { ...field, options: [...options, [chosen, chosen]] }
}

/** The fields of the filters; a refresh shows none. */
function createFields({ find, manifests }: Pick<PageParts, 'find' | 'manifests'>) {
  const listKeys = find('listApiKeys', ApiKeyList)
  const providers = menuOfProviders(manifests)
  return async (view: View): Promise<readonly FormField[]> => {
    if (view.isRefresh) return []
    const keys = can(view, 'owner') ? (await listKeys(view, { query: { days: 1 } })).items : []
    const named = keys
      .filter(({ environment }) => environment === view.environment)
      .map(({ id, name }) => [id, name] as const)
    return [
      {
        name: 'q',
        label: 'Search',
        type: 'search',
        wide: true,
        hint: 'A run id, a person, a company, a provider, or a text of an input or error.',
        maxLength: SEARCH_LENGTH_MAX,
        autocomplete: 'off',
      },
      ...[STATUS, CAPABILITY, providers(view)].map((field) => withChosen(field, view)),
      ...(view.query['endpoint'] ? [{ name: 'endpoint', label: 'Endpoint', maxLength: 500 } as const] : []),
      ...(named.length > 0 ? [menuOf('api_key_id', 'API key', named)] : []),
      metadataField(view.query['metadata']),
      { name: 'since', label: 'First day (UTC)', type: 'date' },
      { name: 'until', label: 'Last day (UTC)', type: 'date' },
    ]
  }
}

const menuOfProviders =
  (manifests: PageParts['manifests']) =>
  ({ environment }: View): FormField =>
    menuOf(
      'provider',
      'Provider',
      manifests
        .filter((manifest) => manifest.environment === environment)
        .map(({ slug }) => [slug, slug] as const)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    )
