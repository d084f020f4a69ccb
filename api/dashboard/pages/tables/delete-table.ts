import { html } from '../../../html/markup.ts'
import { counted } from '../../elements.ts'
import { TableDeleted, TableDetail } from '../../../schemas/tables.ts'
import { destroyPage } from '../../confirmation.ts'
import { editTablePath, TABLES_PATH, tablesPath } from './paths.ts'

/** Confirms that a table goes, with all its rows. */
export const deleteTablePage = destroyPage({
  path: `${TABLES_PATH}/{name}/delete`,
  section: TABLES_PATH,
  read: ['getTable', TableDetail],
  destroy: ['deleteTable', TableDeleted],
  sent: { query: { confirm: 'true' } },
  confirms: ({ name, rows }, view) => ({
    title: 'Delete a table',
    consequences: html`<p><strong>${name}</strong> is deleted permanently, with its rows
(${counted(rows)}) and their saved answers. Runs and suppressions stay.</p>`,
    action: 'delete',
    submit: 'Delete the table',
    back: editTablePath(view, name),
  }),
  next: (view) => tablesPath(view),
})
