import type { SecretCipher } from '../../../db/cipher.ts'
import type { Database } from '../../../db/database.ts'
import type { StreamOwner } from '../../../db/delivery/events/write.ts'
import type { CallbackEndpoint } from '../../../db/delivery/webhooks/callbacks.ts'
import { callbackEndpoint } from '../../../usecases/webhooks/callback-endpoint.ts'
import { makeSecret } from '../../../db/delivery/webhooks/secret.ts'
import { Problem } from '../../errors/problem.ts'

export interface CallbackDeps {
  readonly db: Database
  readonly cipher: SecretCipher
}

/** The endpoint of a workspace's callbacks, made on first need; a Problem for a workspace in quarantine. */
export async function findCallbacks(
  { db, cipher }: CallbackDeps,
  { workspaceId, environment }: StreamOwner,
): Promise<CallbackEndpoint | Problem> {
  const found = await callbackEndpoint(db, { workspaceId, environment }, () => makeSecret(cipher, workspaceId))
  return found.kind === 'found'
    ? found.endpoint
    : new Problem('forbidden', 'A workspace in quarantine has no callbacks: a person has to claim it first.')
}

/** The same; throws the Problem. */
export async function callbacksOf(deps: CallbackDeps, owner: StreamOwner): Promise<CallbackEndpoint> {
  const found = await findCallbacks(deps, owner)
  if (found instanceof Problem) throw found
  return found
}
