import { NO_ROUTING_POLICY, type RoutingPolicy } from '../../../domain/routing/policy.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

export const READ_ROUTING_POLICY = statement<{ workspaceId: string }, { policy: RoutingPolicy | null }>({
  name: 'read_routing_policy',
  effect: false,
  text: 'select routing_policy as policy from workspace where id = :workspaceId',
})

/** Which providers may serve a workspace, and in which order. A run reads it with the facts of its reservation. */
export async function readRoutingPolicy(db: Queries, workspaceId: string): Promise<RoutingPolicy> {
  const [workspace] = await db.query(READ_ROUTING_POLICY, { workspaceId })
  if (workspace === undefined) throw new Error('the workspace does not exist')
  return workspace.policy ?? NO_ROUTING_POLICY
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
  db: Queries,
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
