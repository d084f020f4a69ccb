import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { listFeedback } from '../../../db/catalog/feedback/reports.ts'
import { type Browser, openBrowser } from '../../support/browser.ts'
import { servedForm, servedText } from '../../support/html-form.ts'
import { httpClient } from '../../support/http.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { confirmAddress } from '../../support/mail-links.ts'
import { enter } from './person.ts'
import { inviteViewer, sendForm, sendServed } from './send-form.ts'
import { setStage, type Stage } from './stage.ts'

let service: TestService
let stage: Stage
let owner: Browser
let viewer: Browser
beforeAll(async () => {
  service = await startTestService({ sweepEveryMs: 300 })
  stage = await setStage(service)
  await confirmAddress(service)
  owner = await enter(openBrowser(), service.url, stage.person)
  viewer = await inviteViewer(service, stage.person)
})
afterAll(async () => {
  await stage.receiver.close()
  await service.stop()
})

const api = () => httpClient(service.url, stage.person.testKey)
const pageUrl = (path: string): string => `${service.url}/dashboard/test${path}`
const textOf = async (path: string, browser = owner): Promise<string> => (await browser.get(pageUrl(path))).text
const idIn = (location: string | null, prefix: string): string =>
  location?.match(new RegExp(`${prefix}_\\w+$`))?.[0] ?? ''

describe('the page of approvals', () => {
  it('lists what waits, with its reason and price, and sets the policy', async () => {
    const policy = [
      ['runs_above', '0.01'],
      ['sends', 'new_people'],
      ['raw_writes', 'true'],
      ['jobs_above', '1.00'],
      ['action', 'policy'],
    ] as const
    expect((await owner.post(pageUrl('/approvals'), policy)).status).toBe(303)
    const request = { capability: 'contact.find', input: { full_name: 'Ada Waiting', domain: 'example.com' } }
    const waiting = (await api().post('/v1/run', request)).at('run_id')
    const { capability } = request
    const job = { capability, input: request.input, rows: { items: [{ row: '1' }] }, ceiling: '2.00' }
    const waitingJob = (await api().post('/v1/jobs', job)).at('job_id')
    const page = (await owner.get(pageUrl('/approvals'))).text
    expect(page).toMatch(new RegExp(`/jobs/${String(waitingJob)}".*approval needed`, 's'))
    expect(page).toMatch(new RegExp(`${String(waiting)}.*it costs more than the approval policy lets pass`, 's'))
    expect(page).toContain('Ada Waiting')
    const wrong = await owner.post(pageUrl('/approvals'), [['runs_above', 'much'], ...policy.slice(1)])
    expect([wrong.status, wrong.text.includes('id="policy-runs_above-fault"')]).toEqual([400, true])
    expect((await api().post(`/v1/runs/${String(waiting)}/cancel`)).status).toBe(200)
    expect((await api().post(`/v1/jobs/${String(waitingJob)}/cancel`)).status).toBe(200)
    const lenient = { runs_above: '', jobs_above: '', sends: 'never', raw_writes: 'false' }
    await sendForm(owner, pageUrl('/approvals'), { form: 'policy', changed: lenient })
  })
})

describe('the page of routing', () => {
  it('sets the rules of one capability, keeps those of the others, and removes what is left empty', async () => {
    const policy = async () => (await api().get('/v1/routing-policy')).body
    const rules = { name: 'contact.find', order: 'findymail, hunter', only: '', ignore: 'apollo', data_region: 'eu' }
    await sendForm(owner, pageUrl('/routing'), { form: 'rules', changed: rules })
    await sendForm(owner, pageUrl('/routing'), { form: 'rules', changed: { name: 'default', ignore: 'prospeo' } })
    expect(await policy()).toEqual({
      version: expect.any(String),
      default: { ignore: ['prospeo'] },
      capabilities: {
        'contact.find': { order: ['findymail', 'hunter'], ignore: ['apollo'], require: { data_region: 'eu' } },
      },
    })
    expect(await textOf('/routing?for=contact.find')).toMatch(/value="findymail, hunter".*value="apollo"/s)
    expect(await textOf('/routing', viewer)).toContain('findymail, hunter')
    expect((await textOf('/routing', viewer)).includes('id="form-rules"')).toBe(false)
    const wrong = await owner.post(pageUrl('/routing'), [
      ['name', 'default'],
      ['only', 'huntr'],
      ['action', 'rules'],
    ])
    expect([wrong.status, wrong.text.includes('names no provider')]).toEqual([400, true])
    const empty = { order: '', only: '', ignore: '', data_region: '' }
    for (const name of ['contact.find', 'default'])
      await sendForm(owner, pageUrl('/routing'), { form: 'rules', changed: { name, ...empty } })
    expect(await policy()).toEqual({ version: expect.any(String), default: {}, capabilities: {} })
  })

  it('shows a person what another one has changed meanwhile, and replaces it only after that', async () => {
    const policy = async () => (await api().get('/v1/routing-policy')).body
    const opened = await textOf('/routing')
    const first = { form: 'rules', changed: { name: 'web.search', ignore: 'brave' } }
    expect((await sendForm(owner, pageUrl('/routing'), first)).status).toBe(303)
    const late = { form: 'rules', changed: { name: 'web.search', only: 'tavily' } }
    const refused = await sendServed(owner, pageUrl('/routing'), { page: opened, ...late })
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('has changed since it was read')])
    expect(refused.text).toContain('Save again to replace')
    expect(refused.text).toMatch(/<td[^>]*>brave/)
    expect(new Map(servedForm(refused.text, 'form-rules')).get('only')).toBe('tavily')
    expect(await policy()).toMatchObject({ capabilities: { 'web.search': { ignore: ['brave'] } } })
    const again = await sendServed(owner, pageUrl('/routing'), { page: refused.text, form: 'rules' })
    expect([again.status, await policy()]).toMatchObject([
      303,
      { capabilities: { 'web.search': { only: ['tavily'] } } },
    ])
  })
})

describe('a run that waits for an approval', () => {
  it('is decided on its page, with a note, by a person who may start runs', async () => {
    const request = { capability: 'contact.find', input: { full_name: 'Ada Waiting', domain: 'example.com' } }
    const waiting = String((await api().post('/v1/run', { ...request, approval: 'required' })).at('run_id'))
    const path = pageUrl(`/runs/${waiting}`)
    const shown = await textOf(`/runs/${waiting}`)
    expect(shown).toContain('This run waits for an approval: its request requires it.')
    expect(shown).toContain('value="approve">Approve this run</button>')
    const unseen = await textOf(`/runs/${waiting}`, viewer)
    expect([unseen.includes('waits for an approval'), unseen.includes('Approve this run')]).toEqual([true, false])
    expect((await viewer.post(path, [['action', 'approve']])).status).toBe(403)
    const rejected = await owner.post(path, [
      ['action', 'reject'],
      ['note', 'Not today.'],
    ])
    expect([rejected.status, rejected.headers.get('location')]).toEqual([303, `/dashboard/test/runs/${waiting}`])
    const ended = await textOf(`/runs/${waiting}`)
    expect(ended).toContain('Not today.')
    expect(ended).not.toContain('Approve this run')
    const late = await owner.post(path, [['action', 'approve']])
    expect([late.status, late.text]).toEqual([409, expect.stringContaining('does not wait for an approval')])
  })

  it('continues from its page, once a person has approved it there', async () => {
    const request = { capability: 'contact.find', input: { full_name: 'Ada Approved', domain: 'example.com' } }
    const waiting = String((await api().post('/v1/run', { ...request, approval: 'required' })).at('run_id'))
    const changed = { note: 'Fine.' }
    const approved = await sendForm(owner, pageUrl(`/runs/${waiting}`), { form: 'approve', changed })
    expect([approved.status, approved.headers.get('location')]).toEqual([303, `/dashboard/test/runs/${waiting}`])
    expect((await api().get(`/v1/runs/${waiting}?wait=30`)).at('status')).toBe('succeeded')
  })
})

describe('an erasure', () => {
  const path = '/settings/erasures/new'

  it('happens after a confirmation that names the person, and its receipt does not', async () => {
    await api().post('/v1/tables/leads/rows', { rows: [{ email: 'erin@example.com', full_name: 'Erin' }] })
    const filled = { form: 'erase', changed: { subject: 'Erin@Example.com', reference: 'ticket-7' } }
    const question = await sendForm(owner, pageUrl(path), filled)
    expect([question.status, question.text]).toEqual([
      200,
      expect.stringContaining('<strong>erin@example.com</strong>'),
    ])
    expect(question.text).toContain('It cannot be undone')
    expect((await api().get('/v1/erasures?limit=200')).text).not.toContain('ticket-7')

    const done = await sendServed(owner, pageUrl(path), { page: question.text, form: 'erase' })
    const id = idIn(done.headers.get('location'), 'era')
    expect([done.status, id]).toEqual([303, expect.stringMatching(/^era_/)])
    const receipt = await until(
      () => textOf(`/settings/erasures/${id}`),
      (page) => page.includes('Receipt of an erasure'),
    )
    expect(receipt).toMatch(/<dt>rows<\/dt><dd>1<\/dd>/)
    expect(receipt).not.toContain('erin@example.com')
    expect(await textOf('/settings/erasures')).toMatch(/ticket-7[\s\S]*rows: 1/)
    // The same confirmation again is the same erasure.
    const again = await sendServed(owner, pageUrl(path), { page: question.text, form: 'erase' })
    expect(idIn(again.headers.get('location'), 'era')).toBe(id)
  })

  it('of what names no person is refused next to its field, before anything is confirmed', async () => {
    const refused = await sendForm(owner, pageUrl(path), { form: 'erase', changed: { subject: 'example.com' } })
    expect([refused.status, servedText(refused.text, 'erase-subject-fault')]).toEqual([
      400,
      expect.stringContaining('names no person'),
    ])
  })

  it('is requested by owners only', async () => {
    const erasures = async () => (await api().get('/v1/erasures?limit=200')).at('items')
    const before = await erasures()
    const body = 'action=erase&confirmed=yes&subject=ada@example.com&once=viewer'
    expect((await viewer.post(pageUrl(path), [...new URLSearchParams(body)])).status).toBe(403)
    expect(await erasures()).toEqual(before)
  })
})

describe('a watch', () => {
  it('is created by the form of its capability, with its schedule and the most that a run may cost', async () => {
    const choice = await textOf('/watches/new')
    expect(choice).toContain('<option value="person.search"')
    expect(choice).not.toContain('<option value="email.send"')
    const form = {
      form: 'watch',
      changed: { every: '7d', webhook: 'no', 'input.titles': 'CTO\nCEO', 'routing.max_cost': '0.50' },
    }
    const made = await sendForm(owner, pageUrl('/watches/new?capability=person.search'), form)
    const watch = await api().get(`/v1/watch/${idIn(made.headers.get('location'), 'watch')}`)
    expect([made.status, watch.body]).toMatchObject([
      303,
      {
        capability: 'person.search',
        every: '7d',
        webhook: false,
        input: { titles: ['CTO', 'CEO'] },
        routing: { max_cost: '0.50' },
      },
    ])
  })

  it('begins with the request of a run, of a capability or an endpoint, and never with a send', async () => {
    const link = /href="\/dashboard\/test([^"]+)">Watch this</.exec(await textOf(`/runs/${stage.ids.run}`))?.[1] ?? ''
    const served = new Map(servedForm(await textOf(link.replaceAll('&amp;', '&')), 'form-watch'))
    expect(served.get('input.full_name')).toBe('Ada +fallback')
    const endpoint = new URLSearchParams({ provider: 'sec', endpoint: 'GET /submissions/CIK{cik}.json' }).toString()
    expect(await textOf(`/catalog/endpoint?${endpoint}`)).toContain('>Watch this</a>')
    const changed = { 'path.cik': '0000320193' }
    const made = await sendForm(owner, pageUrl(`/watches/new?${endpoint}`), { form: 'watch', changed })
    expect(made.headers.get('location')).toMatch(/watches\/watch_/)
    expect(await textOf('/catalog/capabilities/email.send')).not.toContain('>Watch this</a>')
    const send = await sendForm(owner, pageUrl('/watches/new?capability=email.send'), { form: 'watch' })
    expect([send.status, send.text]).toEqual([400, expect.stringContaining('must not be a send')])
  })

  it('that is refused shows the reason next to the field, and keeps what was entered', async () => {
    const form = { form: 'watch', changed: { 'input.titles': 'CTO', into: 'nowhere' } }
    const refused = await sendForm(owner, pageUrl('/watches/new?capability=person.search'), form)
    expect([refused.status, servedText(refused.text, 'watch-into-fault')]).toEqual([400, expect.stringMatching(/\w/)])
    expect(new Map(servedForm(refused.text, 'form-watch')).get('input.titles')).toBe('CTO')
    expect((await owner.get(pageUrl('/watches/new?capability=nothing.here'))).status).toBe(404)
  })

  it('is not created by a viewer', async () => {
    const path = '/watches/new?capability=person.search'
    expect(servedForm(await textOf(path, viewer), 'form-watch')).toBeNull()
    for (const page of [path, '/watches', `/runs/${stage.ids.run}`, '/catalog/capabilities/person.search'])
      expect(await textOf(page, viewer)).not.toMatch(/>(New watch|Watch this)<\/a>/)
    const form = [...new URLSearchParams('action=watch&input.titles=CTO&every=1d&once=viewer')]
    expect((await viewer.post(pageUrl(path), form)).status).toBe(403)
  })
})

describe('feedback', () => {
  it('about a run is sent from its page by everyone who may read it, and leads back', async () => {
    const link = /href="\/dashboard\/test(\/feedback[^"]+)"/.exec(await textOf(`/runs/${stage.ids.run}`, viewer))?.[1]
    const filled = { form: 'send', changed: { goal: 'Find an email', message: 'It is of another person.' } }
    const sent = await sendForm(viewer, pageUrl(link ?? ''), filled)
    expect([sent.status, sent.text]).toEqual([200, expect.stringMatching(/stored as <code>fb_\w+<\/code>/)])
    expect(sent.text).toContain(`href="/dashboard/test/runs/${stage.ids.run}"`)
    const [newest] = await listFeedback(service.db, { since: new Date(0), type: null, limit: 1 })
    expect(newest?.report).toMatchObject({
      request_id: stage.ids.run,
      endpoint: 'contact.find',
      type: 'unexpected_response',
    })
  })

  it('without a problem is refused next to the field', async () => {
    const refused = await sendForm(owner, pageUrl('/feedback'), { form: 'send', changed: { goal: 'Find an email' } })
    expect([refused.status, servedText(refused.text, 'send-message-fault')]).toEqual([
      400,
      expect.stringContaining('The problem must'),
    ])
  })
})

describe('the billing portal', () => {
  it('is opened from the plan by an owner, and by no viewer', async () => {
    const opened = await sendForm(owner, pageUrl('/plan'), { form: 'portal' })
    const [, link = ''] = /<a class="button" href="([^"]+)">Continue to the billing portal/.exec(opened.text) ?? []
    expect(await (await fetch(link)).text()).toContain('Simulated billing portal')
    expect(servedForm(await textOf('/plan', viewer), 'form-portal')).toBeNull()
    expect((await viewer.post(pageUrl('/plan'), [['action', 'portal']])).status).toBe(403)
  })
})

describe('the delivery of a webhook', () => {
  it('shows the request as the endpoint has received it, next to the response to each attempt', async () => {
    const { webhook, delivery } = stage.ids
    const page = await textOf(`/webhooks/${webhook}/deliveries/${delivery}`)
    const received = stage.receiver.received.find(({ headers }) => headers['service-delivery-id'] === delivery)
    expect(JSON.parse(servedText(page, 'json-body-of-the-request') ?? 'null')).toEqual(JSON.parse(received?.body ?? ''))
    const shown = servedText(page, 'request-headers') ?? ''
    for (const name of ['service-event-id', 'service-event-type', 'service-delivery-id', 'user-agent', 'content-type'])
      expect(shown.toLowerCase()).toContain(`${name}: ${String(received?.headers[name]).toLowerCase()}`)
    expect(shown).toContain('Service-Signature: t=…,v1=…')
    expect(servedText(page, 'attempt-1')).toContain('HTTP 500')
    for (const about of [page, await textOf(`/webhooks/${webhook}`)])
      expect(servedText(about, 'verified-by')).toMatch(/signed with its own secret.*Callbacks of runs and jobs/s)
  })

  it('leads to its event on the stream', async () => {
    const page = await textOf(`/webhooks/${stage.ids.webhook}/deliveries/${stage.ids.delivery}`)
    const [, link = '', id = ''] = /href="\/dashboard\/test(\/events[^"#]+)#(evt_\w+)"/.exec(page) ?? []
    expect(await textOf(link.replaceAll('&amp;', '&'))).toContain(`<details id="${id}">`)
  })
})

describe('callbacks', () => {
  it('are listed with their attempts, and the secret can be read and rotated', async () => {
    const url = `${stage.receiver.url}/callback`
    const request = { capability: 'contact.find', input: { full_name: 'Ada Called', domain: 'example.com' } }
    await api().post('/v1/run', { ...request, callback_url: url })
    await until(
      () => api().get('/v1/callbacks'),
      (answer) => answer.at('deliveries', '0', 'attempts', '0') !== undefined,
    )
    const page = await textOf('/webhooks/callbacks')
    expect(page).toContain(url)
    const [, link = ''] =
      /href="\/dashboard\/test(\/webhooks\/callbacks\/deliveries\/\w+)">run\.finished/.exec(page) ?? []
    const delivery = await textOf(link)
    expect(servedText(delivery, 'request-headers')).toContain(`POST ${url}`)
    for (const shown of [page, delivery]) expect(servedText(shown, 'verified-by')).toContain('the secret of callbacks')
    const secretIn = ({ text }: { text: string }): string => /value="(whsec_[^"]+)"/.exec(text)?.[1] ?? ''
    const shown = secretIn(await sendForm(owner, pageUrl('/webhooks/callbacks'), { form: 'secret' }))
    const rotated = secretIn(await sendForm(owner, pageUrl('/webhooks/callbacks/rotate'), { form: 'rotate' }))
    const now = secretIn(await sendForm(owner, pageUrl('/webhooks/callbacks'), { form: 'secret' }))
    expect([shown === rotated, rotated === now, rotated.length > 20]).toEqual([false, true, true])
  })
})
