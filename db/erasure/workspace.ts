import { ERASED_TEXT } from '../../domain/erasures/stages.ts'
import { REVOKED } from '../access/connections/queries.ts'
import type { Database } from '../database.ts'
import { statement } from '../statement.ts'
import { ERASED_WITH_WORKSPACE } from './registry.ts'

/** What has to end or be returned before a workspace is erased: it exists outside of the database too. */
export interface OpenObligations {
  readonly inboxes: number
  readonly accounts: number
  readonly domains: number
  readonly subscriptions: number
}

export const READ_OPEN_OBLIGATIONS = statement<{ id: string }, OpenObligations>({
  name: 'read_open_obligations',
  effect: false,
  text: `select
    (select count(*)::integer from inbox where workspace_id = :id and status <> 'removed') as inboxes,
    (select count(*)::integer from messaging_account where workspace_id = :id and status <> 'removed') as accounts,
    (select count(*)::integer from email_domain where workspace_id = :id) as domains,
    (select count(*)::integer from plan_subscription where workspace_id = :id and status <> 'ended') as subscriptions`,
})

export async function readOpenObligations(db: Database, id: string): Promise<OpenObligations> {
  const [row] = await db.query(READ_OPEN_OBLIGATIONS, { id })
  return row ?? { inboxes: 0, accounts: 0, domains: 0, subscriptions: 0 }
}

/**
 * Credentials end at once, and nothing begins any more: no request, no row of a job, no watch, no delivery, no
 * automatic top-up.
 */
export const END_ACCESS = statement<{ id: string }, { closed: boolean }>({
  name: 'end_access',
  effect: 'within',
  text: `with keys as (
      update api_key set revoked_at = clock_timestamp() where workspace_id = :id and revoked_at is null returning 1
    ), sessions as (
      update session set revoked_at = clock_timestamp() where workspace_id = :id and revoked_at is null returning 1
    ), tokens as (
      delete from oauth_artifact where app_id in (select id from connected_app where workspace_id = :id)
    ), apps as (
      update connected_app set revoked_at = clock_timestamp() where workspace_id = :id and revoked_at is null
    ), own_webhooks as (
      delete from connection_webhook where workspace_id = :id
    ), connections as (
      update connection set ${REVOKED}, account = null where workspace_id = :id
    ), endpoints as (
      delete from webhook_endpoint where workspace_id = :id
    ), claims as (
      update agent_sign_up set expires_at = least(expires_at, clock_timestamp())
      where workspace_id = :id and claimed_at is null
    ), jobs as (
      update job set status = 'finishing', reason = null, is_cancelled = true, sweep_at = clock_timestamp()
      where workspace_id = :id and finished_at is null
    ), topups as (
      update auto_topup set enabled = false where workspace_id = :id and enabled
    ), tables as (
      update workspace set tables_enabled_at = null where id = :id
    )
    select exists (select from keys) or exists (select from sessions) as closed`,
})

/** The other workspaces of the person `u`, who then stays and signs in there. */
const ELSEWHERE = 'select m.workspace_id from member m where m.user_id = u.id and m.workspace_id <> :id'

/** What the registry states goes with a workspace, and the names of the workspace and its people. */
export const ERASE_REST = statement<{ id: string }, { users: number }>({
  name: 'erase_rest_of_workspace',
  effect: 'within',
  text: `with ${ERASED_WITH_WORKSPACE}, named as (
      update workspace set name = '${ERASED_TEXT}', seeded_as = null, sender_profile = null
        where id = :id
    ), users as (
      update app_user u set email = u.id || '@erased.invalid' where u.workspace_id = :id
        and u.email <> u.id || '@erased.invalid' and not exists (${ELSEWHERE}) returning 1
    ), others as (
      update app_user u set workspace_id = (${ELSEWHERE} order by m.created_at limit 1)
        where u.workspace_id = :id and exists (${ELSEWHERE})
    ), members as (
      delete from member m where m.workspace_id = :id and exists (
        select from member o where o.user_id = m.user_id and o.workspace_id <> m.workspace_id)
    )
    select count(*)::integer as users from users`,
})
