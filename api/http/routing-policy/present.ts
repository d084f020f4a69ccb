import { createHash } from 'node:crypto'
import type { Static } from 'typebox'
import { canonicalJson } from '../../../domain/json/canonical.ts'
import { type RoutingPolicy as StoredPolicy, statedRules } from '../../../domain/routing/policy.ts'
import type { RoutingPolicy } from '../../schemas/routing-rules.ts'

type ShownPolicy = Static<typeof RoutingPolicy>

/** 96 bits: no two policies of a workspace have the same. */
const VERSION_LENGTH = 16

/** The version is that of the content: equal policies have the same, however and whenever they were written. */
export function presentPolicy({
  default: always,
  capabilities,
  own_key_rejected: onRejected,
}: StoredPolicy): ShownPolicy {
  const shown = {
    default: statedRules(always),
    capabilities: Object.fromEntries(Object.entries(capabilities).map(([name, rules]) => [name, statedRules(rules)])),
    ...(onRejected === undefined ? {} : { own_key_rejected: onRejected }),
  }
  const hash = createHash('sha256').update(canonicalJson(shown)).digest('base64url')
  return { version: hash.slice(0, VERSION_LENGTH), ...shown }
}
