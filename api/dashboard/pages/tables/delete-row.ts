import { html } from '../../../html/markup.ts'
import { RowsDeleted } from '../../../schemas/tables.ts'
import { confirmationPage } from '../../confirmation.ts'
import type { MakePage } from '../../page.ts'
import { rowPath, tablePath, TABLES_PATH } from './paths.ts'

/** Confirms that a row goes. */
export const deleteRowPage: MakePage = ({ find }) => {
  const deleteRow = find('deleteRow', RowsDeleted)
  return confirmationPage({
    path: `${TABLES_PATH}/{name}/rows/{key}/delete`,
    section: TABLES_PATH,
    async confirms(view) {
      const { name = '', key = '' } = view.params
      return {
        title: 'Delete a row',
        consequences: html`<p><strong>${key}</strong> goes from the table ${name}, with its saved answers: the same
enrichment is paid again. Its history stays.</p>`,
        action: 'delete',
        submit: 'Delete the row',
        back: rowPath(view, name, key),
      }
    },
    async act(view) {
      const { name = '', key = '' } = view.params
      await deleteRow(view, { params: { name, key } })
      return tablePath(view, name)
    },
  })
}
