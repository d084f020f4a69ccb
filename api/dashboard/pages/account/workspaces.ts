import type { Static } from 'typebox'
import { html, type Html } from '../../../html/markup.ts'
import type { WorkspaceList } from '../../../schemas/auth.ts'
import { badge, type ShownRow, table, withNote } from '../../elements.ts'
import { formOf } from '../../forms.ts'
import { SWITCH_PATH } from '../../paths.ts'
import type { View } from '../../page.ts'
import { leavePath } from './paths.ts'

type OwnWorkspace = Static<typeof WorkspaceList>['items'][number]

/** The workspaces of a person, each with a button that leads there, and a link to the question whether to leave. */
export const workspaceTable = (view: View, workspaces: readonly OwnWorkspace[]): Html =>
  table({
    id: 'workspaces',
    caption: 'Your workspaces',
    empty: '',
    columns: [{ title: 'Workspace', wraps: true }, { title: 'Role' }, { title: 'Switch' }, { title: 'Leave' }],
    rows: workspaces.map((workspace): ShownRow => ({
      id: workspace.id,
      cells: [
        withNote(workspace.name, workspace.id),
        workspace.role,
        workspace.current ? badge('this one', 'good') : switchForm(view, workspace),
        html`<a href="${leavePath(view, workspace.id)}" id="${workspace.id}-leave">Leave…</a>`,
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
