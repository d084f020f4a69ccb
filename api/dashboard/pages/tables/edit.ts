import { html } from '../../../html/markup.ts'
import { TableDetail } from '../../../schemas/tables.ts'
import { formOf } from '../../forms.ts'
import type { MakePage } from '../../page.ts'
import { deleteTablePath, tablePath, TABLES_PATH } from './paths.ts'

/** Renames a table and states what it is for; leads to its deletion. */
export const editTablePage: MakePage = ({ find }) => {
  const getTable = find('getTable', TableDetail)
  const editTable = find('editTable', TableDetail)
  return {
    path: `${TABLES_PATH}/{name}/edit`,
    section: TABLES_PATH,
    async show(view) {
      const { name, title, description } = await getTable(view, { params: view.params })
      return {
        title: `Edit ${name}`,
        within: [{ name: title ?? name, path: tablePath(view, name) }],
        actions: [html`<a class="button danger" href="${deleteTablePath(view, name)}">Delete this table…</a>`],
        main: html`<div class="confirmation">${formOf(
          {
            action: 'edit',
            submit: 'Save',
            fields: [
              {
                name: 'name',
                label: 'Name',
                value: name,
                maxLength: 64,
                autocomplete: 'off',
                hint: 'Runs under way, watches and programs that name the table need the new name.',
              },
              {
                name: 'title',
                label: 'Title',
                value: title ?? '',
                optional: true,
                maxLength: 200,
                autocomplete: 'off',
              },
              {
                name: 'description',
                label: 'Description',
                value: description ?? '',
                optional: true,
                maxLength: 2_000,
                rows: 3,
              },
            ],
          },
          view.refused,
        )}</div>`,
      }
    },
    async act(view, form) {
      const text = (field: string): string | null => form.get(field)?.trim() || null
      const body = { name: form.get('name') ?? '', title: text('title'), description: text('description') }
      const { name } = await editTable(view, { params: view.params, body })
      return tablePath(view, name)
    },
  }
}
