import { statement } from '../../statement.ts'

/** The address is inserted first: a simultaneous sign-up with the same address waits here and then writes nothing. */
export const INSERT_USER = statement<
  { id: string; email: string; passwordHash: string; workspaceId: string },
  { id: string }
>({
  name: 'insert_user',
  effect: 'within',
  text: `insert into app_user (id, email, password_hash, workspace_id)
      values (:id, :email, :passwordHash, :workspaceId) on conflict (email) do nothing returning id`,
})
