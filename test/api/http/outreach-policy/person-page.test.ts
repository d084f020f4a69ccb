import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { setTables } from '../../../build/features.ts'
import { buildSession } from '../../../build/session.ts'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { httpClient, type HttpClient } from '../../../support/http.ts'
import { personLinkOf, requestOnPage } from '../../../support/person-page.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { until } from '../../../support/until.ts'

const ROBIN = 'robin@example.com'
let service: TestService
let workspace: TestWorkspace
let agent: HttpClient
let owner: HttpClient
beforeAll(async () => {
  service = await startTestService({ sweepEveryMs: 500 })
})
afterAll(() => service.stop())
beforeEach(async () => {
  workspace = await buildWorkspace(service.db)
  agent = httpClient(service.url, workspace.keys.test)
  owner = httpClient(service.url, (await buildSession(service.db, workspace.id)).token)
  await owner.put('/v1/sender-profile', { legal_name: 'Example <GmbH>', contact: 'privacy@example.com' })
  await owner.put('/v1/outreach-policy', { notice_link: 'first_message' })
  await setTables(service.url, workspace.keys.test, true)
})

const inSandbox = { 'Service-Environment': 'test' }
const send = (more: object = {}, to = ROBIN) =>
  agent.post('/v1/run', {
    capability: 'email.send',
    input: { to, subject: 's', text: 't', ...more },
    response: { include_raw: true },
    routing: { allow_repeat: true },
  })
const addRow = (row: object) => agent.post('/v1/tables/leads/rows', { rows: [row] })
const textAt = async (link: string) => (await fetch(link)).text()
const suppressed = async () =>
  [(await agent.get('/v1/suppressions')).at('items')]
    .flat()
    .map((one) => Object(one).subject)
    .toSorted()
const eventsOf = async (types: string) => [(await agent.get(`/v1/events?types=${types}`)).at('items')].flat()
const requests = async () => [(await agent.get('/v1/erasures?status=requested')).at('items')].flat()
const decide = (id: unknown, verb: string, body?: object) =>
  owner.post(`/v1/erasures/${String(id)}/${verb}`, body, inSandbox)

describe('the link', () => {
  it('is in the first message to a person, and in no later one', async () => {
    const [first, second] = [personLinkOf(await send()), personLinkOf(await send())]
    expect([first.startsWith(`${service.url}/p/pers_`), second]).toEqual([true, ''])
    expect(personLinkOf(await send({ transactional: true }, 'ada@example.com'))).toBe('')
  })

  it('shows what is held, from where and since when, and changes nothing', async () => {
    await addRow({ email: ROBIN, full_name: 'Robin <b>', phone: '+12025550123' })
    await addRow({ email: 'ada@example.com', full_name: 'Ada Example' })
    await agent.post('/v1/run', { capability: 'contact.verify', input: { email: ROBIN } })
    const link = personLinkOf(await send())
    const page = await fetch(link)
    const html = await page.text()
    expect([page.status, page.headers.get('cache-control'), page.headers.get('x-robots-tag')]).toEqual([
      200,
      'no-store',
      'noindex',
    ])
    for (const shown of ['Example &lt;GmbH&gt;', 'Robin &lt;b&gt;', '+12025550123', '(contact.verify)', ': email'])
      expect(html).toContain(shown)
    expect(html).not.toMatch(/Ada Example|<b>/)
    expect([await suppressed(), await requests()]).toEqual([[], []])
    const forged = await fetch(`${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`)
    expect([forged.status, (await requestOnPage(link, 'other')).status]).toEqual([404, 400])
    expect([await suppressed(), await requests()]).toEqual([[], []])
  })

  it('still works when the row, the run and the keys are gone', async () => {
    await addRow({ email: ROBIN })
    const link = personLinkOf(await send())
    await agent.delete('/v1/tables/leads?confirm=true')
    const { status } = await owner.post('/v1/erasures', { subject: ROBIN, keep_suppression: false }, inSandbox)
    expect(status).toBe(200)
    await until(
      async () => textAt(link),
      (html) => html.includes('Nothing is held about you.'),
    )
    expect((await requestOnPage(link, 'objection')).status).toBe(200)
    expect(await suppressed()).toEqual([ROBIN])
  })
})

it('an objection suppresses each identity of the person at once, once, and no one else', async () => {
  await addRow({ email: ROBIN, linkedin_url: 'https://www.linkedin.com/in/robin-sample' })
  const sent = await send()
  const link = personLinkOf(sent)
  await requestOnPage(link, 'objection')
  expect(await (await requestOnPage(link, 'objection')).text()).toContain('You have objected.')
  expect(await suppressed()).toEqual(['in/robin-sample', ROBIN])
  expect(await eventsOf('person.objected')).toMatchObject([
    { data: { kind: 'email', recipient: ROBIN, run_id: sent.at('run_id') } },
  ])
  await agent.delete('/v1/tables/leads?confirm=true')
  const message = await agent.post('/v1/run', {
    capability: 'linkedin.message',
    input: { profile_url: 'https://www.linkedin.com/in/robin-sample', text: 't' },
  })
  expect([message.status, message.at('error', 'code')]).toEqual([403, 'suppressed'])
  expect((await send({}, 'ada@example.com')).status).toBe(200)
})

describe('a request to erase', () => {
  const requested = async () => {
    const link = personLinkOf(await send())
    await requestOnPage(link, 'erasure')
    const [request] = await requests()
    return { link, request, id: Object(request).erasure_id }
  }

  it('waits for an owner, once, and is reported', async () => {
    const { link, request, id } = await requested()
    expect(await (await requestOnPage(link, 'erasure')).text()).toContain('You requested an erasure on')
    expect(await requests()).toEqual([request])
    expect(request).toMatchObject({ status: 'requested', finished_at: null, request: { subject: ROBIN, note: null } })
    expect(await eventsOf('erasure.requested')).toMatchObject([
      { data: { erasure_id: id, reminder: null, url: expect.stringContaining(`/settings/erasures/${id}`) } },
    ])
    expect((await agent.post(`/v1/erasures/${id}/approve`)).status).toBe(403)
  })

  it('erases the person when it is approved', async () => {
    await addRow({ email: ROBIN })
    const { link, id } = await requested()
    const approved = await decide(id, 'approve')
    expect([approved.status, approved.at('status'), approved.at('request', 'subject')]).toEqual([200, 'erasing', null])
    await until(
      async () => (await agent.get(`/v1/erasures/${id}`)).at('status'),
      (status) => status === 'finished',
    )
    expect((await agent.get(`/v1/erasures/${id}`)).at('erased', 'rows')).toBe(1)
    expect(await textAt(link)).toMatch(/Nothing is held about you[^]*Your earlier request was fulfilled/)
    expect([(await decide(id, 'approve')).status, (await decide(id, 'reject')).status]).toEqual([200, 409])
  })

  it('is answered with the note when it is rejected, and may be made again', async () => {
    const { link, id } = await requested()
    const rejected = await decide(id, 'reject', { note: 'We keep <contracts>.' })
    expect([rejected.at('status'), rejected.at('request', 'note')]).toEqual(['rejected', 'We keep <contracts>.'])
    expect(await textAt(link)).toContain('We keep &lt;contracts&gt;.')
    expect([
      (await agent.get(`/v1/erasures?status=rejected`)).at('items', '0', 'erasure_id'),
      await requests(),
    ]).toEqual([id, []])
    await requestOnPage(link, 'erasure')
    expect(await requests()).toHaveLength(1)
    expect((await decide('era_01j9zq3v6n4k8w2x5y7a9b1c3d', 'reject')).status).toBe(404)
  })
})
