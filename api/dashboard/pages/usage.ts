import type { Static } from 'typebox'
import { readMetadataKeys } from '../../../db/runs/metadata-keys.ts'
import { Problem } from '../../errors/problem.ts'
import { html, type Html, type Part } from '../../html/markup.ts'
import { ApiKeyList } from '../../schemas/api-key.ts'
import { Usage } from '../../schemas/usage.ts'
import { WalletBalances } from '../../schemas/wallet.ts'
import { barChart, lineChart, shareBar } from '../chart.ts'
import { counted, duration, notice, type ShownRow, table, usd, usdRounded } from '../elements.ts'
import { type FormField, filterOf } from '../forms.ts'
import { metadataText } from '../metadata-filter.ts'
import { pageUrl, type MakePage, can, type View } from '../page.ts'
import { asInvalidRequest, dayAfter, oneWordOf } from '../query-values.ts'

const PERIODS = ['7', '30', '90'] as const
const PERIOD_DEFAULT = '30'

/** Where the money goes: by day as a picture, and by capability, provider and key, or by a key of metadata. */
export const usagePage: MakePage = ({ find, db }) => {
  const getUsage = find('getUsage', Usage)
  const listBalances = find('listWalletBalances', WalletBalances)
  const listApiKeys = find('listApiKeys', ApiKeyList)
  return {
    path: '/usage',
    section: '/usage',
    navigation: { name: 'Usage', group: 'Billing' },
    async show(view) {
      const query = requested(view)
      const grouping = view.query['group_by']
      const [usage, metadataKeys] = await Promise.all([
        getUsage(view, { query: { ...query, ...(grouping && { group_by: grouping }) } }).catch(asInvalidRequest),
        readMetadataKeys(db, view.caller.principal),
      ])
      if (usage instanceof Problem)
        return { title: 'Usage', main: html`${periodForms(view, usage)}${groupingForm(view, metadataKeys, usage)}` }
      const [balances, keys] = await Promise.all([
        listBalances(view, { query }),
        can(view, 'owner') ? listApiKeys(view) : { items: [] },
      ])
      const keyNames = new Map(keys.items.map(({ id, name }) => [id, name]))
      return {
        title: 'Usage',
        main: html`${periodForms(view)}
${!usage.complete && notice('warn', 'There were more runs: only the newest 1,000,000 are counted.')}
${headlines(view, usage)}
${dayChart(usage)}
${dayTable(usage)}
${balanceChart(balances)}
${groupingForm(view, metadataKeys)}
${usage.group_by === undefined ? everyTable(usage, keyNames) : chosenTable(view, usage, keyNames)}`,
      }
    },
  }
}

/** The names of API keys by their ids. */
type KeyNames = ReadonlyMap<string, string>

const everyTable = (usage: Usage, keyNames: KeyNames): Html => html`${groupTable(
  { id: 'capability', noun: 'capability' },
  usage,
  usage.by_capability.map((line) => ({ ...line, name: line.capability ?? 'raw runs' })),
)}
${groupTable(
  { id: 'provider', noun: 'provider' },
  usage,
  usage.by_provider.map((line) => ({ ...line, name: line.provider ?? 'none' })),
)}
${groupTable(
  { id: 'key', noun: 'key' },
  usage,
  usage.by_key.map((line) => ({ ...line, name: keyName(keyNames, line.api_key_id) })),
)}`

const METADATA = 'metadata.'
const GROUPINGS = [
  ['day', 'Day'],
  ['capability', 'Capability'],
  ['provider', 'Provider'],
  ['api_key', 'API key'],
] as const
/** Runs that have none. */
const WITHOUT: Readonly<Record<string, string>> = {
  capability: 'raw runs',
  provider: 'none',
  api_key: 'sessions and apps',
}

/** Its values stay with those of the other forms. */
function groupingForm(view: View, metadataKeys: readonly string[], problem: Problem | null = null): Html {
  const { days, since, until, group_by: grouping } = view.query
  const options = [
    ['', 'Capability, provider and key'] as const,
    ...GROUPINGS,
    ...metadataKeys.map((key) => [`${METADATA}${key}`, `Metadata: ${key}`] as const),
  ]
  const isKnown = options.some(([value]) => value === (grouping ?? ''))
  const field: FormField = {
    name: 'group_by',
    label: 'Group by',
    options: isKnown ? options : [...options, [grouping ?? '', grouping ?? '']],
  }
  const hidden = { ...(days && { days }), ...(since && { since }), ...(until && { until }) }
  return filterOf({ label: 'Grouping', submit: 'Group', clear: null, problem, hidden, fields: [field] }, view.query)
}

/** The requested groups; the runs of a value of metadata are behind its name. */
function chosenTable(view: View, usage: Usage, keyNames: KeyNames): Html {
  const { group_by: grouping = '', items = [], rest = null, by_day: byDay } = usage
  const key = grouping.startsWith(METADATA) ? grouping.slice(METADATA.length) : null
  const days = { since: byDay[0]?.day, until: byDay.at(-1)?.day }
  const nameOf = (group: string | null): Part => {
    if (group === null) return WITHOUT[grouping] ?? 'without'
    if (key !== null)
      return html`<a href="${pageUrl(view, '/runs', { metadata: metadataText(key, group), ...days })}">${group}</a>`
    return grouping === 'api_key' ? keyName(keyNames, group) : group
  }
  const noun = key ?? GROUPINGS.find(([value]) => value === grouping)?.[1].toLowerCase() ?? grouping
  return html`${groupTable(
    { id: 'group', noun },
    usage,
    items.map((line) => ({ ...line, name: nameOf(line.group) })),
  )}
${rest !== null && html`<p class="quiet">Further groups: ${counted(rest.runs)} runs, ${usd(rest.charged)}.</p>`}`
}

const areChosen = ({ query }: View): boolean => Boolean(query['since'] || query['until'])

/** As the routes read it: chosen days, otherwise the last ones. */
function requested(view: View): Readonly<Record<string, string>> {
  const { since, until } = view.query
  const days = oneWordOf(PERIODS, view.query['days']) ?? PERIOD_DEFAULT
  return { days, ...(since && { since }), ...(until && { until: dayAfter(until) }) }
}

/** Two forms, so that either replaces what the other has chosen. */
function periodForms(view: View, problem: Problem | null = null): Html {
  const isChosen = areChosen(view)
  const hidden = { ...(view.query['group_by'] && { group_by: view.query['group_by'] }) }
  const options = PERIODS.map((one) => [one, `${one} days`] as const)
  const days: FormField = {
    name: 'days',
    label: 'Period',
    value: isChosen ? '' : PERIOD_DEFAULT,
    options: isChosen ? [['', 'Chosen days'], ...options] : options,
  }
  return html`<div class="side-by-side">${filterOf(
    { label: 'Period', submit: 'Show', clear: null, hidden, fields: [days] },
    view.query,
  )}
${filterOf(
  {
    label: 'Chosen days',
    submit: 'Show',
    clear: null,
    problem,
    hidden,
    fields: [
      { name: 'since', label: 'First day (UTC)', type: 'date' },
      { name: 'until', label: 'Last day (UTC)', type: 'date' },
    ],
  },
  view.query,
)}</div>`
}

const headlines = (view: View, { total, days, by_day: byDay }: Usage): Html => {
  const runs = pageUrl(view, '/runs', { since: byDay[0]?.day, until: byDay.at(-1)?.day })
  return html`<div class="cards">
<section class="card"><h2>Charged</h2><p class="figure">${usdRounded(total.charged)}</p>
<p class="quiet">in ${days === 1 ? '1 day' : `${days} days`}</p></section>
<section class="card"><h2>Runs</h2><p class="figure">${counted(total.runs)}</p>
<p class="quiet">${rate(total)} succeeded${hitRate(total)}.
<a href="${runs}">Runs</a></p></section>
<section class="card"><h2>Time of a run</h2><p class="figure">${milliseconds(total.latency_ms_p50)}</p>
<p class="quiet">${timeOf(total)}</p></section></div>`
}

const timeOf = ({ runs, latency_ms_p95: p95 }: Counts): string =>
  runs === 0 ? 'No run yet.' : `half of the runs; 95 % within ${milliseconds(p95)}`

type Usage = Static<typeof Usage>
type Counts = Usage['total']

const rate = ({ runs, succeeded }: Counts): string =>
  runs === 0 ? 'None' : `${Math.round((succeeded / runs) * 100)} %`
/** How often something was found, of the runs that found something or nothing. */
const hitRate = ({ succeeded, no_match: missed }: Counts): string =>
  succeeded + missed === 0 ? '' : `, ${Math.round((succeeded / (succeeded + missed)) * 100)} % of the answers were hits`
const milliseconds = (ms: number | null): string => (ms === null ? '–' : duration(ms))
const keyName = (names: KeyNames, id: string | null): string =>
  id === null ? 'sessions and apps' : (names.get(id) ?? id)

const dayChart = ({ by_day: days, total }: Usage): Html => html`<h2>Charged by day</h2>
${barChart(
  days.map(({ day, charged }) => ({ label: day.slice(5), value: Number(charged), shown: usd(charged) })),
  `Charged by day: ${usd(total.charged)} in ${days.length} days. The table below has each day.`,
)}`

const balanceChart = ({ items, complete }: Static<typeof WalletBalances>): Html => html`<h2>Balance</h2>
${!complete && notice('warn', 'There were more movements: the balances of the first days include those not read.')}
${lineChart(
  items.map(({ day, balance, topped_up: added }) => ({
    label: day.slice(5),
    value: Number(balance),
    shown: usd(balance),
    mark: added === '0.00' ? null : `${usd(added)} topped up`,
  })),
  `Balance at the end of each day: ${usd(items.at(-1)?.balance ?? '0.00')} on the last. The table below has each day.`,
)}
<details class="further"><summary>The balances as a table</summary>${table({
  id: 'balances',
  caption: 'Balances, newest first',
  empty: '',
  columns: [{ title: 'Day (UTC)' }, { title: 'Balance', numeric: true }, { title: 'Topped up', numeric: true }],
  rows: items.toReversed().map(({ day, balance, topped_up: added }): ShownRow => ({
    id: `balance-${day}`,
    cells: [day, usd(balance), added === '0.00' ? '–' : usd(added)],
  })),
})}</details>`

const dayTable = ({ by_day: days }: Usage): Html =>
  html`<details class="further"><summary>The days as a table</summary>${table({
    id: 'days',
    caption: 'By day, newest first',
    empty: '',
    columns: [
      { title: 'Day (UTC)' },
      { title: 'Runs', numeric: true },
      { title: 'Succeeded', numeric: true },
      { title: 'Charged', numeric: true },
    ],
    rows: days.toReversed().map(({ day, ...counts }): ShownRow => ({
      id: `day-${day}`,
      cells: [day, counted(counts.runs), rate(counts), usd(counts.charged)],
    })),
  })}</details>`

const groupTable = (
  { id, noun }: { readonly id: string; readonly noun: string },
  { total }: Usage,
  lines: readonly (Counts & { readonly name: Part })[],
): Html =>
  table({
    id: `by-${id}`,
    caption: `By ${noun}`,
    empty: 'No runs in this period.',
    columns: [
      { title: noun[0]?.toUpperCase() + noun.slice(1), wraps: true },
      { title: 'Runs', numeric: true },
      { title: 'Succeeded', numeric: true },
      { title: 'Half within', numeric: true },
      { title: '95 % within', numeric: true },
      { title: 'Charged', numeric: true },
      { title: 'Share' },
    ],
    rows: lines.map(({ name, ...counts }, index): ShownRow => ({
      id: `${id}-${index}`,
      cells: [
        name,
        counted(counts.runs),
        rate(counts),
        milliseconds(counts.latency_ms_p50),
        milliseconds(counts.latency_ms_p95),
        usd(counts.charged),
        shareOf(counts, total),
      ],
    })),
  })

/** Shares are shown to a percent: the precision that a double loses is not visible. */
function shareOf({ charged }: Counts, total: Counts): Part {
  const share = total.charged === '0.00' ? 0 : Number(charged) / Number(total.charged)
  return html`${shareBar(share)} ${Math.round(share * 100)} %`
}
