import type { Static } from 'typebox'
import { identitiesOf, shownKey } from '../../../../domain/rows/identities.ts'
import { MAINTAINED_FIELDS, readKeyMode, ROW_FIELDS } from '../../../../domain/tables/keys.ts'
import type { JsonObject } from '../../../../domain/json/json.ts'
import { html, type Html } from '../../../html/markup.ts'
import { Problem } from '../../../errors/problem.ts'
import { History } from '../../../schemas/history.ts'
import { RowsPage } from '../../../schemas/rows.ts'
import { TableDetail } from '../../../schemas/tables.ts'
import { badge, facts, type ShownRow, statusBadge, table, time, usdOrDash, words } from '../../elements.ts'
import { type PageCall, at, type MakePage, may, type View } from '../../page.ts'
import { deleteRowPath, tablePath, TABLES_PATH } from './paths.ts'
import { editForm, editRow } from './edit-row.ts'
import { valueOf } from './table-texts.ts'

/** A person has an address, a profile, a phone and a handle or two. */
const IDENTITIES_MAX = 6
const HISTORY_MAX = 20
const BESIDE_DATA: readonly string[] = [...MAINTAINED_FIELDS, ...ROW_FIELDS]

type Person = ReturnType<typeof identitiesOf>

/** One row: its data, all its identities, and the history of this person or company. */
export const rowPage: MakePage = ({ find }) => {
  const getTable = find('getTable', TableDetail)
  const queryRows = find('queryRows', RowsPage)
  const readHistory = find('readHistory', History)
  return {
    path: `${TABLES_PATH}/{name}/rows/{key}`,
    section: TABLES_PATH,
    async show(view) {
      const { name = '', key = '' } = view.params
      const [
        detail,
        {
          items: [row],
        },
      ] = await Promise.all([
        getTable(view, { params: { name } }),
        queryRows(view, { params: { name }, body: { where: { key: { eq: key } }, limit: 1 } }),
      ])
      if (row === undefined) throw new Problem('not_found', 'The table has no row with this key.')
      const data: JsonObject = JSON.parse(JSON.stringify(row))
      const identities = identitiesOf(data, readKeyMode(detail.key) ?? 'auto').slice(0, IDENTITIES_MAX)
      return {
        title: row.key,
        main: html`${facts([
          ['Table', html`<a href="${tablePath(view, name)}">${name}</a>`],
          ['Status', valueOf(row.status)],
          ['Next', valueOf(row.next_at)],
          ['Touches', row.touches],
          ['Last touch', html`${valueOf(row.last_touch_at)} ${row.last_touch_channel}`],
          ['Made', valueOf(row.row_created_at)],
          ['Changed', valueOf(row.row_updated_at)],
        ])}
${identityTable(identities)}
${dataTable(data)}
${may(view, 'write') && editForm(view, data, detail)}
${await historyOf(view, readHistory, identities)}
<p class="actions"><a class="button plain" href="${tablePath(view, name)}">To the table</a>${
          may(view, 'write') &&
          html` <a class="button danger" href="${deleteRowPath(view, name, row.key)}">Delete this row…</a>`
        }</p>`,
      }
    },
    act: editRow(find),
  }
}

const identityTable = (identities: Person): Html =>
  table({
    id: 'identities',
    caption: 'Identities',
    empty: 'This row has no identity of a person or a company.',
    columns: [{ title: 'Kind' }, { title: 'Identity' }, { title: 'What for' }],
    rows: identities.map((identity, index): ShownRow => ({
      id: `identity-${index}`,
      cells: [
        identity.kind,
        shownKey(identity),
        identity.merges ? badge('key of the row', 'good') : badge('finds the row', 'quiet'),
      ],
    })),
  })

const dataTable = (data: JsonObject): Html =>
  table({
    id: 'data',
    caption: 'Data',
    empty: 'The row has no data.',
    columns: [{ title: 'Field' }, { title: 'Value', wraps: true }],
    rows: Object.entries(data)
      .filter(([name]) => !BESIDE_DATA.includes(name))
      .map(([name, value], index): ShownRow => ({ id: `data-${index}`, cells: [name, valueOf(value, true)] })),
  })

type HistoryItem = Static<typeof History>['items'][number]
type Touch = Static<typeof History>['touches'][number]

/** The history under all the identities, each run and each message once, newest first. */
async function historyOf(view: View, readHistory: PageCall<typeof History>, identities: Person): Promise<Html> {
  // The value of a workspace's own field identifies a row only in its table.
  const queries = identities.flatMap((identity) =>
    identity.kind === 'field' ? [] : [{ q: shownKey(identity), kind: identity.kind }],
  )
  const found = await Promise.all(
    queries.map((query) => readHistory(view, { query: { ...query, limit: HISTORY_MAX } })),
  )
  const runs = new Map(found.flatMap(({ items }) => items.map((item) => [item.run_id, item] as const)))
  const touches = new Map(
    found.flatMap((one) => one.touches.map((touch) => [`${touch.run_id} ${touch.channel}`, touch] as const)),
  )
  const sent = [...touches.values()].toSorted((one, other) => other.at.localeCompare(one.at))
  const requested = [...runs.values()].toSorted((one, other) => other.created_at.localeCompare(one.created_at))
  return html`${touchTable(view, sent.slice(0, HISTORY_MAX))}
${runTable(view, requested.slice(0, HISTORY_MAX))}`
}

const runLink = (view: View, runId: string, text: string): Html =>
  html`<a href="${at(view, `/runs/${runId}`)}">${text}</a>`

const touchTable = (view: View, touches: readonly Touch[]): Html =>
  table({
    id: 'touches',
    caption: 'Messages sent',
    empty: 'No messages to this person.',
    columns: [{ title: 'At' }, { title: 'Channel' }, { title: 'By' }],
    rows: touches.map(({ run_id: id, channel, capability, at: sent }): ShownRow => ({
      id: `touch-${id}-${channel}`,
      cells: [time(sent), channel, runLink(view, id, capability ?? 'a raw run')],
    })),
  })

const runTable = (view: View, runs: readonly HistoryItem[]): Html =>
  table({
    id: 'history',
    caption: 'Runs about this person or company',
    empty: 'No runs about this person or company.',
    columns: [
      { title: 'Run' },
      { title: 'Status' },
      { title: 'Provider' },
      { title: 'Named in' },
      { title: 'Charged', numeric: true },
      { title: 'At' },
    ],
    rows: runs.map((run): ShownRow => ({
      id: `run-${run.run_id}`,
      cells: [
        runLink(view, run.run_id, run.capability ?? run.endpoint ?? run.run_id),
        statusBadge(run.status),
        run.provider ?? '–',
        html`${words(run.matched.in)} <code>${run.matched.path}</code>`,
        usdOrDash(run.charged),
        time(run.created_at),
      ],
    })),
  })
