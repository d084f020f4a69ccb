import { execFile } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { findApiKey } from '../../../db/access/api-keys/queries.ts'
import { listAudit } from '../../../db/access/audit/entries.ts'
import { findOpenMail } from '../../../db/access/account-mails/use.ts'
import { type Database, openDatabase } from '../../../db/database.ts'
import { findSession } from '../../../db/access/sessions/queries.ts'
import { signUp } from '../../../usecases/access/sign-up.ts'
import { runAccess } from '../../../ops/access/command.ts'
import { testCipher } from '../../build/connection.ts'
import { buildSession } from '../../build/session.ts'
import { buildWorkspace, type TestWorkspace } from '../../build/workspace.ts'
import { childEnv } from '../../support/child-process.ts'
import { type TestDatabase, testDatabase } from '../../support/postgres.ts'

let database: TestDatabase
let db: Database
let workspace: TestWorkspace
beforeAll(async () => {
  database = await testDatabase()
  db = await openDatabase({ url: database.url, applicationName: 'test', poolMax: 2 })
  workspace = await buildWorkspace(db)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const SCRIPT = new URL('../../../ops/access.ts', import.meta.url).pathname

/** As an operator types it, with a leaked secret on its standard input. */
const revokeByCommand = (leaked: string, ...words: string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const env = childEnv({ DATABASE_URL: database.url })
    const child = execFile(process.execPath, [SCRIPT, 'revoke', ...words], { env }, (error, stdout) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout.trim() }),
    )
    child.stdin?.end(`${leaked}\n`)
  })

const BY_ROBIN = { actor: 'robin', cipher: testCipher, publicUrl: 'https://api.example.com' }

/** What the command does with its words. */
const revoke = (token: string, reason: string): ReturnType<typeof runAccess> =>
  runAccess(db, { ...BY_ROBIN, words: ['revoke'], token, reason })

describe('npm run access -- revoke', () => {
  it('revokes a key at once, once, and nothing else, and notes that in the audit without the key', async () => {
    const { live, test } = workspace.keys
    const first = await revokeByCommand(live, '--reason', 'seen in a repository', '--by', 'robin')
    expect(first).toEqual({
      code: 0,
      output: expect.stringMatching(new RegExp(`^key key_\\w+ of ${workspace.id} is revoked$`)),
    })
    expect([await findApiKey(db, live), (await findApiKey(db, test))?.workspaceId]).toEqual([null, workspace.id])
    expect(await revoke(live, 'again')).toEqual({ done: true, line: expect.stringContaining(' was revoked ') })
    const audit = await listAudit(db, workspace.id)
    expect(audit).toMatchObject([{ action: 'key.revoked', actor: 'robin', reason: 'seen in a repository' }])
    expect(JSON.stringify(audit) + first.output).not.toContain(live)
  })

  it('ends a session', async () => {
    const { token } = await buildSession(db, workspace.id)
    expect(await revoke(token, 'a lost laptop')).toEqual({ done: true, line: expect.stringMatching(/^session sess_/) })
    expect(await findSession(db, token)).toBeNull()
  })

  it('refuses a key without a reason, and exits with 1', async () => {
    expect(await revokeByCommand(workspace.keys.test)).toEqual({ code: 1, output: expect.stringMatching(/State why/) })
    expect(await findApiKey(db, workspace.keys.test)).not.toBeNull()
  })

  it('refuses what is not a token', async () => {
    expect(await revoke('hello', 'x')).toEqual({ done: false, line: expect.stringMatching(/no key and no token/) })
  })
})

describe('npm run access -- link', () => {
  const link = (email: string, reason = 'called back'): ReturnType<typeof runAccess> =>
    runAccess(db, { ...BY_ROBIN, words: ['link', email], token: '', reason })

  it('makes a link for a new password, which the audit names by its id', async () => {
    await signUp(
      db,
      {
        email: 'ada@example.com',
        passwordHash: '$argon2id$none',
        workspace: 'Engines',
        credit: { live: 0n, test: 0n },
        awaitsConfirmation: true,
        userAgent: null,
      },
      async () => undefined,
    )
    const { line, done } = await link('Ada@Example.com')
    const [, token = ''] = /^https:\/\/api\.example\.com\/dashboard\/reset-password\?token=(\w+)$/.exec(line) ?? []
    const mail = await findOpenMail(db, 'reset_password', token)
    expect([done, mail?.email]).toEqual([true, 'ada@example.com'])
    const audit = await listAudit(db, mail?.workspaceId ?? '')
    expect(audit).toMatchObject([{ action: 'password.link', actor: 'robin', after: { mail: mail?.id } }])
    expect(JSON.stringify(audit)).not.toContain(token)
  })

  it('refuses an address without an account, and a link without a reason', async () => {
    expect((await link('no-account@example.com')).done).toBe(false)
    expect((await link('ada@example.com', '')).line).toMatch(/State why/)
  })
})
