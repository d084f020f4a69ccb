import { expect } from '@jest/globals'
import { type Browser, openBrowser } from '../../support/browser.ts'
import { servedForm } from '../../support/html-form.ts'
import { type HttpAnswer, httpClient } from '../../support/http.ts'
import { linkInLog } from '../../support/mail-links.ts'
import type { SharedService } from '../../support/service.ts'
import type { Person } from './person.ts'

export interface FormToSend {
  /** Its id without `form-`. */
  readonly form: string
  readonly changed?: Readonly<Record<string, string>>
}

/** Sends a form of a page as it was served, with some values changed. */
export async function sendForm(browser: Browser, url: string, { form, changed = {} }: FormToSend): Promise<HttpAnswer> {
  return sendServed(browser, url, { page: (await browser.get(url)).text, form, changed })
}

/** The same for a page that was shown as the answer to another form. */
export async function sendServed(
  browser: Browser,
  url: string,
  { page, form, changed = {} }: FormToSend & { readonly page: string },
): Promise<HttpAnswer> {
  const served = servedForm(page, `form-${form}`)
  if (served === null) throw new Error(`${url} has no form ${form}`)
  return browser.post(
    url,
    served.map(([name, value]) => [name, changed[name] ?? value]),
  )
}

/** A person who may only look at the workspace of another, whose address must be confirmed: only such people invite. */
export async function inviteViewer(service: SharedService, owner: Person): Promise<Browser> {
  const email = `${crypto.randomUUID()}@example.com`
  expect((await httpClient(service.url, owner.token).post('/v1/members', { email, role: 'viewer' })).status).toBe(200)
  const link = `${service.url}/dashboard/invitation?token=${linkInLog(service.logLines, 'invitation')}`
  const browser = openBrowser()
  const joined = await sendForm(browser, link, { form: 'join', changed: { password: 'a phrase of ordinary words' } })
  expect(joined.status).toBe(303)
  return browser
}
