import Type from 'typebox'
import { idPattern } from '../../domain/ids/ids.ts'
import { DISPLAY_NAME_PATTERN } from '../../domain/words/display-name.ts'
import { ENVIRONMENTS } from '../../domain/runs/states.ts'
import { closed, Money, nullable, oneOf, Timestamp } from './common.ts'
import { named } from './named.ts'

const NAME_LENGTH_MAX = 100
const DAYS_MAX = 365

const ApiKeyId = Type.String({
  description: 'The id of the key, which is not the key itself.',
  pattern: idPattern('key'),
  examples: ['key_01j9zq3v6n4k8w2x5y7a9b1c3d'],
})

const apiKeyMembers = {
  id: ApiKeyId,
  name: Type.String(),
  environment: oneOf(ENVIRONMENTS),
  display: Type.String({
    description: 'Prefix and suffix only. The key is shown once, when it is created.',
    examples: ['svc_live_9aXk…2fQz'],
  }),
  last_used_at: nullable(Timestamp, { description: 'Updated every few seconds; null: never used.' }),
  created_at: Timestamp,
  revoked: Type.Boolean(),
}

/** Spec 2.5. */
export const ApiKey = named('ApiKey', closed(apiKeyMembers))

const Usage = named(
  'KeyUsage',
  closed({
    runs: Type.Integer({ description: 'All runs, whatever their status.' }),
    charged: Money,
  }),
)

export const ApiKeyList = named(
  'ApiKeyList',
  closed({
    usage_days: Type.Integer(),
    no_key_usage: Usage,
    items: Type.Array(named('ApiKeyWithUsage', closed({ ...apiKeyMembers, usage: Usage })), {
      description: 'Newest first.',
    }),
  }),
)

export const ApiKeyListQuery = closed({
  days: Type.Integer({
    minimum: 1,
    maximum: DAYS_MAX,
    default: 30,
    description: 'The number of days for which usage is counted.',
  }),
})

/** The body of `POST /v1/api-keys`. */
export const ApiKeyCreate = named(
  'ApiKeyCreate',
  closed({
    name: Type.String({
      minLength: 1,
      maxLength: NAME_LENGTH_MAX,
      pattern: DISPLAY_NAME_PATTERN,
      description: 'A name for the key.',
      examples: ['Production worker'],
    }),
    environment: oneOf(ENVIRONMENTS),
  }),
)

export const ApiKeyCreated = named(
  'ApiKeyCreated',
  closed({
    id: ApiKeyId,
    api_key: Type.String({ description: 'Shown once.', examples: ['svc_live_…'] }),
    note: Type.String(),
  }),
)

export const ApiKeyParams = closed({ key_id: ApiKeyId })
