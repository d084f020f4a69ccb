import type { Static } from 'typebox'
import { html, type Html } from '../../../html/markup.ts'
import { ProviderHealthDays, type ProviderItem, ProviderList } from '../../../schemas/catalog.ts'
import { badge, type ShownRow, table } from '../../elements.ts'
import type { MakePage } from '../../page.ts'
import { strip } from '../../chart.ts'
import { CATALOG_PATH, HEALTH_PATH, searchPath } from './paths.ts'

type Provider = Static<typeof ProviderHealthDays>['items'][number]
type Day = Provider['by_day'][number]

/** How well each provider has answered on the last thirty days, as status pages show it. */
export const healthPage: MakePage = ({ find }) => {
  const listHealth = find('listProviderHealth', ProviderHealthDays)
  const listProviders = find('listProviders', ProviderList)
  return {
    path: HEALTH_PATH,
    section: CATALOG_PATH,
    async show(view) {
      const [{ items, days }, providers] = await Promise.all([listHealth(view), listProviders(view)])
      const known = new Map(providers.items.map((one) => [one.provider, one]))
      return {
        title: 'Health of the providers',
        main: html`<p class="lead">Live calls of all workspaces with the platform's accounts, on the last ${days} days.
A search that finds nothing is a success of the provider.</p>
${healthTable(items, known)}
<p class="quiet">A mark is a day in UTC: ${badge('95 % or more', 'good')} ${badge('80 % or more', 'warn')}
${badge('less', 'bad')}; without a colour, too few calls to tell.</p>
<p><a href="${searchPath(view)}">To the catalog</a></p>`,
      }
    },
  }
}

const healthTable = (items: readonly Provider[], providers: ReadonlyMap<string, ProviderItem>): Html =>
  table({
    id: 'health',
    caption: 'Providers',
    empty: 'No provider has been called enough to tell.',
    columns: [
      { title: 'Provider' },
      { title: 'The last days, today at the end' },
      { title: 'Today', numeric: true },
      { title: 'Worst day', numeric: true },
      { title: 'Addresses that took mail', numeric: true },
    ],
    rows: items.map(({ provider, by_day: days }): ShownRow => {
      const known = days.flatMap(({ success_rate: rate }) => (rate === null ? [] : [rate]))
      return {
        id: `health-${provider}`,
        cells: [
          providers.get(provider)?.title ?? provider,
          strip(
            days.map(({ day, success_rate: rate }) => ({ tone: toneOf(rate), label: `${day}: ${shown(rate)}` })),
            labelOf(days),
          ),
          shown(days.at(-1)?.success_rate ?? null),
          shown(known.length === 0 ? null : Math.min(...known)),
          accuracyOf(providers.get(provider)),
        ],
      }
    }),
  })

/** Of the addresses that it has found or verified, and that were written to. */
const accuracyOf = (provider: ProviderItem | undefined): string =>
  provider === undefined || provider.accuracy.rate === null
    ? '–'
    : `${shown(provider.accuracy.rate)} of ${provider.accuracy.sample_size}`

const GOOD_MIN = 0.95
const WARN_MIN = 0.8

const toneOf = (rate: number | null): 'good' | 'warn' | 'bad' | 'none' => {
  if (rate === null) return 'none'
  return rate >= GOOD_MIN ? 'good' : rate >= WARN_MIN ? 'warn' : 'bad'
}

const shown = (rate: number | null): string => (rate === null ? '–' : `${Math.round(rate * 1_000) / 10} %`)

function labelOf(days: readonly Day[]): string {
  const count = (tone: ReturnType<typeof toneOf>): number =>
    days.filter(({ success_rate: rate }) => toneOf(rate) === tone).length
  return `${count('good')} good days, ${count('warn')} weak ones, ${count('bad')} bad ones, ${count('none')} unknown.`
}
