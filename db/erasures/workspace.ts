import { ERASED_TEXT, type ErasureStage } from '../../domain/erasures/stages.ts'
import { writeAudit } from '../audit/entries.ts'
import { REVOKED } from '../connections/queries.ts'
import type { Database, Transaction } from '../database.ts'
import type { StreamOwner } from '../events/write.ts'
import { statement } from '../statement.ts'
import { STAGES } from './erase-batch.ts'
import { BATCH_SIZE, type ErasedBatch } from './batch.ts'

/** What has to end or be given back before a workspace is erased: it exists outside of the database too. */
export interface StandingThings {
  readonly inboxes: number
  readonly accounts: number
  readonly domains: number
  readonly subscriptions: number
}

export const READ_STANDING = statement<{ id: string }, StandingThings>({
  name: 'read_standing_things',
  effect: false,
  text: `select
    (select count(*)::integer from inbox where workspace_id = :id and status <> 'removed') as inboxes,
    (select count(*)::integer from messaging_account where workspace_id = :id and status <> 'removed') as accounts,
    (select count(*)::integer from email_domain where workspace_id = :id) as domains,
    (select count(*)::integer from plan_subscription where workspace_id = :id and status <> 'ended') as subscriptions`,
})

export async function readStandingThings(db: Database, id: string): Promise<StandingThings> {
  const [row] = await db.query(READ_STANDING, { id })
  return row ?? { inboxes: 0, accounts: 0, domains: 0, subscriptions: 0 }
}

export interface WorkspaceErasure {
  readonly id: string
  readonly actor: string
  readonly reason: string
}

export const CLOSE_WORKSPACE: Transaction = { name: 'close_workspace', effect: true }

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

/** Ends every access to a workspace. The audit has it once. */
export const closeWorkspace = (db: Database, { id, actor, reason }: WorkspaceErasure): Promise<void> =>
  db.transaction(CLOSE_WORKSPACE, async (tx) => {
    const [row] = await tx.query(END_ACCESS, { id })
    if (row?.closed === true)
      await writeAudit(tx, {
        actor,
        workspaceId: id,
        action: 'workspace.close',
        before: null,
        after: { closed: true },
        reason,
      })
  })

export const ERASE_WORKSPACE_BATCH: Transaction = { name: 'erase_workspace_batch', effect: true }

/** Every text matches the empty expression. */
const EVERYTHING = {
  pattern: '',
  keyPattern: '',
  firstRunAfter: null,
  firstRowRunAfter: null,
  upTo: 'infinity',
  requestedAt: 'infinity',
}

/** One batch of a stage of a workspace: as of a person who is everywhere. */
export const eraseWorkspaceBatch = (
  db: Database,
  { workspaceId, environment }: StreamOwner,
  { stage, after }: { readonly stage: ErasureStage; readonly after: string },
): Promise<ErasedBatch> =>
  db.transaction(ERASE_WORKSPACE_BATCH, (tx) => {
    const { pattern, upTo, ...everything } = EVERYTHING
    return STAGES[stage](tx, {
      ...everything,
      bytes: BATCH_SIZE.bytes,
      values: { workspaceId, environment, pattern, upTo, after, limit: BATCH_SIZE.rows },
      kinds: [],
      names: [],
      sharedKinds: [],
      sharedNames: [],
      networkIds: [],
      keepSuppression: false,
    })
  })

export const FINISH_WORKSPACE_ERASURE: Transaction = { name: 'finish_workspace_erasure', effect: true }

/** The other workspaces of the person `u`, who then stays and signs in there. */
const ELSEWHERE = 'select m.workspace_id from member m where m.user_id = u.id and m.workspace_id <> :id'

export const ERASE_REST = statement<{ id: string }, { users: number }>({
  name: 'erase_rest_of_workspace',
  effect: 'within',
  text: `with tables as (
      delete from workspace_table where workspace_id = :id
    ), answers as (
      delete from idempotent_answer where workspace_id = :id
    ), mappings as (
      delete from file_mapping where workspace_id = :id
    ), numbers as (
      delete from shared_phone where workspace_id = :id
    ), suppressions as (
      delete from suppression where workspace_id = :id
    ), touches as (
      delete from touch where workspace_id = :id
    ), chats as (
      delete from chat_participant where workspace_id = :id
    ), connections as (
      delete from network_connection where workspace_id = :id
    ), messages as (
      delete from received_message where workspace_id = :id
    ), accounts as (
      update messaging_account set name = '${ERASED_TEXT}' where workspace_id = :id
    ), inboxes as (
      update inbox set display_name = null where workspace_id = :id
    ), keys as (
      update api_key set name = '${ERASED_TEXT}' where workspace_id = :id
    ), named as (
      update workspace set name = '${ERASED_TEXT}', seeded_as = null where id = :id
    ), claims as (
      update agent_sign_up set owner_email = null where workspace_id = :id
    ), mails as (
      delete from account_mail where workspace_id = :id
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

/** What no stage has, and the names of the workspace and its people. Wallets, ledger, invoices and audit stay. */
export const finishWorkspaceErasure = (
  db: Database,
  { id, actor, reason }: WorkspaceErasure,
  erased: Readonly<Record<string, number>>,
): Promise<void> =>
  db.transaction(FINISH_WORKSPACE_ERASURE, async (tx) => {
    const [row] = await tx.query(ERASE_REST, { id })
    await writeAudit(tx, {
      actor,
      workspaceId: id,
      action: 'workspace.erase',
      before: null,
      after: { ...erased, users: row?.users ?? 0 },
      reason,
    })
  })
