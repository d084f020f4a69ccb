import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { QUOTAS } from '../../../../domain/plans/quotas.ts'
import { httpClient } from '../../../support/http.ts'
import { linkInLog } from '../../../support/mail-links.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { BEHIND_PROXY, signUpNewPerson } from '../auth/people.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ worker: false, env: BEHIND_PROXY })
}, 120_000)
afterAll(() => service.stop())

const refusal = (about: string): object => ({
  status: 409,
  body: { error: { code: 'limit_reached', message: expect.stringContaining(about) } },
})
const confirm = (): Promise<unknown> =>
  httpClient(service.url).post('/v1/auth/verification/complete', {
    token: linkInLog(service.logLines, 'verify_email'),
  })

it('a workspace in quarantine keeps few suppressions, and the list may be sent again', async () => {
  const { client } = await signUpNewPerson(service)
  expect(await client.post('/v1/features', { tables: true })).toMatchObject({ status: 200 })
  const most = QUOTAS.quarantine.suppressions
  const named = (from: number) => Array.from({ length: 1_000 }, (_, n) => `p${from + n}@example.com`)
  const add = (from: number) => client.post('/v1/suppressions', { subjects: named(from) })
  for (let from = 0; from < most; from += 1_000) expect((await add(from)).at('added')).toBe(1_000)
  expect(await add(most)).toMatchObject(refusal(`keeps ${most} suppressions, and this would add 1000`))
  expect((await add(0)).body).toMatchObject({ added: 0, unchanged: 1_000 })
  await confirm()
  expect((await add(most)).at('added')).toBe(1_000)
})

it('a workspace in quarantine has few erasures under way', async () => {
  const { client } = await signUpNewPerson(service)
  const most = QUOTAS.quarantine.open_erasures
  const erase = (n: number) => client.post('/v1/erasures', { subject: `p${n}@example.com` })
  for (let n = 0; n < most; n += 1) expect((await erase(n)).status).toBe(200)
  expect(await erase(most)).toMatchObject(refusal(`keeps ${most} erasures that have not ended`))
  await confirm()
  expect((await erase(most)).status).toBe(200)
})
