import { randomUUID } from 'node:crypto'
import { Problem } from '../../../errors/problem.ts'
import { html, type Html } from '../../../html/markup.ts'
import { PAGE_MAX, RowsPage } from '../../../schemas/rows.ts'
import { RowsDeleted, TableDetail } from '../../../schemas/tables.ts'
import { confirmationPage } from '../../confirmation.ts'
import { counted, notice } from '../../elements.ts'
import type { MakePage, View } from '../../page.ts'
import { deleteRowsPath, tablePath, TABLES_PATH } from './paths.ts'
import { filterOfRows, keepsAll, queryOf, readRowsQuery } from './rows-query.ts'

/** As many as one call deletes. */
const ROWS_MAX = PAGE_MAX

/** Confirms that the rows of the filter go: as many as the page counted, and no more. */
export const deleteRowsPage: MakePage = ({ find }) => {
  const getTable = find('getTable', TableDetail)
  const queryRows = find('queryRows', RowsPage)
  const deleteRows = find('deleteRows', RowsDeleted)
  const nameOf = ({ params }: View): string => params['name'] ?? ''
  const filterOf = async (view: View) => {
    const request = readRowsQuery(view)
    if (keepsAll(request))
      throw new Problem('invalid_request', 'Filter the rows first: this page never deletes all rows of a table.')
    return filterOfRows(request, await getTable(view, { params: { name: nameOf(view) } }))
  }
  const matching = async (view: View): Promise<Matching> => {
    const body = { ...(await filterOf(view)), fields: ['key', 'touches'], limit: ROWS_MAX }
    const { items, next_cursor: next } = await queryRows(view, { params: { name: nameOf(view) }, body })
    return {
      rows: items.length,
      contacted: items.filter(({ touches = 0 }) => touches > 0).length,
      more: next !== null,
    }
  }
  return confirmationPage({
    path: `${TABLES_PATH}/{name}/delete-rows`,
    section: TABLES_PATH,
    async confirms(view) {
      const found = await matching(view)
      if (found.rows === 0) throw new Problem('not_found', 'No row matches the filter.')
      return {
        title: `Delete ${these(found.rows)}`,
        consequences: consequences(nameOf(view), found),
        action: 'delete',
        submit: `Delete ${rowsOf(found.rows)}`,
        hidden: { rows: String(found.rows), once: randomUUID() },
        back: tablePath(view, nameOf(view), queryOf(readRowsQuery(view))),
      }
    },
    async act(view, form) {
      // A row that matches since the page was shown is not deleted unseen.
      const body = { ...(await filterOf(view)), limit: rowsCounted(form) }
      const { deleted } = await deleteRows(view, {
        params: { name: nameOf(view) },
        body,
        headers: { 'Idempotency-Key': form.get('once') ?? '' },
      })
      const { rows } = await matching(view)
      return { title: 'Rows deleted', main: outcome(view, { deleted, left: rows }) }
    },
  })
}

interface Matching {
  /** At most ROWS_MAX. */
  readonly rows: number
  /** How many of them got a message. */
  readonly contacted: number
  readonly more: boolean
}

const rowsOf = (count: number): string => (count === 1 ? '1 row' : `${counted(count)} rows`)
const these = (count: number): string => (count === 1 ? 'this 1 row' : `these ${rowsOf(count)}`)

function rowsCounted(form: URLSearchParams): number {
  const rows = Number(form.get('rows'))
  if (Number.isInteger(rows) && rows >= 1 && rows <= ROWS_MAX) return rows
  throw new Problem('invalid_request', 'Open this page from the table again.')
}

const consequences = (name: string, { rows, contacted, more }: Matching): Html => html`${
  more &&
  notice('warn', `More than ${counted(ROWS_MAX)} rows match. The first ${counted(ROWS_MAX)} go now, then the others.`)
}
<p><strong>${rowsOf(rows)}</strong> of the table <strong>${name}</strong> ${rows === 1 ? 'is' : 'are'} deleted
permanently, with saved answers: the same enrichment is paid again.</p>
<p>${contacted === 0 ? 'None of them got a message.' : `${counted(contacted)} of them got a message.`} The history of
every person stays, and so do suppressions.</p>`

const outcome = (view: View, { deleted, left }: { readonly deleted: number; readonly left: number }): Html => {
  const name = view.params['name'] ?? ''
  const query = queryOf(readRowsQuery(view))
  return html`${notice('good', `Deleted: ${rowsOf(deleted)}.`)}
${left > 0 && html`<p>Other rows match the filter still.</p>`}
<p class="actions"><a class="button" href="${tablePath(view, name)}">To the table</a>${
    left > 0 && html` <a class="button danger" href="${deleteRowsPath(view, name, query)}">Delete the next ones…</a>`
  }</p>`
}
