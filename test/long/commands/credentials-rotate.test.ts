import { execFile } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openConnection } from '../../../db/access/connections/open.ts'
import { type Database, openDatabase } from '../../../db/database.ts'
import { buildConnection, encryptionKeys, testCipher } from '../../build/connection.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { childEnv } from '../../support/child-process.ts'
import { type TestDatabase, testDatabase } from '../../support/postgres.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await testDatabase()
  db = await openDatabase({ url: database.url, applicationName: 'test', poolMax: 2 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const SCRIPT = new URL('../../../ops/credentials-rotate.ts', import.meta.url).pathname

/** As an operator types it. */
const rotate = (keys: string): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const env = childEnv({ DATABASE_URL: database.url, ENCRYPTION_KEYS: keys })
    execFile(process.execPath, [SCRIPT], { env }, (error, stdout) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout.trim() }),
    )
  })

describe('npm run credentials:rotate', () => {
  it('reports what it rewrapped and what it could not, and fails while anything is left', async () => {
    const { id: workspaceId } = await buildWorkspace(db)
    const connect = (provider: string, version: number) =>
      buildConnection(
        { db, cipher: testCipher(version) },
        { workspaceId, provider, credential: `canary of ${provider}` },
      )
    const [hunter, serper] = [await connect('hunter', 1), await connect('serper', 1)]
    const strange = await connect('tavily', 9)

    const first = await rotate(encryptionKeys(1, 2))
    expect(first).toEqual({
      code: 1,
      output: `${strange}: left as it is, wrapped by version 9: ENCRYPTION_KEYS does not hold it\nkey version 2: 2 rewrapped, 0 changed meanwhile, 1 left behind`,
    })
    expect(await rotate(encryptionKeys(1, 2, 9))).toEqual({
      code: 0,
      output: 'key version 9: 2 rewrapped, 0 changed meanwhile, 0 left behind',
    })
    expect(await rotate(encryptionKeys(9))).toEqual({
      code: 0,
      output: 'key version 9: 0 rewrapped, 0 changed meanwhile, 0 left behind',
    })
    for (const [connectionId, provider] of [
      [hunter, 'hunter'],
      [serper, 'serper'],
      [strange, 'tavily'],
    ] as const) {
      expect(await openConnection({ db, cipher: testCipher(9) }, { connectionId, workspaceId })).toMatchObject({
        kind: 'open',
        apiKey: `canary of ${provider}`,
      })
    }
  })
})
