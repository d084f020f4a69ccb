import { NO_ROUTING_POLICY, type RoutingPolicy } from '../../domain/routing/policy.ts'
import type { Database } from '../database.ts'
import { Workspace } from '../workspaces/entity.ts'

/** Which providers may serve a workspace, and in which order. A run reads it with the facts of its reservation. */
export async function readRoutingPolicy(db: Database, workspaceId: string): Promise<RoutingPolicy> {
  const workspace = await db.entities({ name: 'read_routing_policy', effect: false }, (em) =>
    em.findOneOrFail(Workspace, workspaceId, { fields: ['routingPolicy'] }),
  )
  return workspace.routingPolicy ?? NO_ROUTING_POLICY
}

export const WRITE_ROUTING_POLICY = { name: 'write_routing_policy', effect: true } as const

export async function writeRoutingPolicy(db: Database, workspaceId: string, policy: RoutingPolicy): Promise<void> {
  await db.entities(WRITE_ROUTING_POLICY, (em) =>
    em.nativeUpdate(Workspace, workspaceId, { routingPolicy: { ...policy } }),
  )
}
