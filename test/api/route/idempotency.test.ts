import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import Type from 'typebox'
import { withIdempotency } from '../../../api/route/idempotency.ts'
import type { KeyLimits } from '../../../domain/access/key-limits.ts'
import type { Principal } from '../../../domain/access/principal.ts'
import { Problem } from '../../../api/errors/problem.ts'
import { closed } from '../../../api/schemas/common.ts'
import { createRequestQueues } from '../../../api/limits/request-queues.ts'
import type { Database } from '../../../db/database.ts'
import {
  claimAnswer,
  purgeAnswers,
  readAnswer,
  storeAnswer,
  takeOverAnswer,
} from '../../../db/delivery/idempotency/answers.ts'
import { testCipher } from '../../build/connection.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { openTestDatabase } from '../../db/build.ts'
import { createMeter } from '../../../telemetry/meter.ts'
import { tablesThatHold } from '../../support/plaintext.ts'

const schema = closed({ made: Type.Integer() })
const cipher = testCipher(1)
let db: Database
let close: () => Promise<void>
let principal: Principal
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())
let made: number
beforeEach(async () => {
  made = 0
  principal = {
    workspaceId: (await buildWorkspace(db)).id,
    environment: 'live',
    apiKeyId: null,
    kind: 'session',
    sessionId: 'sess_1',
    userId: 'usr_1',
    role: 'owner',
  }
})

interface KeyedRequest {
  readonly request?: readonly string[]
  readonly as?: Principal
  readonly work?: () => Promise<{ made: number }>
  readonly by?: typeof cipher
}

const REQUEST = ['make', 'canary-request']
const make = async () => ({ made: (made += 1) })
const call = (key: string | null, { request = REQUEST, as = principal, work = make, by = cipher }: KeyedRequest = {}) =>
  withIdempotency({ db, cipher: by }, { principal: as, key, request, schema }, work)
const first = (n: number) => ({ body: { made: n }, headers: {} })
const replayed = (n: number) => ({ body: { made: n }, headers: { 'Idempotent-Replay': 'true' } })

describe('a request with an idempotency key', () => {
  it('is executed once, and has the same answer afterwards', async () => {
    expect([await call('k'), await call('k'), await call('k')]).toEqual([first(1), replayed(1), replayed(1)])
    expect(made).toBe(1)
  })

  it('has the same bytes as the first time, members in their order', async () => {
    const ordered = closed({ checkout_url: Type.String(), topup_id: Type.String(), amount: Type.String() })
    const opened = { checkout_url: 'https://example.com/pay', topup_id: 't', amount: '20.00' }
    const twice = () =>
      withIdempotency({ db, cipher }, { principal, key: 'k', request: REQUEST, schema: ordered }, async () => opened)
    const [once, again] = [await twice(), await twice()]
    expect(JSON.stringify(again.body)).toBe(JSON.stringify(once.body))
    expect(JSON.stringify(again.body)).toBe(JSON.stringify(opened))
  })

  it('is executed each time without a key', async () => {
    expect([await call(null), await call(null)]).toEqual([first(1), first(2)])
  })

  it('is executed once however many arrive together: the others wait for its answer', async () => {
    const slow = async () => {
      await sleep(300)
      return make()
    }
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('k', { work: slow })))
    expect(answers.map(({ body }) => body)).toEqual(answers.map(() => ({ made: 1 })))
    expect(answers.filter(({ headers }) => 'Idempotent-Replay' in headers)).toHaveLength(9)
  })

  it('is executed once, too, while its repetitions could take every slot of their caller', async () => {
    const limits = { permits: 4, permitsOfCaller: 2, waitingMax: 100, waitingOfCallerMax: 100 }
    const shares = createRequestQueues(createMeter({ processMetrics: false }), { requests: limits })
    const caller = { key: principal.workspaceId, environment: principal.environment }
    // Its provider takes a moment, so its slot is free meanwhile.
    const work = async () => {
      await shares.away(() => sleep(300))
      return make()
    }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => shares.within('requests', caller, () => call('k', { work }))),
    )
    expect(answers.map(({ body }) => body)).toEqual(answers.map(() => ({ made: 1 })))
  })

  it.each([
    ['another operation', ['other', 'canary-request']],
    ['another content', ['make', 'other']],
    ['the same text split in another way', ['make"', '"canary-request']],
  ])('is refused when the key is taken by %s', async (_, request) => {
    await call('k')
    await expect(call('k', { request })).rejects.toMatchObject({ code: 'idempotency_mismatch', httpStatus: 422 })
    expect(made).toBe(1)
  })

  it('shares its key with no other workspace and no other environment', async () => {
    await call('k')
    const other = await buildWorkspace(db)
    expect(await call('k', { as: { ...principal, workspaceId: other.id } })).toEqual(first(2))
    expect(await call('k', { as: { ...principal, environment: 'test' } })).toEqual(first(3))
  })

  it('shares its key with no caller that has limits, which has its own', async () => {
    const { workspaceId, environment } = principal
    const key = (apiKeyId: string, limits: KeyLimits | null): Principal => {
      return { kind: 'key', workspaceId, environment, apiKeyId, limits, approver: false }
    }
    await call('k', { as: key('key_1', null) })
    expect(await call('k', { as: key('key_2', null) })).toEqual(replayed(1))
    expect(await call('k')).toEqual(replayed(1))
    const app = { kind: 'app', workspaceId, environment, apiKeyId: null, appId: 'app_1', scopes: ['write'] } as const
    for (const limited of [key('key_3', { capabilities: ['contact.verify'] }), app])
      await expect(call('k', { as: limited })).rejects.toMatchObject({ code: 'idempotency_mismatch' })
    expect([await call('own', { as: app }), await call('own', { as: app })]).toEqual([first(2), replayed(2)])
    await expect(call('own')).rejects.toMatchObject({ code: 'idempotency_mismatch' })
  })

  it('is answered by its transaction: after the commit, the answer survives the process', async () => {
    const key = 'k'
    const dies: Parameters<typeof withIdempotency<typeof schema>>[2] = async (saveResponse) => {
      const body = await make()
      await db.transaction({ name: 'test_store_response', effect: true }, (tx) => saveResponse(tx, body))
      throw new Error('dies after its commit')
    }
    await expect(withIdempotency({ db, cipher }, { principal, key, request: REQUEST, schema }, dies)).rejects.toThrow(
      'dies after its commit',
    )
    expect(await call(key)).toEqual(replayed(1))
  })

  it('has no stored answer after a rollback', async () => {
    const undone: Parameters<typeof withIdempotency<typeof schema>>[2] = async (saveResponse) => {
      const body = await make()
      return db.transaction({ name: 'test_store_response', effect: true }, async (tx) => {
        await saveResponse(tx, body)
        throw new Problem('invalid_request', 'No.')
      })
    }
    await expect(
      withIdempotency({ db, cipher }, { principal, key: 'k', request: REQUEST, schema }, undone),
    ).rejects.toMatchObject({ code: 'invalid_request' })
    expect(await call('k')).toEqual(first(2))
  })

  it('keeps no key when it is refused', async () => {
    const refused = () => Promise.reject(new Problem('invalid_request', 'No.'))
    await expect(call('k', { work: refused })).rejects.toMatchObject({ code: 'invalid_request' })
    expect(await call('k', { request: ['make', 'corrected'] })).toEqual(first(1))
  })

  it('is taken over from a process that died while it executed it', async () => {
    const { keyVersion: macVersion, mac: requestMac } = cipher.mac(JSON.stringify(REQUEST))
    await claimAnswer(db, { ...principal, key: 'k', token: randomUUID(), requestMac, macVersion, leaseMs: 300 })
    expect(await call('k')).toEqual(first(1))
    expect(await call('k')).toEqual(replayed(1))
  })

  it('is answered by the process that took it over, not by the one that lost it', async () => {
    const { keyVersion: macVersion, mac: requestMac } = cipher.mac(JSON.stringify(REQUEST))
    const lost = { ...principal, key: 'k', token: randomUUID(), requestMac, macVersion, leaseMs: 0 }
    const winner = { ...lost, token: randomUUID(), leaseMs: 60_000 }
    await claimAnswer(db, lost)
    expect(await takeOverAnswer(db, winner, lost.token)).toBe(true)
    expect([await storeAnswer(db, lost, '{"made":1}'), await storeAnswer(db, winner, '{"made":2}')]).toEqual([
      false,
      true,
    ])
    expect(await call('k')).toEqual(replayed(2))
  })

  it('is taken over by one process only', async () => {
    const { keyVersion: macVersion, mac: requestMac } = cipher.mac(JSON.stringify(REQUEST))
    await claimAnswer(db, { ...principal, key: 'k', token: randomUUID(), requestMac, macVersion, leaseMs: 1 })
    await Promise.all(Array.from({ length: 5 }, () => call('k')))
    expect(made).toBe(1)
  })
})

describe('a stored answer', () => {
  it('is kept for a day, and then the key is free for any request', async () => {
    await call('k')
    await db.pool.query(
      `update idempotent_answer set created_at = now() - interval '23 hours 59 minutes' where workspace_id = $1`,
      [principal.workspaceId],
    )
    expect(await call('k')).toEqual(replayed(1))
    await db.pool.query(
      `update idempotent_answer set created_at = now() - interval '24 hours 1 minute' where workspace_id = $1`,
      [principal.workspaceId],
    )
    expect(await call('k', { request: ['make', 'another'] })).toEqual(first(2))
  })

  it('is deleted after that', async () => {
    await call('old')
    await db.pool.query(
      `update idempotent_answer set created_at = now() - interval '25 hours' where workspace_id = $1`,
      [principal.workspaceId],
    )
    await call('new')
    await purgeAnswers(db)
    expect([
      await readAnswer(db, { ...principal, key: 'old' }),
      await readAnswer(db, { ...principal, key: 'new' }),
    ]).toEqual([null, expect.objectContaining({ answer: { made: 2 } })])
  })

  it('contains nothing of the request, not even a hash that guesses could be tried at', async () => {
    await call('k')
    expect(await tablesThatHold(db, 'canary-request')).toEqual([])
    const [one, other] = [testCipher(1).mac('text').mac, testCipher(2).mac('text').mac]
    expect(one.equals(other)).toBe(false)
  })

  it('with a secret is stored encrypted, for its own key only, and shows it again', async () => {
    const shows = closed({ secret: Type.String() })
    const show = (key: string, by = cipher) =>
      withIdempotency(
        { db, cipher: by },
        { principal, key, request: REQUEST, schema: shows, sealed: true },
        async () => ({ secret: 'canary-secret' }),
      )
    expect(
      [await show('k'), await show('k'), await show('k', testCipher(1, 2))].map(({ body }) => body.secret),
    ).toEqual(['canary-secret', 'canary-secret', 'canary-secret'])
    expect(await tablesThatHold(db, 'canary-secret')).toEqual([])
    await show('l')
    await db.pool.query(
      `update idempotent_answer l set answer = k.answer from idempotent_answer k where l.key = 'l' and k.key = 'k' and l.workspace_id = $1 and k.workspace_id = $1`,
      [principal.workspaceId],
    )
    await expect(show('l')).rejects.toThrow('does not open')
  })

  it('is found again after the encryption keys were rotated, while the old one is there', async () => {
    await call('k')
    expect(await call('k', { by: testCipher(1, 2) })).toEqual(replayed(1))
    await expect(call('k', { by: testCipher(2) })).rejects.toMatchObject({ code: 'idempotency_mismatch' })
  })
})
