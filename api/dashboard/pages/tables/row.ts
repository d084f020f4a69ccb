import { identitiesOf, shownKey } from '../../../../domain/rows/identities.ts'
import { MAINTAINED_FIELDS, readKeyMode, ROW_FIELDS } from '../../../../domain/tables/keys.ts'
import type { JsonObject } from '../../../../domain/json/json.ts'
import { html, type Html } from '../../../html/markup.ts'
import { Problem } from '../../../errors/problem.ts'
import { RowChanges, RowsPage } from '../../../schemas/rows.ts'
import { TableDetail } from '../../../schemas/tables.ts'
import { badge, facts, type ShownRow, table, time } from '../../elements.ts'
import { type MakePage, can, type View } from '../../page.ts'
import { deleteRowPath, tablePath, TABLES_PATH, unmergePath } from './paths.ts'
import { editForm, editRow } from './edit-row.ts'
import { timelineOf } from './row-timeline.ts'
import { valueOf } from './table-texts.ts'

/** A person has an address, a profile, a phone and a handle or two. */
const IDENTITIES_MAX = 6
const OUTSIDE_DATA: readonly string[] = [...MAINTAINED_FIELDS, ...ROW_FIELDS]

type Person = ReturnType<typeof identitiesOf>

/** One row: its data, all its identities, and the timeline of this person or company. */
export const rowPage: MakePage = ({ find, db }) => {
  const getTable = find('getTable', TableDetail)
  const queryRows = find('queryRows', RowsPage)
  const listChanges = find('listRowChanges', RowChanges)
  const timeline = timelineOf({ find, db })
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
      const changes = await listChanges(view, { params: { name, key: row.key } })
      const data: JsonObject = JSON.parse(JSON.stringify(row))
      const identities = identitiesOf(data, readKeyMode(detail.key) ?? 'auto').slice(0, IDENTITIES_MAX)
      return {
        title: row.key,
        within: [{ name: detail.title ?? name, path: tablePath(view, name) }],
        actions: [
          can(view, 'write') &&
            html`<a class="button danger" href="${deleteRowPath(view, name, row.key)}">Delete this row…</a>`,
        ],
        main: html`${facts([
          ['Table', html`<a href="${tablePath(view, name)}">${name}</a>`],
          ['Status', valueOf(row.status)],
          ['Next', valueOf(row.next_at)],
          ['Touches', row.touches],
          ['Last touch', html`${valueOf(row.last_touch_at)} ${row.last_touch_channel}`],
          ['Last reply', html`${valueOf(row.last_reply_at)} ${row.last_reply_class?.replaceAll('_', ' ')}`],
          ['Made', valueOf(row.row_created_at)],
          ['Changed', valueOf(row.row_updated_at)],
        ])}
${dataTable(data)}
${identityTable(identities)}
${mergesTable(view, { name, key: row.key, changes: changes.items })}
${await timeline(view, { table: name, row, identities })}
${can(view, 'write') && editForm(view, data, detail)}`,
      }
    },
    act: editRow(find),
  }
}

interface RowMerges {
  readonly name: string
  readonly key: string
  readonly changes: RowChanges['items']
}

/** What went into the row though it may be about another person, where there is any. */
function mergesTable(view: View, { name, key, changes }: RowMerges): Html | false {
  const merges = changes.flatMap(({ at: when, merges: all = [] }) =>
    all.toReversed().map((merge) => ({ when, ...merge })),
  )
  return (
    merges.length > 0 &&
    table({
      id: 'merges',
      caption: 'Merged into this row',
      empty: '',
      columns: [{ title: 'When' }, { title: 'Why', wraps: true }, { title: 'Another person?' }],
      rows: merges.map(({ when, merge, reason }): ShownRow => ({
        id: `merge-${merge}`,
        cells: [
          time(when),
          reason,
          can(view, 'write') && html`<a href="${unmergePath(view, name, { key, merge })}">Make it a separate row…</a>`,
        ],
      })),
    })
  )
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
      .filter(([name]) => !OUTSIDE_DATA.includes(name))
      .map(([name, value], index): ShownRow => ({ id: `data-${index}`, cells: [name, valueOf(value, true)] })),
  })
