import type { Static } from 'typebox'
import { html, type Html } from '../../../html/markup.ts'
import { Features } from '../../../schemas/features.ts'
import { TableList } from '../../../schemas/tables.ts'
import { counted, facts, pager, type ShownRow, table, time, withNote } from '../../elements.ts'
import { formOf } from '../../forms.ts'
import { type MakePage, can, type View } from '../../page.ts'
import { importPath, newTablePath, tablePath, tablesPath, TABLES_PATH, tablesOffPath } from './paths.ts'
import { statusCounts } from './table-texts.ts'

/** The tables of the environment; where tables are off, what they do and how to turn them on. */
export const tablesPage: MakePage = ({ find }) => {
  const getFeatures = find('getFeatures', Features)
  const updateFeatures = find('updateFeatures', Features)
  const listTables = find('listTables', TableList)
  return {
    path: TABLES_PATH,
    section: TABLES_PATH,
    navigation: { name: 'Tables', group: 'Data' },
    async show(view) {
      const {
        tables: { enabled },
      } = await getFeatures(view)
      if (!enabled) return { title: 'Tables', main: tablesOff(view) }
      const { cursor } = view.query
      const listed = await listTables(view, { query: { cursor } })
      return { title: 'Tables', actions: actionsOf(view), main: tablesShown(view, listed) }
    },
    async act(view) {
      await updateFeatures(view, { body: { tables: true } })
      return tablesPath(view)
    },
  }
}

/** Shown wherever tables are needed and off. */
export const tablesOff = (view: View): Html => html`<p class="lead">Tables store what you buy and your contacts.
A stored enrichment is free for 30 days, repeated first messages are refused, and suppressed people receive nothing.</p>
<p>Tables are disabled for this workspace, in live and in the sandbox.</p>
${can(view, 'owner') && formOf({ action: 'on', submit: 'Enable tables', fields: [] }, view.refused)}`

const tablesShown = (view: View, { items, quota, next_cursor: next }: Static<typeof TableList>): Html => html`${facts([
  ['Tables', `${counted(quota.tables.used)} of ${counted(quota.tables.limit)}`],
  ['Rows', `${counted(quota.rows.used)} of ${counted(quota.rows.limit)}`],
  ['Counted', 'live and sandbox together'],
])}
${table({
  id: 'tables',
  caption: 'Tables',
  empty: can(view, 'write')
    ? html`No table yet. <a href="${importPath(view)}">Import a file</a> or <a href="${newTablePath(view)}">make an empty one</a>.`
    : 'No table yet.',
  columns: [
    { title: 'Table' },
    { title: 'Rows', numeric: true },
    { title: 'By status', wraps: true },
    { title: 'Key mode' },
    { title: 'Changed' },
  ],
  rows: items.map((one): ShownRow => ({
    id: `table-${one.name}`,
    cells: [
      withNote(html`<a href="${tablePath(view, one.name)}">${one.name}</a>`, one.title),
      counted(one.rows),
      statusCounts(view, one),
      html`<code>${one.key}</code>`,
      time(one.updated_at),
    ],
  })),
})}
${pager({ next, cursor: view.query['cursor'], pathAt: (page) => tablesPath(view, page) })}
${can(view, 'owner') && html`<p><a href="${tablesOffPath(view)}">Disable tables…</a></p>`}`

const actionsOf = (view: View): readonly (Html | false)[] => [
  can(view, 'write') && html`<a href="${importPath(view)}" class="button">Import a file (CSV, Excel)</a>`,
  can(view, 'write') && html`<a href="${newTablePath(view)}" class="button plain">New table</a>`,
]
