import { html, type Html } from '../../../html/markup.ts'
import { Problem } from '../../../errors/problem.ts'
import { Discovered, EndpointList, ProviderList } from '../../../schemas/catalog.ts'
import { pager, type ShownRow, table } from '../../elements.ts'
import { oneWordOf, asInvalidRequest } from '../../query-values.ts'
import { type FormField, filterOf, menuOf } from '../../forms.ts'
import { type PageCall, pageUrl, type MakePage, type View } from '../../page.ts'
import { withCodeSpans } from '../../code-spans.ts'
import { feedbackPath } from '../feedback.ts'
import { CATALOG_PATH, HEALTH_PATH, capabilityPath, endpointPath, searchPath } from './paths.ts'
import { hitList } from './hits.ts'
import { unmatchedWords } from './unmatched.ts'
import { createCapabilities, createOwnKeys, endpointFor, type ListedCapability, type ReadOwnKeys } from './own-keys.ts'
import {
  capabilityAvailability,
  capabilityLinks,
  costOf,
  endpointAvailability,
  healthOf,
  startingPrice,
} from './offer-texts.ts'

const KINDS = ['capability', 'endpoint'] as const
/** As many as a person reads. */
const HITS_MAX = 20
const QUERY_LENGTH_MAX = 500
const PAGE_ROWS = 100

interface SearchCalls {
  readonly discover: PageCall<typeof Discovered>
  readonly listCapabilities: (view: View) => Promise<readonly ListedCapability[]>
  readonly listEndpoints: PageCall<typeof EndpointList>
  readonly listProviders: PageCall<typeof ProviderList>
  readonly ownKeys: ReadOwnKeys
}

interface CatalogSearch {
  readonly query: string
  readonly kind: (typeof KINDS)[number] | null
  readonly provider: string | null
}

/** From a job in plain words to the matching capabilities and endpoints; without words, lists all of them. */
export const catalogPage: MakePage = ({ find }) => {
  const calls: SearchCalls = {
    discover: find('discover', Discovered),
    listCapabilities: createCapabilities({ find }),
    listEndpoints: find('listEndpoints', EndpointList),
    listProviders: find('listProviders', ProviderList),
    ownKeys: createOwnKeys({ find }),
  }
  return {
    path: CATALOG_PATH,
    section: CATALOG_PATH,
    navigation: { name: 'Catalog', group: 'Data' },
    async show(view) {
      const { items: providers } = await calls.listProviders(view)
      const search: CatalogSearch = {
        query: (view.query['q'] ?? '').trim(),
        kind: oneWordOf(KINDS, view.query['kind']),
        provider: oneWordOf(
          providers.map(({ provider }) => provider),
          view.query['provider'],
        ),
      }
      const found = await foundFor(view, calls, search).catch(asInvalidRequest)
      return {
        title: 'Catalog',
        main: html`<p class="lead">Describe what you have and what you want.
The results show their prices. Searching is free.
<a href="${pageUrl(view, HEALTH_PATH)}">Health of the providers</a></p>
${filterOf(
  {
    label: 'Search the catalog',
    submit: 'Search',
    clear: isEmpty(search) ? null : searchPath(view),
    fields: fieldsOf(providers.map(({ provider, title }) => [provider, title])),
    problem: found instanceof Problem ? found : null,
  },
  view.query,
)}
${found instanceof Problem ? null : found}`,
      }
    },
  }
}

const isEmpty = ({ query, kind, provider }: CatalogSearch): boolean =>
  query === '' && kind === null && provider === null

const fieldsOf = (providers: readonly (readonly [string, string])[]): FormField[] => [
  { name: 'q', at: 'query', label: 'The job', type: 'search', wide: true, maxLength: QUERY_LENGTH_MAX },
  {
    name: 'kind',
    label: 'Kind',
    options: [
      ['', 'Both'],
      ['capability', 'Capabilities'],
      ['endpoint', 'Raw endpoints'],
    ],
  },
  menuOf('provider', 'Provider', providers),
]

async function foundFor(view: View, calls: SearchCalls, search: CatalogSearch): Promise<Html> {
  const { query, kind, provider } = search
  if (query === '')
    return kind === 'endpoint' || provider !== null ? endpointsOf(view, calls, search) : capabilities(view, calls)
  const {
    items,
    hints,
    did_you_mean: unmatched,
  } = await calls.discover(view, {
    body: { query, limit: HITS_MAX, ...(kind === null ? {} : { kind }), ...(provider === null ? {} : { provider }) },
  })
  if (items.length === 0)
    return html`<div class="empty" id="hits"><p>${withCodeSpans(hints[0] ?? 'Nothing matches.')}</p>
${unmatched !== null && unmatchedWords(view, unmatched)}
<p><a href="${feedbackPath(view)}">Report what is missing</a></p></div>`
  const count = items.length === HITS_MAX ? `The best ${HITS_MAX}` : `${items.length} found`
  return html`<p role="status" class="quiet">${count}, the best first.</p>${hitList(view, items, await calls.ownKeys(view))}`
}

async function capabilities(view: View, { listCapabilities }: SearchCalls): Promise<Html> {
  const rows = (await listCapabilities(view)).map((item): ShownRow => ({
    id: `capability-${item.capability}`,
    cells: [
      html`<a href="${capabilityPath(view, item.capability)}">${item.title}</a><br><code>${item.capability}</code>`,
      capabilityAvailability(view, item),
      startingPrice(item),
      item.providers.length,
      healthOf(item.health),
    ],
  }))
  return html`${table({
    id: 'capabilities',
    caption: 'Capabilities',
    rows,
    empty: 'There are no capabilities.',
    columns: [
      { title: 'Capability' },
      { title: 'Available' },
      { title: 'List price' },
      { title: 'Providers', numeric: true },
      { title: 'Health' },
    ],
  })}
<p class="quiet">A capability tries several providers with one input.
You can also call each provider directly: choose a provider above.
<a href="${feedbackPath(view)}">Report what is missing</a></p>`
}

/** All endpoints of one provider; a provider has to be chosen first, because there are thousands of endpoints. */
async function endpointsOf(
  view: View,
  { listEndpoints, listCapabilities, ownKeys }: SearchCalls,
  { kind, provider }: CatalogSearch,
): Promise<Html> {
  if (provider === null) return html`<p class="empty">Choose a provider, or describe the job.</p>`
  const cursor = view.query['cursor']
  const [keys, endpoints, wrapped] = await Promise.all([
    ownKeys(view),
    kind === 'capability'
      ? null
      : listEndpoints(view, {
          params: { provider },
          query: { limit: PAGE_ROWS, cursor },
        }),
    kind === 'endpoint' ? null : listCapabilities(view),
  ])
  const serves = (wrapped ?? [])
    .filter(({ providers }) => providers.includes(provider))
    .map(({ capability }) => capability)
  const listed = endpoints?.items.map((item) => endpointFor(keys, item))
  const rows = listed?.map((item, index): ShownRow => ({
    id: `endpoint-${index}`,
    cells: [
      html`<a href="${endpointPath(view, item)}">${item.title}</a><br><code>${item.method} ${item.endpoint}</code>`,
      endpointAvailability(view, item),
      costOf(item),
      healthOf(item.health),
    ],
  }))
  return html`${serves.length > 0 && html`<p>Serves ${capabilityLinks(view, serves)}.</p>`}
${
  rows !== undefined &&
  html`${table({
    id: 'endpoints',
    caption: `Raw endpoints of ${provider}`,
    rows,
    empty: 'This provider has no raw endpoints.',
    columns: [{ title: 'Endpoint' }, { title: 'Available' }, { title: 'List price' }, { title: 'Health' }],
  })}${pager({
    next: endpoints?.next_cursor ?? null,
    cursor,
    pathAt: (page) => pageUrl(view, CATALOG_PATH, { kind, provider, ...page }),
  })}`
}`
}
