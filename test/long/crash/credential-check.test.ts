import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openConnection } from '../../../db/access/connections/open.ts'
import { findConnectionId } from '../../../db/access/connections/queries.ts'
import { testCipher } from '../../build/connection.ts'
import { leftovers, type ServiceProcess, urlOf } from '../../support/child-process.ts'
import { at, type HttpAnswer, httpClient, type HttpClient } from '../../support/http.ts'
import { type LiveProviders, startLiveProviders } from '../../support/live-providers.ts'
import { tablesThatHold } from '../../support/plaintext.ts'
import { type MortalOptions, startMortal } from '../../support/mortal.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { workerEnv } from '../../support/worker-env.ts'

const CREDENTIAL = 'twin_hunter_canary-credential-52bd'

let providers: LiveProviders
let service: TestService
beforeAll(async () => {
  providers = await startLiveProviders(['hunter'])
  service = await startTestService({ providers: providers.settings, worker: false, shortTasks: true })
}, 300_000)
afterAll(async () => {
  await service.stop()
  await providers.close()
  expect(leftovers()).toEqual([])
})

const start = (script: MortalOptions['script']): Promise<ServiceProcess> =>
  startMortal({ script, env: workerEnv({ ...service, providers: providers.settings }) })
const live = (url: string): HttpClient => httpClient(url, service.workspace.keys.live)
const connect = (url: string): Promise<HttpAnswer> => live(url).post('/v1/connections/hunter', { api_key: CREDENTIAL })

const isAsked = (): Promise<number> =>
  until(
    async () => providers.calls('hunter').length,
    (calls) => calls === 1,
  )

describe('a worker that dies while a provider checks a key', () => {
  it('is followed by one that repeats the check; the key is stored, and no log has it', async () => {
    providers.set('hunter', 'hang', { times: 1 })
    const dying = await start('worker-child.ts')
    const answering = connect(service.url)
    await isAsked()
    dying.signal('SIGKILL')
    await dying.exited
    await service.startWorker()
    const answer = await answering
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { provider: 'hunter', status: 'active', last_verified_at: expect.any(String) },
    ])
    expect(providers.calls('hunter').map(({ account }) => account)).toEqual([CREDENTIAL, CREDENTIAL])
    expect(service.logLines.join('') + dying.output()).not.toContain(CREDENTIAL)
  }, 300_000)

  it("leaves the key in no column, and the worker's keys open it", async () => {
    expect(await tablesThatHold(service.db, CREDENTIAL)).toEqual([])
    const connectionId = (await findConnectionId(service.db, service.workspace.id, 'hunter')) ?? ''
    expect(
      await openConnection(
        { db: service.db, cipher: testCipher(1) },
        { connectionId, workspaceId: service.workspace.id },
      ),
    ).toMatchObject({ apiKey: CREDENTIAL })
  })
})

describe('an api that dies before it has stored the key', () => {
  it('has stored nothing: the earlier connection is unchanged', async () => {
    const before = (await live(service.url).get('/v1/connections')).body
    providers.calm()
    providers.set('hunter', 'slow', { ms: 2_000 })
    const dying = await start('api-child.ts')
    const answering = connect(urlOf(dying)).then(
      () => 'answered',
      () => 'cut off',
    )
    await isAsked()
    dying.signal('SIGKILL')
    expect(await answering).toBe('cut off')
    const { rows } = await service.db.pool.query('select status, generation from connection')
    expect([rows, at(before, 'items', '0', 'status')]).toEqual([[{ status: 'active', generation: 1 }], 'active'])
    expect(dying.output()).not.toContain(CREDENTIAL)
  })
})
