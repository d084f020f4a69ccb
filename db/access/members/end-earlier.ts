import { forgetArtifactsSql } from '../connected-apps/grants.ts'
import { REVOKED } from '../connections/queries.ts'
import { SWEEP_LATER_SQL } from '../../sweep-job.ts'
import { statement } from '../../statement.ts'
import { stopDeliveriesSql } from '../../delivery/webhooks/stop-deliveries.ts'

/** Nothing can enter any more, and nothing leaves: keys, apps, invitations, the workspace's own accounts, webhooks. */
export const END_EARLIER_ACCESS = statement<{ workspaceId: string }>({
  name: 'end_earlier_access',
  effect: 'within',
  text: `with keys as (
      update api_key set revoked_at = clock_timestamp() where workspace_id = :workspaceId and revoked_at is null
    ), invitations as (
      update account_mail set used_at = clock_timestamp(), sweep_at = null
      where workspace_id = :workspaceId and kind = 'invitation' and used_at is null
    ), connection_webhooks as (
      delete from connection_webhook where workspace_id = :workspaceId
    ), connections as (
      update connection set ${REVOKED}, account = null where workspace_id = :workspaceId and status <> 'revoked'
    ), callbacks as (
      delete from webhook_endpoint where workspace_id = :workspaceId and callbacks
    ), webhooks as (
      update webhook_endpoint set enabled = false, disabled_reason = 'The address of the account was confirmed later.',
        failing_since = null, last_failed_at = null, updated_at = clock_timestamp()
      where workspace_id = :workspaceId and enabled and not callbacks returning id
    ), deliveries as (
      ${stopDeliveriesSql('webhooks')}
    ), apps as (
      update connected_app set revoked_at = clock_timestamp()
      where workspace_id = :workspaceId and revoked_at is null returning id
    )
    ${forgetArtifactsSql('select id from apps')}`,
})

/**
 * Nothing is sent or bought by itself any more: senders, watches, jobs, runs that wait for an approval, automatic
 * top-ups. An inbox takes another name at its provider, so that its address can be made again.
 */
export const END_EARLIER_WORK = statement<{ workspaceId: string }>({
  name: 'end_earlier_work',
  effect: 'within',
  text: `with links as (
      delete from account_link where workspace_id = :workspaceId and used_at is null
    ), accounts as (
      update messaging_account set status = 'removed' where workspace_id = :workspaceId and status <> 'removed'
    ), inboxes as (
      update inbox set status = 'removed', external_id = id || ':' || external_id
      where workspace_id = :workspaceId and status <> 'removed'
    ), watches as (
      update watch set status = 'paused', paused_reason = 'payer_revoked', updated_at = clock_timestamp()
      where workspace_id = :workspaceId and status = 'active'
    ), jobs as (
      update job set status = 'finishing', reason = null, is_cancelled = true, sweep_at = ${SWEEP_LATER_SQL}
      where workspace_id = :workspaceId and finished_at is null
    ), approvals as (
      update approval set expires_at = clock_timestamp()
      where workspace_id = :workspaceId and decision is null and expires_at > clock_timestamp()
    )
    update auto_topup set enabled = false, updated_at = clock_timestamp()
    where workspace_id = :workspaceId and enabled`,
})

export const WORKSPACES_OF = statement<{ userId: string }, { workspaceId: string }>({
  name: 'read_workspaces_of_person',
  effect: false,
  text: 'select workspace_id as "workspaceId" from member where user_id = :userId order by workspace_id',
})

export const OTHER_MEMBERS = statement<{ workspaceId: string; userId: string }, { userId: string; email: string }>({
  name: 'read_other_members',
  effect: false,
  text: `select m.user_id as "userId", u.email from member m join app_user u on u.id = m.user_id
    where m.workspace_id = :workspaceId and m.user_id <> :userId order by m.user_id`,
})
