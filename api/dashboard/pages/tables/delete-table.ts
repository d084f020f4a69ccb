import { html } from '../../../html/markup.ts'
import { counted } from '../../elements.ts'
import { TableDeleted, TableDetail } from '../../../schemas/tables.ts'
import { confirmationPage } from '../../confirmation.ts'
import type { MakePage } from '../../page.ts'
import { editTablePath, TABLES_PATH, tablesPath } from './paths.ts'

/** Confirms that a table goes, with all its rows. */
export const deleteTablePage: MakePage = ({ find }) => {
  const getTable = find('getTable', TableDetail)
  const deleteTable = find('deleteTable', TableDeleted)
  return confirmationPage({
    path: `${TABLES_PATH}/{name}/delete`,
    section: TABLES_PATH,
    async confirms(view) {
      const { name, rows } = await getTable(view, { params: { name: view.params['name'] ?? '' } })
      return {
        title: 'Delete a table',
        consequences: html`<p><strong>${name}</strong> goes for good, with its rows
(${counted(rows)}) and their saved answers. Runs and suppressions stay.</p>`,
        action: 'delete',
        submit: 'Delete the table',
        back: editTablePath(view, name),
      }
    },
    async act(view) {
      await deleteTable(view, { params: { name: view.params['name'] ?? '' }, query: { confirm: 'true' } })
      return tablesPath(view)
    },
  })
}
