import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type Browser, openBrowser } from '../../support/browser.ts'
import { linkInLog } from '../../support/mail-links.ts'
import { httpClient } from '../../support/http.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { signUpNewAgent } from '../http/agents/agent.ts'
import { BEHIND_PROXY } from '../http/auth/people.ts'
import { enter, type Person, signUpPerson } from './person.ts'
import { sendForm, sendServed } from './send-form.ts'

let service: TestService
let person: Person
let browser: Browser
beforeAll(async () => {
  service = await startTestService({ env: BEHIND_PROXY })
  person = await signUpPerson(service.url, 'Engines')
  browser = await enter(openBrowser(), service.url, person)
}, 120_000)
afterAll(() => service.stop())

const pageOf = (token: string): string => `${service.url}/dashboard/live/claim?token=${token}`

it('brings a visitor to the sign-in, and after it back to the page', async () => {
  const { claimUrl, token } = await signUpNewAgent(service)
  const visitor = openBrowser()
  const signIn = (await visitor.get(claimUrl)).headers.get('location') ?? ''
  const entered = await visitor.post(new URL(signIn, service.url).href, person.form)
  expect(entered.headers.get('location')).toBe(`/dashboard/claim?token=${token}`)
  expect((await visitor.get(claimUrl)).headers.get('location')).toBe(`/dashboard/live/claim?token=${token}`)
})

it('states what is adopted, in whose words, and changes nothing by being opened', async () => {
  const agent = await signUpNewAgent(service, { name: 'Bank <b>of</b> Trust' })
  await agent.client.post('/v1/run', {
    capability: 'contact.find',
    input: { full_name: 'Robin Sample', domain: 'example.com' },
  })
  for (let time = 0; time < 3; time += 1) {
    const { status, text } = await browser.get(pageOf(agent.token))
    expect(status).toBe(200)
    expect(text).toContain('Bank &lt;b&gt;of&lt;/b&gt; Trust')
    expect(text).toContain('which the service has not checked')
    expect(text).toMatch(/Sandbox runs<\/dt>\s*<dd>1</)
  }
  expect((await agent.client.get('/v1/agents/me')).at('status')).toBe('quarantined')
})

it('adopts the workspace with a budget, leads there, and does so once', async () => {
  const agent = await signUpNewAgent(service)
  const without = await sendForm(browser, pageOf(agent.token), { form: 'claim' })
  expect([without.status, /id="claim-amount"[^>]*aria-invalid/.test(without.text)]).toEqual([400, true])
  const adopted = await sendForm(browser, pageOf(agent.token), {
    form: 'claim',
    changed: { amount: '12.50', period: 'week' },
  })
  expect(adopted.text).toContain('$12.50')
  expect(adopted.text).toContain('each week')
  const left = openBrowser()
  await enter(left, service.url, person)
  const moved = await sendServed(left, `${service.url}/dashboard/switch-workspace`, {
    page: adopted.text,
    form: 'switch',
  })
  expect(moved.status).toBe(303)
  const settings = await left.get(`${service.url}/dashboard/live/settings`)
  expect(settings.text).toContain('An agent made this workspace and named it')
  expect(settings.text).toContain(person.email)
  expect((await browser.get(pageOf(agent.token))).status).toBe(400)
})

it('is for the person whose address the agent named, once they have confirmed it', async () => {
  const owner = await signUpPerson(service.url, 'Owners')
  const verification = linkInLog(service.logLines, 'verify_email')
  const { token } = await signUpNewAgent(service, { owner_email: owner.email })
  const outsider = await browser.get(pageOf(token))
  expect(outsider.text).toContain('Sign in with that address')
  expect(outsider.text).not.toContain('form-claim')
  expect(outsider.text).not.toContain(owner.email)
  const own = await enter(openBrowser(), service.url, owner)
  expect((await own.get(pageOf(token))).text).toContain('Confirm it on the page')
  await httpClient(service.url).post('/v1/auth/verification/complete', { token: verification })
  expect((await own.get(pageOf(token))).text).toContain('form-claim')
})
