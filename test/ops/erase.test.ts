import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { listAudit } from '../../db/access/audit/entries.ts'
import { verifyLedger } from '../../db/money/wallets/verify.ts'
import { runErase } from '../../ops/erase/command.ts'
import { setTables } from '../build/features.ts'
import { buildPerson } from '../build/person.ts'
import { buildWorkspace, type TestWorkspace } from '../build/workspace.ts'
import { expectOk } from '../support/expect-ok.ts'
import { httpClient, type HttpClient } from '../support/http.ts'
import { tablesThatHold } from '../support/plaintext.ts'
import { findContact, runClient } from '../support/run-client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const CANARY = 'Canaria Birdsong'
const ADDRESS = 'canary-2d7f@canary.example.com'

let service: TestService
let workspace: TestWorkspace
let client: HttpClient
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  workspace = await buildWorkspace(service.db)
  client = httpClient(service.url, workspace.keys.test)
})

const erase = (words = `workspace ${workspace.id}`, reason = 'the contract has ended') =>
  runErase(service.db, { words: words.split(' '), reason, actor: 'robin' })
const actions = async () => (await listAudit(service.db, workspace.id)).map(({ action, after }) => [action, after])

describe('npm run erase', () => {
  it('leaves only billing of a workspace, and no access to it', async () => {
    const person = await buildPerson(service.db, workspace.id)
    await setTables(service.url, workspace.keys.test, true)
    await expectOk(client.post('/v1/tables/leads/rows', { rows: [{ email: ADDRESS, full_name: CANARY }] }))
    await expectOk(client.post('/v1/watch', { capability: 'web.search', input: { query: CANARY }, every: '1d' }))
    await expectOk(client.post('/v1/webhooks', { url: 'https://hooks.example.com/canary-2d7f' }))
    const runs = runClient(service.url, workspace.keys.test)
    const { body: run } = await runs.run(
      { capability: 'contact.verify', input: { email: ADDRESS } },
      { 'Idempotency-Key': `verify-${ADDRESS}` },
    )
    const { body: sent } = await runs.run({
      capability: 'email.send',
      input: { to: ADDRESS, subject: 'Hello', text: `Hello ${CANARY}` },
    })
    expect([run.status, sent.status]).toEqual(['succeeded', 'succeeded'])
    await expectOk(client.post('/v1/suppressions', { subjects: [ADDRESS] }))
    const other = await buildWorkspace(service.db)
    const neighbour = runClient(service.url, other.keys.test)
    const { body: kept } = await neighbour.run(findContact())

    expect(await erase()).toEqual({
      line: expect.stringMatching(new RegExp(`^${workspace.id} is erased: 1 watches, 2 runs, 1 rows`)),
      done: true,
    })
    for (const text of [CANARY, ADDRESS, 'canary-2d7f', person.email])
      expect([text, await tablesThatHold(service.db, text)]).toEqual([text, []])
    expect((await client.get('/v1/auth/me')).status).toBe(401)
    const signedIn = await httpClient(service.url).post('/v1/auth/signin', {
      email: person.email,
      password: person.password,
    })
    expect(signedIn.status).toBe(401)
    const { rows } = await service.db.pool.query('select status, charged from run where id = $1', [run.run_id])
    expect(rows).toEqual([{ status: 'succeeded', charged: expect.anything() }])
    expect((await verifyLedger(service.db)).drifts).toEqual([])
    expect((await neighbour.get(kept.run_id)).body).toEqual(kept)
    expect((await actions()).slice(0, 2)).toEqual([
      ['workspace.erase', expect.objectContaining({ runs: 2, rows: 1, users: 1 })],
      ['workspace.close', { closed: true }],
    ])
    // A second time finds nothing new, and closes nothing twice.
    expect((await erase()).done).toBe(true)
    expect((await actions()).filter(([action]) => action === 'workspace.close')).toHaveLength(1)
  })

  it('waits for a run under way, with the workspace closed', async () => {
    const runs = runClient(service.url, workspace.keys.test)
    const { body } = await runs.run(findContact('+slow-2', { wait_seconds: 0 }))
    const { line, done } = await erase()
    expect([line, done]).toEqual([expect.stringContaining(`${body.run_id} has not ended`), false])
    expect((await client.get('/v1/auth/me')).status).toBe(401)
    await until(
      () => erase(),
      (answer) => answer.done,
    )
  })

  it.each([
    ['workspace nowhere', 'why', 'There is no workspace nowhere.'],
    ['person ada', 'why', 'npm run erase -- workspace'],
    ['workspace', 'why', 'npm run erase -- workspace'],
  ])('refuses %s', async (words, reason, line) => {
    expect(await erase(words, reason)).toEqual({ line: expect.stringContaining(line), done: false })
  })

  it('wants a reason, and things at providers removed first', async () => {
    expect((await erase(undefined, '')).line).toContain('State why')
    await expectOk(client.post('/v1/email/inboxes', { username: `sales-${Date.now()}` }))
    expect(await erase()).toEqual({ line: expect.stringContaining('still has 1 inboxes'), done: false })
    expect((await client.get('/v1/auth/me')).status).toBe(200)
  })
})
