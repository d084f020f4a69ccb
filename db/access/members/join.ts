import type { Role } from '../../../domain/access/roles.ts'
import { statement } from '../../statement.ts'

/** A new person owns the workspace that they are inserted with, until this gives them the role of the invitation. */
export const SET_MEMBER = statement<{ workspaceId: string; userId: string; role: Role }>({
  name: 'set_member',
  effect: 'within',
  text: `insert into member (workspace_id, user_id, role) values (:workspaceId, :userId, :role)
    on conflict (workspace_id, user_id) do update set role = excluded.role`,
})

/** The next sign-in leads there. Who reads the mail has the address. */
export const ENTER_WORKSPACE = statement<{ userId: string; workspaceId: string }>({
  name: 'enter_joined_workspace',
  effect: 'within',
  text: `update app_user set workspace_id = :workspaceId,
      email_verified_at = coalesce(email_verified_at, clock_timestamp()) where id = :userId`,
})
