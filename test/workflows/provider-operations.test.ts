import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from '@jest/globals'
import { Client, Connection } from '@temporalio/client'
import type { ProviderOperation } from '../../domain/operations/operations.ts'
import { createProviderCaller } from '../../workflows/starters/provider-operations.ts'
import { testCipher } from '../build/connection.ts'
import { testTemporal } from '../support/temporal.ts'

const owner = { workspaceId: 'ws_1', provider: 'hunter', connectionId: 'conn_1' }
const call: ProviderOperation<'verify_credential'> = {
  kind: 'verify_credential',
  ...owner,
  sealed: testCipher(1).seal(owner, 'any'),
}
const open: Connection[] = []
afterAll(() => Promise.all(open.map((connection) => connection.close())))

function callerAt(address: string, namespace: string) {
  const connection = Connection.lazy({ address, connectTimeout: '1 second' })
  open.push(connection)
  const client = new Client({ connection, namespace })
  return {
    client,
    caller: createProviderCaller({ client, taskQueue: `nobody-${randomUUID()}`, eager: false, callMsMax: 2_000 }),
  }
}

describe('a provider operation', () => {
  it('has no answer while Temporal is away', async () => {
    const { caller } = callerAt('127.0.0.1:1', 'default')
    expect(await caller.call(`verify:${randomUUID()}`, call)).toMatchObject({
      kind: 'unanswered',
      cause: expect.any(Error),
    })
  })

  it('has no answer while every worker is away, and is not executed later', async () => {
    const { address, namespace } = testTemporal()
    const { client, caller } = callerAt(address, namespace)
    const id = `verify:${randomUUID()}`
    expect(await caller.call(id, call)).toMatchObject({ kind: 'unanswered' })
    await expect(client.workflow.getHandle(id).result()).rejects.toMatchObject({
      name: 'WorkflowFailedError',
      cause: { name: 'TimeoutFailure' },
    })
  })
})
