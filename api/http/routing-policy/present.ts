import type { Static } from 'typebox'
import type { RoutingPolicy as StoredPolicy, RoutingRules } from '../../../domain/routing/policy.ts'
import type { RoutingPolicy } from '../../schemas/routing-rules.ts'

type ShownPolicy = Static<typeof RoutingPolicy>
type ShownRules = ShownPolicy['default']

/** The rules that are stated, and nothing else of a run's routing. */
export const presentRules = ({ order, only, ignore, require }: RoutingRules): ShownRules => ({
  ...(order === undefined ? {} : { order: [...order] }),
  ...(only === undefined ? {} : { only: [...only] }),
  ...(ignore === undefined ? {} : { ignore: [...ignore] }),
  ...(require === undefined ? {} : { require }),
})

export const presentPolicy = ({ default: always, capabilities }: StoredPolicy): ShownPolicy => ({
  default: presentRules(always),
  capabilities: Object.fromEntries(Object.entries(capabilities).map(([name, rules]) => [name, presentRules(rules)])),
})
