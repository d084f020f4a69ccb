import { statement } from '../../statement.ts'

/** For a workspace with more people than this, the first ones represent it. */
const PEOPLE_MAX = 1_000

export const FIND_REFERRER = statement<{ code: string }, { workspaceId: string; emails: string[] }>({
  name: 'find_referrer',
  effect: false,
  text: `select c.workspace_id as "workspaceId",
      array(select u.email from member m join app_user u on u.id = m.user_id where m.workspace_id = c.workspace_id
        order by u.id limit ${PEOPLE_MAX}) as emails
    from referral_code c where c.code = :code`,
})

export const ATTRIBUTE_REFERRAL = statement<{ workspaceId: string; referrerWorkspaceId: string }>({
  name: 'attribute_referral',
  effect: 'within',
  text: `insert into referral (workspace_id, referrer_workspace_id) values (:workspaceId, :referrerWorkspaceId)
    on conflict (workspace_id) do nothing`,
})
