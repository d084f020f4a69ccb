import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Role } from '../../../domain/access/roles.ts'
import { type Browser, openBrowser } from '../../support/browser.ts'
import { servedForm } from '../../support/html-form.ts'
import { httpClient } from '../../support/http.ts'
import { linkInLog } from '../../support/mail-links.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { enter, type Person } from './person.ts'
import { sendForm } from './send-form.ts'
import { PLACES, setStage, type Stage } from './stage.ts'

const PASSWORD = 'a longer phrase of ordinary words'

let service: TestService
let stage: Stage
let owner: Browser
beforeAll(async () => {
  service = await startTestService()
  stage = await setStage(service)
  const confirming = { token: linkInLog(service.logLines, 'verify_email') }
  await httpClient(service.url).post('/v1/auth/verification/complete', confirming)
  owner = await enter(openBrowser(), service.url, stage.person)
})
afterAll(async () => {
  await stage.receiver.close()
  await service.stop()
})

const pageUrl = (path: string): string => `${service.url}/dashboard${path}`
/** Invites a person on the page, who joins by the link, with a new password or their own. */
async function invite(email: string, role: Role, password = PASSWORD): Promise<Browser> {
  const invited = await sendForm(owner, pageUrl('/test/members'), { form: 'invite', changed: { email, role } })
  expect(invited.status).toBe(303)
  const link = pageUrl(`/invitation?token=${linkInLog(service.logLines, 'invitation')}`)
  const browser = openBrowser()
  const page = await browser.get(link)
  expect(page.text).toContain(`invites <strong>${email}</strong> to the workspace`)
  expect((await sendForm(browser, link, { form: 'join', changed: { password } })).status).toBe(303)
  return browser
}

describe('the members of a workspace', () => {
  it('are invited by an owner, join by a link, and are shown with their role', async () => {
    const viewer = await invite('grace@example.com', 'viewer')
    const page = await viewer.get(pageUrl('/test/members'))
    expect(page.text).toContain('grace@example.com')
    expect(page.text).toContain('You may look at this workspace, and change nothing in it.')
    expect(servedForm(page.text, 'form-invite')).toBeNull()
    expect((await owner.get(pageUrl('/test/members'))).text).toContain('No invitation is open.')
  })

  it('get another role, and leave after a confirmation', async () => {
    const member = await invite('kim@example.com', 'viewer')
    const session = httpClient(service.url, stage.person.token)
    const people = (await session.get('/v1/members')).at('items')
    const [{ id } = { id: '' }] = Array.isArray(people) ? people.filter(({ email }) => email === 'kim@example.com') : []
    const members = pageUrl('/test/members')
    expect((await sendForm(owner, members, { form: `role-${id}`, changed: { role: 'member' } })).status).toBe(303)
    expect((await member.get(members)).text).not.toContain('You may look at this workspace')
    expect((await sendForm(owner, pageUrl(`/test/members/${id}/remove`), { form: 'remove' })).status).toBe(303)
    expect((await member.get(members)).status).toBe(303)
  })

  it('may have a workspace of their own, and switch between them on the account page', async () => {
    const other = await httpClient(service.url).post('/v1/auth/signup', {
      email: 'robin@example.com',
      password: PASSWORD,
      workspace: 'Own <Engines>',
    })
    const browser = await invite('robin@example.com', 'viewer')
    const account = await browser.get(pageUrl('/test/account'))
    expect(account.text).toContain('Own &lt;Engines&gt;')
    const form = servedForm(account.text, `form-switch-${String(other.at('workspace', 'id'))}`)
    expect((await browser.post(pageUrl('/switch-workspace'), form ?? [])).status).toBe(303)
    expect((await browser.get(pageUrl('/test/members'))).text).toContain('Send an invitation')
  })

  it('leave by themselves after a confirmation, and the last owner stays', async () => {
    const leave = pageUrl(`/test/account/workspaces/${stage.person.workspaceId}/leave`)
    for (const role of ['viewer', 'member', 'owner'] as const) {
      const browser = await invite(`leaver.${role}@example.com`, role)
      expect((await browser.get(pageUrl('/test/account'))).text).toContain(`href="${new URL(leave).pathname}"`)
      const left = await sendForm(browser, leave, { form: 'leave' })
      expect([left.status, left.headers.get('location')]).toEqual([303, '/dashboard/sign-in'])
      expect((await browser.get(pageUrl('/test/account'))).status).toBe(303)
    }
    const refused = await sendForm(owner, leave, { form: 'leave' })
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('You are the last owner')])
    expect((await owner.get(pageUrl('/test/members'))).text).not.toContain('leaver.')
    expect((await owner.get(pageUrl('/test/account/workspaces/ws_none/leave'))).status).toBe(404)
  })

  it('cannot join by a link that was withdrawn', async () => {
    await sendForm(owner, pageUrl('/test/members'), {
      form: 'invite',
      changed: { email: 'lee@example.com', role: 'member' },
    })
    const token = linkInLog(service.logLines, 'invitation')
    const session = httpClient(service.url, stage.person.token)
    const id = String((await session.get('/v1/members')).at('invitations', '0', 'id'))
    expect((await sendForm(owner, pageUrl('/test/members'), { form: `withdraw-${id}` })).status).toBe(303)
    const page = await openBrowser().get(pageUrl(`/invitation?token=${token}`))
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('does not work any more')])
  })
})

/** As a browser downloads it, with the style sheet and the script. */
const PAGE_BYTES_MAX = 60 * 1_024

describe('every page', () => {
  it('weighs at most 60 KB as a browser downloads it', async () => {
    const home = (await owner.get(pageUrl('/test'))).text
    const files = [...home.matchAll(/(?:href|src)="(\/dashboard\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
    const sizeOf = (text: string): number => gzipSync(text).length
    const shared = await Promise.all(files.map(async (path) => sizeOf((await owner.get(`${service.url}${path}`)).text)))
    const heavy: string[] = []
    for (const [pattern, { path }] of Object.entries(PLACES)) {
      const { text } = await owner.get(pageUrl(`/test${path(stage.ids)}`))
      const bytes = sizeOf(text) + shared.reduce((sum, one) => sum + one, 0)
      if (bytes > PAGE_BYTES_MAX) heavy.push(`${pattern}: ${bytes}`)
    }
    expect(heavy).toEqual([])
  })
})

/** What a person who is no owner may not see; every other page of the navigation is theirs to read. */
const FOR_OWNERS = [/^\/keys/, /^\/webhooks/, /^\/settings/]

describe.each<Role>(['member', 'viewer'])('a %s', (role) => {
  it('reads every page but those of owners, which their navigation does not name', async () => {
    const browser = await invite(`${role}@example.org`, role)
    const navigation = (await browser.get(pageUrl('/test'))).text
    const wrong: string[] = []
    for (const [pattern, { path }] of Object.entries(PLACES)) {
      const { status } = await browser.get(pageUrl(`/test${path(stage.ids)}`))
      const isForOwners = FOR_OWNERS.some((one) => one.test(pattern))
      if (status !== (isForOwners ? 403 : 200)) wrong.push(`${pattern}: ${status}`)
      if (isForOwners && navigation.includes(`"/dashboard/test${pattern}"`)) wrong.push(`${pattern} is named`)
    }
    expect(wrong).toEqual([])
  })

  it('changes nothing by a form that the role does not allow', async () => {
    const browser = await invite(`${role}.forms@example.org`, role)
    const forms = [
      ['/members', 'action=invite&email=x@example.com&role=owner'],
      [`/members/${stage.ids.user}/remove`, 'action=remove'],
      ['/connections/peopledatalabs/disconnect', 'action=disconnect'],
      ['/wallet', 'action=top-up&amount=20.00&key=once'],
      ['/plan', 'action=choose&plan=plus'],
      ...(role === 'viewer' ? [[`/watches/${stage.ids.watch}/delete`, 'action=delete']] : []),
    ]
    for (const [path = '', form] of forms) {
      const sent = await browser.post(pageUrl(`/test${path}`), [...new URLSearchParams(form)])
      expect([path, sent.status]).toEqual([path, 403])
    }
    const session = httpClient(service.url, stage.person.token)
    expect((await session.get('/v1/auth/me')).at('role')).toBe('owner')
  })
})

describe('a forgotten password', () => {
  const person = async (): Promise<Pick<Person, 'email'>> => {
    const email = `${crypto.randomUUID()}@example.com`
    await httpClient(service.url).post('/v1/auth/signup', { email, password: PASSWORD, workspace: 'Engines' })
    return { email }
  }

  it('is reset by the pages alone, and signs in', async () => {
    const { email } = await person()
    const browser = openBrowser()
    expect((await browser.get(pageUrl('/sign-in'))).text).toContain('href="/dashboard/forgot-password"')
    const requested = await sendForm(browser, pageUrl('/forgot-password'), { form: 'forgotten', changed: { email } })
    expect([requested.status, requested.text]).toEqual([
      200,
      expect.stringContaining('a link is in the log of this local start'),
    ])
    const link = pageUrl(`/reset-password?token=${linkInLog(service.logLines, 'reset_password')}`)
    expect((await sendForm(browser, link, { form: 'reset', changed: { password: 'short' } })).text).toMatch(
      /reset-password-fault">New password must have at least 8 characters/,
    )
    const done = await sendForm(browser, link, { form: 'reset', changed: { password: 'yet another long phrase' } })
    expect([done.status, (await browser.get(pageUrl('/test'))).status]).toEqual([303, 200])
    const again = await sendForm(openBrowser(), link, {
      form: 'reset',
      changed: { password: 'yet another long phrase' },
    })
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('does not work any more')])
  })

  it('is confirmed as an address by the page of the other link', async () => {
    const { email } = await person()
    const link = pageUrl(`/verify-email?token=${linkInLog(service.logLines, 'verify_email')}`)
    expect((await openBrowser().get(link)).text).toContain('only if you have signed up here yourself')
    const done = await sendForm(openBrowser(), link, { form: 'verify' })
    expect([done.status, done.text]).toEqual([200, expect.stringContaining(`${email} is confirmed`)])
    expect((await sendForm(openBrowser(), link, { form: 'verify' })).status).toBe(400)
  })
})
