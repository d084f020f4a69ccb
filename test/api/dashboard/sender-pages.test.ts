import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Browser, openBrowser } from '../../support/browser.ts'
import { servedForm, servedText } from '../../support/html-form.ts'
import { type HttpClient, httpClient } from '../../support/http.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { confirmAddress } from '../../support/mail-links.ts'
import { enter, signUpPerson } from './person.ts'
import { inviteViewer, sendForm } from './send-form.ts'

let service: TestService
let api: HttpClient
let owner: Browser
let viewer: Browser
beforeAll(async () => {
  service = await startTestService()
  const person = await signUpPerson(service.url, 'Senders')
  await confirmAddress(service)
  api = httpClient(service.url, person.testKey)
  owner = await enter(openBrowser(), service.url, person)
  viewer = await inviteViewer(service, person)
})
afterAll(() => service.stop())

const pageUrl = (path: string): string => `${service.url}/dashboard/test${path}`
const textOf = async (path: string, browser = owner): Promise<string> => (await browser.get(pageUrl(path))).text
const itemsOf = async (path: string): Promise<Record<string, unknown>[]> => {
  const items = (await api.get(path)).at('items')
  return Array.isArray(items) ? items : []
}

describe('an inbox', () => {
  it('is created on the page, and an address that is taken is reported next to its field', async () => {
    expect(await textOf('/inboxes')).toContain('No inbox yet. Create one below')
    const filled = { form: 'create', changed: { username: 'sales', display_name: 'Sales' } }
    expect((await sendForm(owner, pageUrl('/inboxes'), filled)).status).toBe(303)
    expect(await textOf('/inboxes')).toContain('sales@agentmail.to')
    const again = await sendForm(owner, pageUrl('/inboxes'), filled)
    expect([again.status, servedText(again.text, 'create-username-fault')]).toEqual([409, 'This address is taken.'])
  })

  it('of an own domain needs the domain to be verified first', async () => {
    const added = await sendForm(owner, pageUrl('/inboxes'), { form: 'add', changed: { domain: 'mail.example.com' } })
    expect([added.status, added.headers.get('location')]).toEqual([
      303,
      '/dashboard/test/inboxes/domains/mail.example.com',
    ])
    expect(await textOf('/inboxes')).not.toContain('<option value="mail.example.com"')
    const domain = pageUrl('/inboxes/domains/mail.example.com')
    expect((await sendForm(owner, domain, { form: 'check' })).status).toBe(303)
    const filled = { form: 'create', changed: { username: 'ada', domain: 'mail.example.com' } }
    expect((await sendForm(owner, pageUrl('/inboxes'), filled)).status).toBe(303)
    expect((await itemsOf('/v1/email/inboxes')).map(({ address }) => address)).toContain('ada@mail.example.com')
  })
})

describe('a sender', () => {
  const path = '/senders/inbox_sandbox'
  const mail = (to: string) => ({
    capability: 'email.send',
    input: { inbox_id: 'inbox_sandbox', to, subject: 'Hello', text: 'Hello' },
  })

  it('shows its limits, which a person sets on its page, and what waits for it with the reason', async () => {
    expect(await textOf('/senders')).toContain('sandbox@inbox.example')
    const changed = {
      day: '1',
      timezone: 'Europe/Berlin',
      days: 'mon tue wed thu fri sat sun',
      from: '00:00',
      to: '24:00',
    }
    expect((await sendForm(owner, pageUrl(path), { form: 'limits-inbox_sandbox-email', changed })).status).toBe(303)
    expect((await api.get('/v1/senders/inbox_sandbox')).at('channels', '0')).toMatchObject({
      caps: { day: 1 },
      window: { timezone: 'Europe/Berlin', from: '00:00', to: '24:00' },
      spacing: null,
    })
    await api.post('/v1/run', mail('robin@example.com'))
    const waiting = await api.post('/v1/run', mail('sam@example.com'))
    const shown = await textOf(path)
    expect(shown).toContain('1 of 1')
    expect(shown).toContain(String(waiting.at('run_id')))
    expect(shown).toContain('day cap')
  })

  it('reports an unknown zone next to its field', async () => {
    const refused = await sendForm(owner, pageUrl(path), {
      form: 'limits-inbox_sandbox-email',
      changed: { timezone: 'Mars' },
    })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('must be an IANA zone')
  })

  it('has the default of its channel, which an owner sets', async () => {
    const filled = { form: 'policy', changed: { of: 'whatsapp', day: '25' } }
    expect((await sendForm(owner, pageUrl('/senders'), filled)).status).toBe(303)
    expect((await api.get('/v1/sending-policy')).body).toEqual({ channels: { whatsapp: { caps: { day: 25 } } } })
    expect(await textOf('/senders')).toMatch(/WhatsApp[\s\S]*25/)
    expect(await textOf('/senders', viewer)).not.toContain('Set the caps')
  })

  it('is paused and sends again by a button, which a viewer does not have', async () => {
    await sendForm(owner, pageUrl(path), { form: 'pause' })
    expect(await textOf(path)).toContain('Send again')
    expect(await textOf(path, viewer)).not.toContain('Send again')
    await sendForm(owner, pageUrl(path), { form: 'resume' })
    expect((await api.get('/v1/senders/inbox_sandbox')).at('paused')).toBe(false)
  })
})

describe('a domain', () => {
  const path = '/inboxes/domains/news.example.org'

  it('shows each record to publish as the API has it, and whether it is found', async () => {
    await sendForm(owner, pageUrl('/inboxes'), { form: 'add', changed: { domain: 'news.example.org' } })
    const pending = await textOf(path)
    expect(pending).toContain('Publish these records')
    const records = (await api.get('/v1/email/domains/news.example.org')).at('records')
    for (const record of [records].flat()) {
      expect(pending).toContain(`value="${Object(record).name}"`)
      expect(pending).toContain(`value="${Object(record).value}"`)
    }
    await sendForm(owner, pageUrl(path), { form: 'check' })
    expect(await textOf(path)).toMatch(/The domain is verified[\s\S]*3 of 3/)
  })

  it('is removed after a confirmation, and what is no domain is reported next to its field', async () => {
    expect(await textOf(`${path}/delete`)).toContain('are removed with it')
    expect((await sendForm(owner, pageUrl(`${path}/delete`), { form: 'delete' })).status).toBe(303)
    expect((await owner.get(pageUrl(path))).status).toBe(404)
    const refused = await sendForm(owner, pageUrl('/inboxes'), { form: 'add', changed: { domain: 'agentmail.to' } })
    expect([refused.status, servedText(refused.text, 'add-domain-fault')]).toEqual([
      400,
      'This domain belongs to a mail provider. Add a domain whose DNS you control.',
    ])
    expect(servedText(refused.text, 'create-domain-fault')).toBeNull()
  })
})

describe('a messaging account', () => {
  it.each(['linkedin', 'instagram', 'whatsapp', 'gmail'])(
    'of %s is connected by the link that its form leads to, and disconnected after a confirmation',
    async (network) => {
      const opened = await sendForm(owner, pageUrl('/messaging-accounts'), { form: `connect-${network}` })
      const link = /<a class="button" href="([^"]+)" target="_blank" rel="noopener">/.exec(opened.text)?.[1] ?? ''
      expect([opened.status, link]).toEqual([200, expect.stringContaining('/connect/')])
      expect((await fetch(link, { method: 'POST' })).status).toBe(200)
      const [account] = await itemsOf(`/v1/${network}/accounts`)
      const id = String(account?.['account_id'])
      expect(await textOf('/messaging-accounts')).toContain(id)
      const path = `/messaging-accounts/${network}/${id}/disconnect`
      expect((await sendForm(owner, pageUrl(path), { form: 'disconnect' })).status).toBe(303)
      expect(await itemsOf(`/v1/${network}/accounts`)).toEqual([])
      expect((await owner.get(pageUrl(path))).status).toBe(404)
    },
  )

  it('belongs to a network that exists', async () => {
    expect((await owner.get(pageUrl('/messaging-accounts/fax/acct_1/disconnect'))).status).toBe(404)
    const sent = await owner.post(pageUrl('/messaging-accounts'), [
      ['action', 'connect'],
      ['network', 'fax'],
    ])
    expect(sent.status).toBe(400)
  })
})

describe('a viewer', () => {
  it('sees the senders, and no form that changes them', async () => {
    for (const [path, forms] of [
      ['/inboxes', ['create', 'add']],
      ['/inboxes/domains/mail.example.com', ['check']],
      ['/messaging-accounts', ['connect-linkedin']],
    ] as const) {
      const page = await viewer.get(pageUrl(path))
      expect([path, page.status]).toEqual([path, 200])
      for (const form of forms) expect(servedForm(page.text, `form-${form}`)).toBeNull()
    }
  })

  it.each([
    ['/inboxes', 'action=create&username=eve&domain=agentmail.to'],
    ['/inboxes', 'action=add&domain=eve.example.com'],
    ['/inboxes/domains/mail.example.com', 'action=check'],
    ['/inboxes/domains/mail.example.com/delete', 'action=delete'],
    ['/messaging-accounts', 'action=connect&network=linkedin'],
  ])('is refused by the form of %s that it does not show: %s', async (path, form) => {
    expect((await viewer.post(pageUrl(path), [...new URLSearchParams(form)])).status).toBe(403)
    expect((await itemsOf('/v1/email/domains')).map(({ domain }) => domain)).toEqual(['mail.example.com'])
  })
})
