import { describe, expect, it } from '@jest/globals'
import { createOperations } from '../../../activities/operations/index.ts'
import { OPERATION_TYPES, type ProviderOperation } from '../../../domain/operations/operations.ts'
import type { Shares, ShareWanted } from '../../../activities/shares.ts'
import { testCipher } from '../../build/connection.ts'

/** A worker without free slots, and the slots that were requested of it. */
async function shareWantedFor(call: ProviderOperation): Promise<ShareWanted | undefined> {
  const requested: ShareWanted[] = []
  const shares: Pick<Shares, 'take'> = {
    take(wanted) {
      requested.push(wanted)
      return { kind: 'refused', by: 'lane', afterMs: 1 }
    },
  }
  // A call that gets no slot uses nothing else of the worker.
  const perform: (of: never) => Promise<unknown> = createOperations({ shares } as Parameters<
    typeof createOperations
  >[0])[OPERATION_TYPES[call.kind]]
  await expect(perform(call as never)).rejects.toMatchObject({ type: 'NoShare' })
  return requested[0]
}

describe('the slot of a call', () => {
  const owner = { workspaceId: 'ws_1', provider: 'hunter', connectionId: 'conn_1' }
  const schema = { kind: 'actor_schema', workspaceId: 'ws_1', provider: 'apify', actorId: 'a~b' } as const
  const key = { kind: 'verify_credential', ...owner, sealed: testCipher(1).seal(owner, 'any') } as const

  it.each<[string, ProviderOperation, Pick<ShareWanted, 'environment' | 'accountId'>]>([
    [
      "counts for the request's environment, at the platform's account",
      { ...schema, environment: 'test' },
      { environment: 'test', accountId: 'platform:apify' },
    ],
    [
      'counts for no environment where the request names none',
      schema,
      { environment: null, accountId: 'platform:apify' },
    ],
    [
      "counts at the customer's own account for a key under verification",
      { ...key, environment: 'live' },
      { environment: 'live', accountId: 'connection:conn_1' },
    ],
  ])('%s', async (_, call, wanted) => {
    expect(await shareWantedFor(call)).toEqual({ lane: 'calls', workspaceId: 'ws_1', ...wanted })
  })
})
