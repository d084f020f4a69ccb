import type { Role } from '../../../domain/access/roles.ts'
import { forgetArtifactsSql } from '../connected-apps/grants.ts'
import { statement } from '../../statement.ts'
import type { StoredMember } from './members.ts'

export const READ_MEMBER = statement<MemberRefValues, StoredMember & { readonly otherOwners: number }>({
  name: 'read_member',
  effect: false,
  text: `select u.id as "userId", u.email, m.role, m.created_at as since,
      (select count(*) from member o where o.workspace_id = m.workspace_id and o.role = 'owner'
        and o.user_id <> m.user_id)::integer as "otherOwners"
    from member m join app_user u on u.id = m.user_id where m.workspace_id = :workspaceId and m.user_id = :userId`,
})

type MemberRefValues = { workspaceId: string; userId: string }

/** Who decides over people no longer has decided that more of them come. */
const END_INVITATIONS_SQL = `update account_mail set used_at = clock_timestamp(), sweep_at = null
      where workspace_id = :workspaceId and invited_by = :userId and kind = 'invitation' and used_at is null`

export const SET_ROLE = statement<MemberRefValues & { role: Role }>({
  name: 'set_role',
  effect: 'within',
  text: `with invitations as (
      ${END_INVITATIONS_SQL} and :role <> 'owner'
    )
    update member set role = :role where workspace_id = :workspaceId and user_id = :userId`,
})

export const END_MEMBERSHIP = statement<MemberRefValues>({
  name: 'end_membership',
  effect: 'within',
  text: `with gone as (
      delete from member where workspace_id = :workspaceId and user_id = :userId
    ), invitations as (
      ${END_INVITATIONS_SQL}
    ), sessions as (
      update session set revoked_at = clock_timestamp()
        where user_id = :userId and workspace_id = :workspaceId and revoked_at is null
    ), apps as (
      update connected_app set revoked_at = clock_timestamp()
        where user_id = :userId and workspace_id = :workspaceId and revoked_at is null returning id
    )
    ${forgetArtifactsSql('select id from apps')}`,
})

/** Where the person signs in from now on: where they did, or else in their oldest one; no row: they have no other. */
export const ENTER_ANOTHER = statement<MemberRefValues, { id: string }>({
  name: 'enter_another_workspace',
  effect: 'within',
  text: `update app_user u set workspace_id = o.workspace_id
    from (select m.workspace_id from member m join app_user p on p.id = m.user_id
      where m.user_id = :userId and m.workspace_id <> :workspaceId
      order by m.workspace_id = p.workspace_id desc, m.created_at limit 1) o
    where u.id = :userId returning u.id`,
})

export const OWN_NEW_WORKSPACE = statement<MemberRefValues>({
  name: 'own_new_workspace',
  effect: 'within',
  text: `with person as (
      update app_user set workspace_id = :workspaceId where id = :userId
    )
    insert into member (workspace_id, user_id, role) values (:workspaceId, :userId, 'owner')`,
})
