import { CAPABILITIES } from '../../../domain/capabilities/catalog.ts'
import { groupOf, type RoutingPolicy as StoredPolicy } from '../../../domain/routing/policy.ts'
import type { ProviderManifest } from '../../../domain/providers/manifest.ts'
import { readRoutingPolicy, writeRoutingPolicy } from '../../../db/catalog/routing-policy/policy.ts'
import type { Database } from '../../../db/database.ts'
import { didYouMeanOf } from '../../errors/did-you-mean.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { RoutingPolicy, RoutingPolicyUpdate } from '../../schemas/routing-rules.ts'
import { presentPolicy } from './present.ts'
import { requireKnownProviders } from './rules.ts'

export interface UpdateRoutingPolicyDeps {
  readonly db: Database
  readonly known: { readonly manifests: readonly ProviderManifest[] }
}

/** What a policy may have rules for. */
const RULED: readonly string[] = [...new Set(CAPABILITIES.flatMap(({ slug }) => [slug, groupOf(slug)]))]

/** Only people narrow or widen what their agents may buy from (decisions, "routing policy"). */
export const updateRoutingPolicy = ({ db, known }: UpdateRoutingPolicyDeps) =>
  defineRoute({
    operationId: 'updateRoutingPolicy',
    method: 'PUT',
    path: '/v1/routing-policy',
    summary: 'Update the routing policy',
    description:
      'Replaces the entire policy. The rules of a capability, of its group and of `default` all apply to its runs, and so do those of the request: `ignore` adds up, `only` narrows, every `require` must hold, and the nearest `order` counts. It takes effect for runs that are not reserved yet. Raw endpoints are under `default` alone. With the `version` that was read, a policy that has changed since stays as it is, and the answer is `conflict`.',
    tags: ['Runs'],
    spec: '4.13',
    access: 'session',
    body: RoutingPolicyUpdate,
    bodyExamples: {
      european: {
        summary: 'Data in the EU for everything, and an own order for contacts',
        value: {
          default: { require: { data_region: 'eu' } },
          capabilities: { 'contact.*': { ignore: ['apollo'] }, 'contact.find': { order: ['findymail', 'hunter'] } },
        },
      },
    },
    responses: { 200: { description: 'The updated policy.', schema: RoutingPolicy } },
    errors: ['conflict'],
    async handler({ body: { version, ...policy }, principal, reply }) {
      const named = { ...known, environment: null }
      requireKnownProviders(policy.default, { ...named, at: '/default' })
      for (const [capability, rules] of Object.entries(policy.capabilities)) {
        requireCapability(capability)
        requireKnownProviders(rules, { ...named, at: `/capabilities/${capability}` })
      }
      await write(db, principal.workspaceId, { version, policy })
      return reply(200, presentPolicy(policy))
    },
  })

/** Of two people who read the same version, the second one learns of the first. */
async function write(
  db: Database,
  workspaceId: string,
  { version, policy }: { readonly version: string | undefined; readonly policy: StoredPolicy },
): Promise<void> {
  const before = version === undefined ? null : await readRoutingPolicy(db, workspaceId)
  if (before !== null) {
    const now = presentPolicy(before).version
    // A repeated request finds what it has written.
    if (now === presentPolicy(policy).version) return
    if (now !== version) throw changedMeanwhile()
  }
  if (!(await writeRoutingPolicy(db, workspaceId, { policy, before }))) throw changedMeanwhile()
}

const changedMeanwhile = (): Problem =>
  new Problem('conflict', 'The routing policy has changed since it was read. Read it again before you change it.', {
    param: '/version',
  })

function requireCapability(name: string): void {
  if (RULED.includes(name)) return
  throw new Problem('invalid_request', `\`/capabilities/${name}\` names no capability and no group of them.`, {
    param: `/capabilities/${name}`,
    ...didYouMeanOf(name, RULED),
  })
}
