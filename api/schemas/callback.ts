import Type, { type Static } from 'typebox'
import { ENVIRONMENTS } from '../../domain/runs/states.ts'
import { closed, oneOf, Timestamp } from './common.ts'
import { named } from './named.ts'
import { Delivery, WebhookId, WEBHOOK_URL_LENGTH_MAX } from './webhook.ts'

/** `callback_url` of a request. */
export const CallbackUrl = Type.String({
  minLength: 1,
  maxLength: WEBHOOK_URL_LENGTH_MAX,
  description: 'A public https URL. It gets `run.finished`, signed with the secret of `GET /v1/callbacks/secret`.',
  examples: ['https://example.com/callbacks'],
})

/** The same in an answer. */
export const EchoedCallbackUrl = Type.String({ description: 'As it was requested.' })

export const CallbackSecret = named(
  'CallbackSecret',
  closed({
    webhook_id: WebhookId,
    environment: oneOf(ENVIRONMENTS),
    secret: Type.String({ description: 'Signs the callbacks of this environment.', examples: ['whsec_…'] }),
    created_at: Timestamp,
  }),
)
export type CallbackSecret = Static<typeof CallbackSecret>

export const CallbackList = named(
  'CallbackList',
  closed({
    webhook_id: WebhookId,
    deliveries: Type.Array(Delivery, { description: 'The last 20, newest first, or the last 20 of the `status`.' }),
  }),
)
