import { statement } from '../../statement.ts'

/** Who reads the mail has the address. */
export const REPLACE_FORGOTTEN_HASH = statement<
  { userId: string; hash: string },
  { workspaceId: string; workspace: string; confirmsFirst: boolean }
>({
  name: 'replace_forgotten_hash',
  effect: 'within',
  text: `update app_user u set password_hash = :hash,
      email_verified_at = coalesce(u.email_verified_at, clock_timestamp())
    from workspace w, (select id, email_verified_at from app_user where id = :userId for update) before
    where u.id = before.id and w.id = u.workspace_id
    returning u.workspace_id as "workspaceId", w.name as workspace,
      before.email_verified_at is null as "confirmsFirst"`,
})
