import Type from 'typebox'
import { DATA_REGIONS } from '../../domain/providers/facts.ts'
import { CAPABILITIES_RULED_MAX, PROVIDERS_LISTED_MAX, REJECTED_KEY_RULES } from '../../domain/routing/policy.ts'
import { closed, oneOf } from './common.ts'
import { named } from './named.ts'

const providers = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 100, examples: ['hunter'] }), {
    minItems: 1,
    maxItems: PROVIDERS_LISTED_MAX,
    uniqueItems: true,
    description,
  })

/** The same members in a request and in a policy. */
export const routingRules = {
  order: Type.Optional(
    providers('Providers that come first, in this order; the others follow by `strategy`. Such a run never explores.'),
  ),
  only: Type.Optional(providers('Only these providers serve.')),
  ignore: Type.Optional(providers('These providers never serve.')),
  require: Type.Optional(
    closed(
      {
        data_region: Type.Optional(
          oneOf(DATA_REGIONS, { description: 'Where the provider keeps data. The list grows.' }),
        ),
      },
      { description: 'What a provider must state about itself. One that states nothing never serves.' },
    ),
  ),
}

export const RoutingRules = named('RoutingRules', closed(routingRules))

const rulesOfPolicy = {
  default: RoutingRules,
  capabilities: Type.Record(Type.String(), RoutingRules, {
    maxProperties: CAPABILITIES_RULED_MAX,
    description: 'Further rules by capability (`contact.find`) or group (`contact.*`).',
    examples: [{ 'contact.*': { ignore: ['apollo'] } }],
  }),
  own_key_rejected: Type.Optional(
    oneOf(REJECTED_KEY_RULES, {
      description:
        'What a run does that is led by an own key which its provider rejects. `stop`, if absent: no provider that charges serves it. `pay_others`: the others serve it as usual.',
    }),
  ),
}

const version = (description: string) =>
  Type.String({ minLength: 1, maxLength: 100, description, examples: ['mJ3-Zq0tPxYb81Lw'] })

/** Which providers may serve a workspace's runs, and in which order (decisions, "routing policy"). */
export const RoutingPolicy = named(
  'RoutingPolicy',
  closed({ version: version('Changes with the policy. Send it with an update.'), ...rulesOfPolicy }),
)

export const RoutingPolicyUpdate = named(
  'RoutingPolicyUpdate',
  closed({
    version: Type.Optional(
      version('That of the policy that was read: the update is a `conflict` if it has changed since.'),
    ),
    ...rulesOfPolicy,
  }),
)
