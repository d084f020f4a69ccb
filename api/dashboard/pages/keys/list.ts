import type { Static } from 'typebox'
import { keyUseByDay, type DayOfKey } from '../../../../db/access/api-keys/use-by-day.ts'
import { html, type Html } from '../../../html/markup.ts'
import { ApiKeyList } from '../../../schemas/api-key.ts'
import { bars } from '../../bars.ts'
import { badge, type ShownRow, table, time, usd } from '../../elements.ts'
import { filterOf } from '../../forms.ts'
import type { MakePage, View } from '../../page.ts'
import { KEYS_PATH, keyPath, newKeyPath } from './paths.ts'

type ListedKey = Static<typeof ApiKeyList>['items'][number]

const SPANS = [
  ['1', 'Last day'],
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
  ['90', 'Last 90 days'],
] as const
const SPAN_DEFAULT = '30'
/** Two weeks show a weekly pattern twice. */
const BARS_DAYS = 14

/** The keys of this environment, with their usage and age. */
export const keysPage: MakePage = ({ find, db }) => {
  const listApiKeys = find('listApiKeys', ApiKeyList)
  return {
    path: KEYS_PATH,
    section: KEYS_PATH,
    navigation: { name: 'API keys', group: 'Developers' },
    forOwners: true,
    async show(view) {
      const [days] = SPANS.find(([span]) => span === view.query['days']) ?? [SPAN_DEFAULT]
      const { items, no_key_usage: noKey } = await listApiKeys(view, { query: { days: Number(days) } })
      const here = items.filter(({ environment }) => environment === view.environment)
      const [inUse, revoked] = [here.filter((key) => !key.revoked), here.filter((key) => key.revoked)]
      const byDay = await keyUseByDay(db, {
        workspaceId: view.caller.principal.workspaceId,
        keyIds: inUse.map(({ id }) => id),
        now: view.now,
        days: BARS_DAYS,
      })
      return {
        title: 'API keys',
        actions: [html`<a href="${newKeyPath(view)}" class="button">New key</a>`],
        main: html`${filterOf(
          {
            label: 'Use of the keys',
            submit: 'Show',
            clear: null,
            fields: [{ name: 'days', label: 'Usage', value: days, options: SPANS }],
          },
          view.query,
        )}
${keyTable(view, inUse, { id: 'keys', caption: 'Keys in use', byDay })}
<p class="quiet">Pages, sessions and connected apps made ${noKey.runs} runs without a key,
in ${view.environment === 'test' ? 'the sandbox' : 'live'}: ${usd(noKey.charged)}.</p>
${revoked.length > 0 && keyTable(view, revoked, { id: 'revoked', caption: 'Revoked', byDay: null })}`,
      }
    },
  }
}

interface Shown {
  readonly id: string
  readonly caption: string
  /** null: they can no longer run anything. */
  readonly byDay: ReadonlyMap<string, readonly DayOfKey[]> | null
}

const keyTable = (view: View, keys: readonly ListedKey[], { id, caption, byDay }: Shown): Html =>
  table({
    id,
    caption,
    empty: html`No key yet. Programs need a key to call the API; <a href="${newKeyPath(view)}">create the first</a>.`,
    columns: [
      { title: 'Name' },
      { title: 'Key' },
      { title: 'Last used' },
      { title: 'Runs', numeric: true },
      { title: 'Charged', numeric: true },
      ...(byDay === null ? [{ title: 'State' }] : [{ title: `Last ${BARS_DAYS} days` }]),
    ],
    rows: keys.map((key): ShownRow => ({
      id: key.id,
      cells: [
        html`<a href="${keyPath(view, key.id)}">${key.name}</a>`,
        html`<code class="nowrap">${key.display}</code>`,
        key.last_used_at === null ? html`<span class="quiet">never</span>` : time(key.last_used_at),
        key.usage.runs,
        usd(key.usage.charged),
        byDay === null ? badge('revoked', 'quiet') : daysOf(byDay.get(key.id) ?? []),
      ],
    })),
  })

function daysOf(days: readonly DayOfKey[]): Html {
  const runs = days.map((day) => Number(day.runs))
  return bars(runs, `Runs on each of the last ${days.length} days: ${runs.join(', ')}`)
}
