import type { Static } from 'typebox'
import type { Html } from '../../../html/markup.ts'
import type { WorkspaceList } from '../../../schemas/auth.ts'
import { badge, type ShownRow, table, withNote } from '../../elements.ts'
import { formOf } from '../../forms.ts'
import { SWITCH_PATH } from '../../paths.ts'
import type { View } from '../../page.ts'

type OwnWorkspace = Static<typeof WorkspaceList>['items'][number]

/** The workspaces of a person, each with a button that leads there; null: there is only this one. */
export const workspaceTable = (view: View, workspaces: readonly OwnWorkspace[]): Html | null =>
  workspaces.length === 1
    ? null
    : table({
        id: 'workspaces',
        caption: 'Your workspaces',
        empty: '',
        columns: [{ title: 'Workspace', wraps: true }, { title: 'Role' }, { title: 'Switch' }],
        rows: workspaces.map((workspace): ShownRow => ({
          id: workspace.id,
          cells: [
            withNote(workspace.name, workspace.id),
            workspace.role,
            workspace.current ? badge('this one', 'good') : switchForm(view, workspace),
          ],
        })),
      })

const switchForm = ({ refused }: View, { id }: OwnWorkspace): Html =>
  formOf(
    {
      action: 'switch',
      path: SWITCH_PATH,
      of: id,
      submit: 'Switch',
      fields: [],
      hidden: { workspace_id: id },
      style: 'plain',
    },
    refused,
  )
