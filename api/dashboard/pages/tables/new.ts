import { KEY_MODES } from '../../../../domain/tables/limits.ts'
import { html } from '../../../html/markup.ts'
import { TableDetail } from '../../../schemas/tables.ts'
import { formOf } from '../../forms.ts'
import type { MakePage } from '../../page.ts'
import { NEW_TABLE_PATH, tablePath, TABLES_PATH } from './paths.ts'

/** Creates an empty table. */
export const newTablePage: MakePage = ({ find }) => {
  const createTable = find('createTable', TableDetail)
  return {
    path: NEW_TABLE_PATH,
    section: TABLES_PATH,
    show: async (view) => ({
      title: 'New table',
      main: html`<div class="confirmation">${formOf(
        {
          action: 'create',
          submit: 'Create the table',
          fields: [
            {
              name: 'name',
              label: 'Name',
              maxLength: 64,
              autocomplete: 'off',
              hint: 'Lower-case letters, digits, _ and -. It is the name in the API.',
            },
            { name: 'title', label: 'Title', optional: true, maxLength: 200, autocomplete: 'off' },
            { name: 'description', label: 'Description', optional: true, maxLength: 2_000, rows: 2 },
            {
              name: 'key',
              label: 'What identifies a row',
              value: 'auto',
              options: KEY_MODES.map((mode) => [mode, mode === 'auto' ? 'auto: e-mail, profile, domain …' : mode]),
            },
          ],
        },
        view.refused,
      )}</div>`,
    }),
    async act(view, form) {
      const given = ['title', 'description'].flatMap((name) => {
        const text = form.get(name)?.trim() ?? ''
        return text === '' ? [] : [[name, text] as const]
      })
      const body = { name: form.get('name') ?? '', key: form.get('key') ?? 'auto', ...Object.fromEntries(given) }
      return tablePath(view, (await createTable(view, { body })).name)
    },
  }
}
