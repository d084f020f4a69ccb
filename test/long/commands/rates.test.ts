import { execFile } from 'node:child_process'
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { loadKnownProviders } from '../../../activities/providers/known-providers.ts'
import { type Database, openDatabase } from '../../../db/database.ts'
import { runRates } from '../../../ops/rates/command.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { childEnv } from '../../support/child-process.ts'
import { type TestDatabase, testDatabase } from '../../support/postgres.ts'

let database: TestDatabase
let db: Database
let workspace: string
beforeAll(async () => {
  database = await testDatabase()
  db = await openDatabase({ url: database.url, applicationName: 'test', poolMax: 2 })
  ;({ id: workspace } = await buildWorkspace(db))
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const SCRIPT = new URL('../../../ops/rates.ts', import.meta.url).pathname

/** As an operator types it. */
const rates = (...words: string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const env = childEnv({ DATABASE_URL: database.url })
    execFile(process.execPath, [SCRIPT, ...words], { env }, (error, stdout) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout.trim() }),
    )
  })

/** The same inside this process. */
const ratesHere = (words: readonly string[], reason: string) =>
  runRates({ db, known: loadKnownProviders({}) }, { words, reason, actor: 'robin' })

describe('npm run rates', () => {
  it('sets, lists and removes rates, and notes who did it', async () => {
    expect(await rates('set', workspace, 'contact.find@hunter', '0.02', '--reason', 'contract 7')).toMatchObject({
      code: 0,
      output: expect.stringContaining('contact.find@hunter costs 0.02. Runs'),
    })
    expect(await ratesHere(['set', workspace, 'contact.find@hunter', '90%'], 'renewed')).toMatchObject({
      done: true,
      lines: [expect.stringContaining('(before: 0.02)')],
    })
    const list = await ratesHere(['list', workspace], '')
    const [plan, rate, newest = '', oldest = ''] = list.lines
    expect([list.done, plan, rate]).toEqual([true, 'Pay per call: 0 % off list prices', 'contact.find@hunter  90%'])
    expect(newest).toMatch(/ {2}robin {2}rate\.set {2}.*renewed$/)
    expect(oldest).toContain(`  ${userInfo().username}  rate.set  null -> `)
    expect(await rates('remove', workspace, 'contact.find@hunter', '--reason', 'ended', '--by', 'kim')).toMatchObject({
      code: 0,
      output: expect.stringContaining('by the plan again'),
    })
    expect((await ratesHere(['list', workspace], '')).lines).toContainEqual(expect.stringContaining('  kim  '))
  }, 180_000)

  it('refuses what cannot be done, and exits with 1', async () => {
    expect(await rates('set', workspace, 'contact.find', '0.02')).toEqual({
      code: 1,
      output: expect.stringMatching(/State why/),
    })
  }, 120_000)

  it.each<[string, string[], RegExp]>([
    ['without a reason', ['set', 'WORKSPACE', 'contact.find', '0.02'], /State why/],
    ['with an empty reason', ['set', 'WORKSPACE', 'contact.find', '0.02', '--reason', ' '], /State why/],
    ['of an unknown workspace', ['set', 'nobody', 'contact.find', '0.02', '--reason', 'x'], /no single workspace/],
    ['of an unknown capability', ['set', 'WORKSPACE', 'contact.guess', '0.02', '--reason', 'x'], /no capability/],
    ['that is invalid', ['set', 'WORKSPACE', 'contact.find', 'free', '--reason', 'x'], /is not a rate/],
    ['without one', ['set', 'WORKSPACE', 'contact.find', '--reason', 'x'], /npm run rates -- set/],
    ['of nothing', [], /npm run rates -- set/],
  ])('refuses a rate %s', async (_, typed, sentence) => {
    const { positionals, values } = parseArgs({
      args: typed.map((word) => (word === 'WORKSPACE' ? workspace : word)),
      allowPositionals: true,
      options: { reason: { type: 'string' } },
    })
    const answer = await ratesHere(positionals, values.reason?.trim() ?? '')
    expect(answer).toEqual({ done: false, lines: [expect.stringMatching(sentence)] })
  })
})
