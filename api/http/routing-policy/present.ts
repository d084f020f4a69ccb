import type { Static } from 'typebox'
import { type RoutingPolicy as StoredPolicy, statedRules } from '../../../domain/routing/policy.ts'
import type { RoutingPolicy } from '../../schemas/routing-rules.ts'

type ShownPolicy = Static<typeof RoutingPolicy>

export const presentPolicy = ({ default: always, capabilities }: StoredPolicy): ShownPolicy => ({
  default: statedRules(always),
  capabilities: Object.fromEntries(Object.entries(capabilities).map(([name, rules]) => [name, statedRules(rules)])),
})
