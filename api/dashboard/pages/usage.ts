import type { Static } from 'typebox'
import { html, type Html, type Part } from '../../html/markup.ts'
import { ApiKeyList } from '../../schemas/api-key.ts'
import { Usage } from '../../schemas/usage.ts'
import { WalletBalances } from '../../schemas/wallet.ts'
import { barChart, lineChart, shareBar } from '../chart.ts'
import { counted, duration, notice, type ShownRow, table, usd, usdRounded } from '../elements.ts'
import { filterOf } from '../forms.ts'
import { at, type MakePage, may } from '../page.ts'
import { oneWordOf } from '../query-values.ts'

const PERIODS = ['7', '30', '90'] as const
const PERIOD_DEFAULT = '30'

/** Where the money goes: by day as a picture, and by capability, provider and key. */
export const usagePage: MakePage = ({ find }) => {
  const getUsage = find('getUsage', Usage)
  const listBalances = find('listWalletBalances', WalletBalances)
  const listApiKeys = find('listApiKeys', ApiKeyList)
  return {
    path: '/usage',
    section: '/usage',
    navigation: { name: 'Usage', group: 'Billing' },
    async show(view) {
      const days = oneWordOf(PERIODS, view.query['days']) ?? PERIOD_DEFAULT
      const [usage, balances, keys] = await Promise.all([
        getUsage(view, { query: { days } }),
        listBalances(view, { query: { days } }),
        may(view, 'owner') ? listApiKeys(view) : { items: [] },
      ])
      const keyNames = new Map(keys.items.map(({ id, name }) => [id, name]))
      return {
        title: 'Usage',
        main: html`${filterOf(
          {
            label: 'Period',
            submit: 'Show',
            clear: null,
            fields: [
              { name: 'days', label: 'Period', value: days, options: PERIODS.map((one) => [one, `${one} days`]) },
            ],
          },
          view.query,
        )}
${!usage.complete && notice('warn', 'There were more runs: only the newest 100,000 are counted.')}
<div class="cards"><section class="card"><h2>Charged</h2><p class="figure">${usdRounded(usage.total.charged)}</p>
<p class="quiet">in ${days} days</p></section>
<section class="card"><h2>Runs</h2><p class="figure">${counted(usage.total.runs)}</p>
<p class="quiet">${rate(usage.total)} succeeded${hitRate(usage.total)}.
<a href="${at(view, '/runs')}">Runs</a></p></section>
<section class="card"><h2>Time of a run</h2><p class="figure">${milliseconds(usage.total.latency_ms_p50)}</p>
<p class="quiet">half of the runs; 95 % within ${milliseconds(usage.total.latency_ms_p95)}</p></section></div>
${dayChart(usage)}
${dayTable(usage)}
${balanceChart(balances)}
${groupTable(
  'capability',
  usage,
  usage.by_capability.map((line) => ({ ...line, name: line.capability ?? 'raw runs' })),
)}
${groupTable(
  'provider',
  usage,
  usage.by_provider.map((line) => ({ ...line, name: line.provider ?? 'none' })),
)}
${groupTable(
  'key',
  usage,
  usage.by_key.map((line) => ({ ...line, name: keyName(keyNames, line.api_key_id) })),
)}`,
      }
    },
  }
}

type Usage = Static<typeof Usage>
type Counts = Usage['total']

const rate = ({ runs, succeeded }: Counts): string =>
  runs === 0 ? 'None' : `${Math.round((succeeded / runs) * 100)} %`
/** How often something was found, of the runs that found something or nothing. */
const hitRate = ({ succeeded, no_match: missed }: Counts): string =>
  succeeded + missed === 0 ? '' : `, ${Math.round((succeeded / (succeeded + missed)) * 100)} % of the answers were hits`
const milliseconds = (ms: number | null): string => (ms === null ? '–' : duration(ms))
const keyName = (names: ReadonlyMap<string, string>, id: string | null): string =>
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
  `Balance at the end of each day: ${usd(items.at(-1)?.balance ?? '0.00')} now. The table below has each day.`,
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

const groupTable = (noun: string, { total }: Usage, lines: readonly (Counts & { readonly name: string })[]): Html =>
  table({
    id: `by-${noun}`,
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
      id: `${noun}-${index}`,
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
