import Type, { type Static } from 'typebox'
import { idPattern } from '../../domain/ids/ids.ts'
import { DISPLAY_NAME_PATTERN } from '../../domain/words/display-name.ts'
import { ENVIRONMENTS } from '../../domain/runs/states.ts'
import { Budget, BudgetTerms } from './budget.ts'
import { closed, Money, nullable, oneOf, Timestamp, UsdAmount } from './common.ts'
import { named } from './named.ts'

const NAME_LENGTH_MAX = 100
const DAYS_MAX = 365

const ApiKeyId = Type.String({
  description: 'The id of the key, which is not the key itself.',
  pattern: idPattern('key'),
  examples: ['key_01j9zq3v6n4k8w2x5y7a9b1c3d'],
})

/** Members that are left out limit nothing. */
export const KeyAllow = named(
  'KeyAllow',
  closed({
    capabilities: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: '^[a-z_.]*\\*?$', examples: ['contact.*'] }), {
        minItems: 1,
        maxItems: 100,
        description: 'The capabilities that it may run: slugs, or all that begin alike, as `contact.*`.',
        examples: [['contact.*', 'person.enrich']],
      }),
    ),
    providers: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        minItems: 1,
        maxItems: 100,
        description: 'The providers that its runs may use.',
        examples: [['hunter', 'prospeo']],
      }),
    ),
    raw: Type.Optional(Type.Boolean({ description: 'false: it makes no raw calls.' })),
    sends: Type.Optional(Type.Boolean({ description: 'false: it sends no messages.' })),
    max_run_cost: Type.Optional(
      Type.Unsafe<string>({ ...UsdAmount, description: 'The most that one of its runs may hold.' }),
    ),
  }),
)
export type KeyAllow = Static<typeof KeyAllow>

const Expiry = Type.Unsafe<string>({ ...Timestamp, description: 'From this time on the key is refused.' })

const Approver = Type.Boolean({
  description: 'It may approve and reject runs that wait for an approval, but not those that it has requested.',
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
  expires_at: nullable(Expiry, { description: 'null: it does not expire.' }),
  budget: nullable(Budget, { description: 'null: only the wallet and the spend guard limit it.' }),
  allow: nullable(KeyAllow, { description: 'What it may do; null: all that keys may.' }),
  approver: Approver,
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

const Name = Type.String({
  minLength: 1,
  maxLength: NAME_LENGTH_MAX,
  pattern: DISPLAY_NAME_PATTERN,
  description: 'A name for the key.',
  examples: ['Production worker'],
})

/** The body of `POST /v1/api-keys`. */
export const ApiKeyCreate = named(
  'ApiKeyCreate',
  closed({
    name: Name,
    environment: oneOf(ENVIRONMENTS),
    budget: Type.Optional(BudgetTerms),
    allow: Type.Optional(KeyAllow),
    expires_at: Type.Optional(Expiry),
    approver: Type.Optional(Type.Unsafe<boolean>({ ...Approver, default: false })),
  }),
)

/** The body of `PATCH /v1/api-keys/{key_id}`: members that are left out stay as they are; null removes. */
export const ApiKeyUpdate = named(
  'ApiKeyUpdate',
  closed(
    {
      name: Type.Optional(Name),
      budget: Type.Optional(nullable(BudgetTerms)),
      allow: Type.Optional(nullable(KeyAllow)),
      expires_at: Type.Optional(nullable(Expiry)),
      approver: Type.Optional(Approver),
    },
    { minProperties: 1 },
  ),
)
export type ApiKeyUpdate = Static<typeof ApiKeyUpdate>

export const ApiKeyCreated = named(
  'ApiKeyCreated',
  closed({
    id: ApiKeyId,
    api_key: Type.String({ description: 'Shown once.', examples: ['svc_live_…'] }),
    note: Type.String(),
  }),
)

export const ApiKeyParams = closed({ key_id: ApiKeyId })
