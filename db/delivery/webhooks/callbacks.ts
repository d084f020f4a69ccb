import type { SealedSecret } from '../../../domain/connections/credential.ts'
import { statement } from '../../statement.ts'

/** The endpoint of a workspace's callbacks in an environment, with the secret that signs them now. */
export interface CallbackEndpoint {
  readonly id: string
  readonly secretId: string
  readonly sealed: SealedSecret
  readonly secretCreatedAt: Date
}

export const READ_CALLBACKS = statement<
  { workspaceId: string; environment: string },
  { quarantined: boolean; endpoint: (Omit<CallbackEndpoint, 'secretCreatedAt'> & { secretCreatedAt: string }) | null }
>({
  name: 'read_callback_endpoint',
  effect: false,
  text: `select exists (select from agent_sign_up a where a.workspace_id = :workspaceId and a.claimed_at is null)
      as quarantined,
    (select json_build_object('id', w.id, 'secretId', s.id, 'secretCreatedAt', s.created_at,
        'sealed', json_build_object('keyVersion', s.key_version, 'wrappedKey', encode(s.wrapped_key, 'base64'),
          'ciphertext', encode(s.ciphertext, 'base64')))
      from webhook_endpoint w join webhook_secret s on s.webhook_id = w.id and s.expires_at is null
      where w.workspace_id = :workspaceId and w.environment = :environment and w.callbacks) as endpoint`,
})

/** Of two at once, the second waits here and inserts nothing. An unknown event type, so that no event is sent there. */
export const INSERT_CALLBACKS = statement<
  { id: string; workspaceId: string; environment: string; url: string },
  { id: string }
>({
  name: 'insert_callback_endpoint',
  effect: 'within',
  text: `insert into webhook_endpoint (id, workspace_id, environment, url, events, callbacks)
    values (:id, :workspaceId, :environment, :url, '{callback}', true)
    on conflict (workspace_id, environment) where callbacks do nothing
    returning id`,
})
