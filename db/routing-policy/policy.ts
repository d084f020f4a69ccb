import { NO_ROUTING_POLICY, type RoutingPolicy } from '../../domain/routing/policy.ts'
import type { Database } from '../database.ts'
import { statement } from '../statement.ts'
import { Workspace } from '../workspaces/entity.ts'

/** Which providers may serve a workspace, and in which order. A run reads it with the facts of its reservation. */
export async function readRoutingPolicy(db: Database, workspaceId: string): Promise<RoutingPolicy> {
  const workspace = await db.entities({ name: 'read_routing_policy', effect: false }, (em) =>
    em.findOneOrFail(Workspace, workspaceId, { fields: ['routingPolicy'] }),
  )
  return workspace.routingPolicy ?? NO_ROUTING_POLICY
}

export const WRITE_ROUTING_POLICY = statement<
  { workspaceId: string; policy: string; before: string | null; none: string },
  { id: string }
>({
  name: 'write_routing_policy',
  effect: true,
  text: `update workspace set routing_policy = :policy::jsonb
    where id = :workspaceId
      and (:before::jsonb is null or coalesce(routing_policy, :none::jsonb) = :before::jsonb)
    returning id`,
})

/** Replaces the policy, if it is still `before`; null: whatever it is. Answers whether it did. */
export async function writeRoutingPolicy(
  db: Database,
  workspaceId: string,
  { policy, before }: { readonly policy: RoutingPolicy; readonly before: RoutingPolicy | null },
): Promise<boolean> {
  const written = await db.query(WRITE_ROUTING_POLICY, {
    workspaceId,
    policy: JSON.stringify(policy),
    before: before === null ? null : JSON.stringify(before),
    none: JSON.stringify(NO_ROUTING_POLICY),
  })
  return written.length === 1
}
