import { statement } from '../../statement.ts'

/** The next sign-in leads there too. */
export const ENTER_OWN_WORKSPACE = statement<{ userId: string; workspaceId: string }, { name: string }>({
  name: 'enter_own_workspace',
  effect: 'within',
  text: `update app_user u set workspace_id = :workspaceId
    from member m join workspace w on w.id = m.workspace_id
    where u.id = :userId and m.user_id = u.id and m.workspace_id = :workspaceId returning w.name`,
})

export const END_SWITCHED_SESSION = statement<{ id: string }>({
  name: 'end_switched_session',
  effect: 'within',
  text: 'update session set revoked_at = clock_timestamp() where id = :id and revoked_at is null',
})
