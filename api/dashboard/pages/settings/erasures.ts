import { html } from '../../../html/markup.ts'
import { ErasureList } from '../../../schemas/erasure.ts'
import { pager, type ShownRow, table, time, withNote } from '../../elements.ts'
import { pageUrl, type MakePage } from '../../page.ts'
import { erasedThings, erasureBadge } from './erasure-texts.ts'
import { ERASURES_PATH, erasurePath, newErasurePath, SETTINGS_PATH } from './paths.ts'

const PAGE_ERASURES = 50

/** The erasures of the environment. They do not name the persons. */
export const erasuresPage: MakePage = ({ find }) => {
  const listErasures = find('listErasures', ErasureList)
  return {
    path: ERASURES_PATH,
    section: SETTINGS_PATH,
    async show(view) {
      const { cursor } = view.query
      const { items, next_cursor: next } = await listErasures(view, {
        query: { limit: PAGE_ERASURES, cursor },
      })
      return {
        title: 'Erasures',
        actions: [html`<a href="${newErasurePath(view)}" class="button">Erase a person</a>`],
        main: html`<p class="lead">An erasure deletes what this environment holds about a person, such as after a
request under the GDPR. Its receipt stays and does not name the person.</p>
${table({
  id: 'erasures',
  caption: 'Erasures, newest first',
  empty: 'No erasure yet. When a person demands the deletion of their data, erase them here.',
  columns: [
    { title: 'Erasure', wraps: true },
    { title: 'State' },
    { title: 'Erased', wraps: true },
    { title: 'Requested' },
  ],
  rows: items.map((one): ShownRow => ({
    id: one.erasure_id,
    cells: [
      withNote(
        html`<a href="${erasurePath(view, one.erasure_id)}">${one.reference ?? one.erasure_id}</a>`,
        `by ${one.kind}`,
      ),
      erasureBadge(one.status),
      erasedThings(one)
        .map(([thing, count]) => `${thing}: ${count}`)
        .join(', ') || (one.finished_at === null ? 'nothing so far' : 'nothing was held'),
      time(one.created_at),
    ],
  })),
})}
${pager({ next, cursor, pathAt: (page) => pageUrl(view, ERASURES_PATH, page) })}`,
      }
    },
  }
}
