import { Problem } from '../../../errors/problem.ts'
import { html } from '../../../html/markup.ts'
import { WorkspaceLeft, WorkspaceList } from '../../../schemas/auth.ts'
import { destroyPage } from '../../confirmation.ts'
import { pageUrl } from '../../page.ts'
import { ACCOUNT_PATH, SIGN_IN_PATH } from '../../paths.ts'

/** Confirms that the person leaves one of their workspaces. */
export const leaveWorkspacePage = destroyPage({
  path: `${ACCOUNT_PATH}/workspaces/{workspace_id}/leave`,
  section: ACCOUNT_PATH,
  read: ['listWorkspaces', WorkspaceList],
  isListed: true,
  destroy: ['leaveWorkspace', WorkspaceLeft],
  confirms({ items }, view) {
    const workspace = items.find(({ id }) => id === view.params['workspace_id'])
    if (workspace === undefined) throw new Problem('not_found', 'You belong to no workspace with this id.')
    return {
      title: `Leave ${workspace.name}`,
      consequences: html`<p>You are signed out of <strong>${workspace.name}</strong>, and apps that you connected
there lose access. Its API keys, runs and tables stay. Only an owner can invite you again.</p>
${items.length === 1 && html`<p>It is your only workspace: you get an empty one in its place.</p>`}`,
      action: 'leave',
      submit: 'Leave the workspace',
      back: pageUrl(view, ACCOUNT_PATH),
    }
  },
  next: (view, { id }) => (id === view.caller.principal.workspaceId ? SIGN_IN_PATH : pageUrl(view, ACCOUNT_PATH)),
})
