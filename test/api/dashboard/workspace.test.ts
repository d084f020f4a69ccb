import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CAPABILITIES } from '../../../domain/capabilities/catalog.ts'
import { type Browser, openBrowser } from '../../support/browser.ts'
import { servedForm } from '../../support/html-form.ts'
import { httpClient } from '../../support/http.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { confirmAddress } from '../../support/mail-links.ts'
import { enter, signUpPerson } from './person.ts'
import { PLACES, setStage, type Stage } from './stage.ts'

const SCRIPT = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>`
let service: TestService
let stage: Stage
let browser: Browser
beforeAll(async () => {
  service = await startTestService()
  stage = await setStage(service)
  await confirmAddress(service)
  browser = await enter(openBrowser(), service.url, stage.person)
}, 180_000)
afterAll(async () => {
  await stage.receiver.close()
  await service.stop()
})

const pageUrl = (path: string) => `${service.url}/dashboard${path}`
const pageOf = async (path: string, from = browser): Promise<string> => {
  const { status, text } = await from.get(pageUrl(path))
  expect([path, status]).toEqual([path, 200])
  return text
}
/** What a form of a page sends besides the fields that a person fills in. */
const onceOf = (page: string): string => /name="once" value="([^"]+)"/.exec(page)?.[1] ?? ''
/** Fills in a form of a page and submits it with its button. */
const send = async (path: string, action: string, fields: readonly (readonly [string, string])[] = []) =>
  browser.post(pageUrl(path), [...fields, ['once', onceOf(await pageOf(path))], ['action', action]])
const secretOf = (page: string, id: string): string => new RegExp(`id="${id}" value="([^"]+)"`).exec(page)?.[1] ?? ''
const keyStatus = async (key: string): Promise<number> => (await httpClient(service.url, key).get('/v1/auth/me')).status

describe('the head of a page', () => {
  it('leads from every page below a section to that section', async () => {
    for (const place of Object.values(PLACES)) {
      const path = `/test${place.path(stage.ids)}`
      const page = await pageOf(path)
      const [, section] = /<a href="([^"]+)" aria-current="page">/.exec(page) ?? []
      const [, above] = /<nav class="trail" aria-label="Breadcrumb"><ol><li><a href="([^"]+)">/.exec(page) ?? []
      expect([path, above]).toEqual([path, section === `/dashboard${path.split('?')[0]}` ? undefined : section])
    }
  })

  it.each([
    ['run', '/runs/{run_id}', ['Run again', 'Watch this', 'Report a problem']],
    ['key', '/keys', ['New key']],
    ['endpoint', '/webhooks', ['New endpoint', 'Callbacks']],
    ['delivery', '/webhooks/{webhook_id}/deliveries/{delivery_id}', ['Try again now']],
    ['table', '/tables/{name}', ['Import a file (CSV, Excel)', 'Edit the table']],
    ['row', '/tables/{name}/rows/{key}', ['Delete this row…']],
  ])('has the actions on a %s', async (_thing, pattern, actions) => {
    const page = await pageOf(`/test${PLACES[pattern]?.path(stage.ids) ?? ''}`)
    const [, line = ''] = /<div class="head">.*?<div class="actions">(.*?)<\/div><\/div>/s.exec(page) ?? []
    expect([...line.matchAll(/class="button[^>]*>([^<]+)</g)].map(([, action]) => action)).toEqual(actions)
  })
})

describe('a list', () => {
  it.each(['', '/runs', '/wallet'])('on "%s" states what each run is about', async (path) => {
    const page = await pageOf(`/test${path}`)
    const line = new RegExp(
      `<a href="/dashboard/test/runs/${stage.ids.run}">contact.find</a> <span class="about">([^<]*)`,
    )
    expect(line.exec(page)?.[1]).toBe('Ada +fallback, example.com')
  })

  it('has the points of its amounts below each other', async () => {
    const wallet = await pageOf('/test/wallet')
    const places = [
      ...wallet.matchAll(/<td class="numeric"(?: data-room="(0+)")?>−?\$[\d,]+\.(\d+)<\/td>\s*<td class="numeric"/g),
    ]
    expect(new Set(places.map(([, , digits = '']) => digits.length)).size).toBeGreaterThan(1)
    expect(new Set(places.map(([, room = '', digits = '']) => room.length + digits.length)).size).toBe(1)
  })
})

describe("another workspace's objects", () => {
  it("are on no page of an outsider's, and no form of an outsider's changes them", async () => {
    const outsider = await enter(openBrowser(), service.url, await signUpPerson(service.url, 'Outsiders'))
    // A claim link is for the person who has it.
    const { claim: _, ...ids } = stage.ids
    const named = Object.values(PLACES)
      .map((place) => place.path(stage.ids))
      .filter((path) => Object.values(ids).some((id) => path.includes(id)))
    expect(named.length).toBeGreaterThan(8)
    for (const path of named) {
      expect([path, (await outsider.get(pageUrl(`/test${path}`))).status]).toEqual([path, 404])
      // An app, a person and a workspace are of both environments.
      if ([stage.ids.app, stage.ids.user, stage.ids.workspace].some((id) => path.includes(id))) continue
      expect([path, (await browser.get(pageUrl(`/live${path}`))).status]).toEqual([path, 404])
    }
    for (const [path, action] of [
      [`/keys/${stage.ids.key}/revoke`, 'revoke'],
      [`/webhooks/${stage.ids.webhook}/delete`, 'delete'],
      [`/webhooks/${stage.ids.webhook}/rotate`, 'rotate'],
      [`/webhooks/${stage.ids.webhook}/disable`, 'disable'],
      [`/watches/${stage.ids.watch}/delete`, 'delete'],
      [`/watches/${stage.ids.watch}`, 'refresh'],
      [`/settings/apps/${stage.ids.app}/disconnect`, 'disconnect'],
      [`/account/workspaces/${stage.ids.workspace}/leave`, 'leave'],
      ['/connections/peopledatalabs/disconnect', 'disconnect'],
    ] as const) {
      expect([
        path,
        (
          await outsider.post(pageUrl(`/test${path}`), [
            ['action', action],
            ['once', 'x'],
          ])
        ).status,
      ]).toEqual([path, 404])
    }
    expect(await pageOf(`/test/keys/${stage.ids.key}`)).toContain('in use')
    expect(await pageOf(`/test/webhooks/${stage.ids.webhook}`)).toContain('Every event')
  })
})

describe('text from a user', () => {
  it("is shown as text: a row, a key's name, a description, a query", async () => {
    const call = httpClient(service.url, stage.person.testKey)
    await call.post('/v1/tables/hostile/rows', {
      description: SCRIPT,
      rows: [{ email: 'eve@example.com', [SCRIPT]: SCRIPT, status: SCRIPT }],
    })
    await call.post('/v1/webhooks', {
      url: `${stage.receiver.url}/${encodeURIComponent(SCRIPT)}?<b>`,
      description: SCRIPT,
    })
    await send('/test/keys/new', 'mint', [['name', SCRIPT]])
    const search = new URLSearchParams({
      q: SCRIPT,
      kind: SCRIPT,
      provider: SCRIPT,
      status: SCRIPT,
      field: SCRIPT,
      value: SCRIPT,
      order: SCRIPT,
      endpoint: SCRIPT,
      cursor: SCRIPT,
    }).toString()
    const pages: string[] = []
    for (const path of [
      '/tables',
      '/tables/hostile',
      '/tables/hostile/rows/eve%40example.com',
      '/keys',
      '/webhooks',
      `/catalog?${search}`,
      `/tables/hostile?${search}`,
      `/keys?${search}`,
      `/catalog/endpoint?${search}`,
      `/suppressions?kind=${encodeURIComponent(SCRIPT)}`,
      `/catalog/capabilities/${encodeURIComponent(SCRIPT)}`,
      `/tables/hostile/rows/${encodeURIComponent(SCRIPT)}`,
    ]) {
      const page = (await browser.get(pageUrl(`/test${path}`))).text
      pages.push(page)
      expect(page).not.toMatch(/<script>|<img|<b>/)
      expect(page).toContain('<main')
    }
    expect(pages[2]).toContain('&lt;script&gt;')
  })
})

describe('a sample on a page', () => {
  it('names the key of the environment of the page', async () => {
    const endpoint = `/catalog/endpoint?${new URLSearchParams({ provider: 'hunter', endpoint: '/email-finder' }).toString()}`
    for (const path of ['/catalog/capabilities/contact.find', endpoint]) {
      expect(await pageOf(`/test${path}`)).toMatch(/holds a sandbox key/)
      expect(await pageOf(`/live${path}`)).toMatch(/holds a live key/)
    }
  })
})

describe('a key', () => {
  it('is shown in the one answer that makes it, however often its form is sent, and is refused once it is revoked', async () => {
    const form = [
      ['name', 'Reporter'],
      ['once', onceOf(await pageOf('/test/keys/new'))],
      ['action', 'mint'],
    ] as const
    const [made, again] = [
      await browser.post(pageUrl('/test/keys/new'), form),
      await browser.post(pageUrl('/test/keys/new'), form),
    ]
    const key = secretOf(made.text, 'api-key')
    expect([made.status, secretOf(again.text, 'api-key')]).toEqual([200, key])
    expect(made.headers.get('cache-control')).toBe('private, no-store')
    expect(await keyStatus(key)).toBe(200)
    const list = await pageOf('/test/keys')
    expect(list).not.toContain(key)
    expect(list.match(/Reporter/g)?.length).toBe(1)
    expect(await pageOf('/live/keys')).not.toContain('Reporter')
    const [, path = ''] = /href="\/dashboard(\/test\/keys\/key_\w+)">Reporter/.exec(list) ?? []
    expect(await pageOf(`${path}/revoke`)).toContain('This cannot be undone')
    expect(await keyStatus(key)).toBe(200)
    expect((await send(`${path}/revoke`, 'revoke')).headers.get('location')).toBe('/dashboard/test/keys')
    expect(await keyStatus(key)).toBe(401)
  })

  it('for an agent is made with a budget and limits, which its page shows and changes', async () => {
    const made = await send('/test/keys/new', 'mint', [
      ['name', 'Research agent'],
      ['amount', '0.01'],
      ['period', 'day'],
      ['capabilities', 'contact.*, person.enrich'],
      ['sends', 'no'],
    ])
    const agent = httpClient(service.url, secretOf(made.text, 'api-key'))
    const lookup = { capability: 'contact.find', input: { full_name: 'Ada Example', domain: 'example.com' } }
    expect((await agent.post('/v1/run', lookup)).at('error', 'controls')).toEqual(['key_budget'])
    const [, path = ''] = /href="\/dashboard(\/test\/keys\/key_\w+)"/.exec(made.text) ?? []
    const page = await pageOf(path)
    expect(page).toContain('runs contact.*, person.enrich; no messages')
    const form = new Map(servedForm(page, 'form-change'))
    expect(form.get('amount')).toBe('0.01')
    const change = async (amount: string) => browser.post(pageUrl(path), [...form.set('amount', amount)])
    const refused = await change('much')
    expect([refused.status, refused.text.includes('id="change-amount-fault"')]).toEqual([400, true])
    expect((await change('1.00')).status).toBe(303)
    expect((await agent.post('/v1/run', lookup)).status).toBe(200)
    expect((await agent.post('/v1/run', { ...lookup, capability: 'web.search' })).status).toBe(400)
  })

  it('without a name is not made, and the page shows the reason next to the field', async () => {
    const refused = await send('/test/keys/new', 'mint', [['name', '']])
    expect(refused.status).toBe(400)
    expect(refused.text).toMatch(
      /<input[^>]+name="name"[^>]+aria-invalid="true"[^>]+aria-describedby="[^"]*mint-name-fault"/,
    )
    expect(refused.text).toContain('id="mint-name-fault"')
  })

  it('shows its runs by day', async () => {
    await httpClient(service.url, stage.person.testKey).post('/v1/run', {
      capability: 'contact.find',
      input: { full_name: 'Ada Example', domain: 'example.com' },
    })
    const list = await pageOf('/test/keys')
    expect(list).toMatch(/aria-label="Runs on each of the last 14 days: (0, ){13}4"/)
    const keys = await httpClient(service.url, stage.person.token).get('/v1/api-keys')
    const own = [keys.at('items')]
      .flat()
      .map((one) => Object(one))
      .find(
        ({ name }) =>
          name !== 'Production worker' &&
          list.includes(`>${name}<`) &&
          name !== SCRIPT &&
          !['Reporter', 'Research agent'].includes(name),
      )
    expect(await pageOf(`/test/keys/${own.id}`)).toContain(
      `<th scope="row">${new Date().toISOString().slice(0, 10)}</th><td class="numeric">4</td>`,
    )
  })
})

describe('a webhook', () => {
  it('with a private address is refused next to its field, with the input kept', async () => {
    const refused = await send('/test/webhooks/new', 'create', [
      ['url', 'http://192.168.0.1/hooks'],
      ['description', 'Inside'],
      ['events', 'email.bounced'],
    ])
    expect(refused.status).toBe(400)
    expect(refused.text).toMatch(/id="create-url-fault"/)
    expect(refused.text).toContain('value="http://192.168.0.1/hooks"')
    expect(refused.text).toContain('value="email.bounced" checked')
    expect(refused.text).toContain('value="Inside"')
  })

  it('shows its secret once, another one after a replacement, and is deleted, each after a confirmation', async () => {
    const made = await send('/test/webhooks/new', 'create', [
      ['url', `${stage.receiver.url}/short-lived`],
      ['events', 'email.bounced'],
    ])
    const secret = secretOf(made.text, 'secret')
    expect(secret).toMatch(/^whsec_/)
    const [, path = ''] = /href="\/dashboard(\/test\/webhooks\/wh_\w+)"/.exec(made.text) ?? []
    const shown = await pageOf(path)
    expect(shown).not.toContain(secret)
    expect(shown).toContain('email.bounced')
    const rotated = secretOf((await send(`${path}/rotate`, 'rotate')).text, 'secret')
    expect(rotated).toMatch(/^whsec_/)
    expect(rotated).not.toBe(secret)
    await send(`${path}/disable`, 'disable')
    expect(await pageOf(path)).toContain('It receives no events')
    await send(path, 'enable')
    expect(await pageOf(path)).not.toContain('It receives no events')
    const recovered = await send(`${path}/recover`, 'recover', [['since', '24']])
    expect([recovered.status, recovered.headers.get('location')]).toEqual([303, `/dashboard${path}`])
    expect((await send(`${path}/delete`, 'delete')).headers.get('location')).toBe('/dashboard/test/webhooks')
    expect((await browser.get(pageUrl(path))).status).toBe(404)
  })

  it('shows its deliveries of one state', async () => {
    const path = `/test/webhooks/${stage.ids.webhook}`
    const ofState = async (status: string): Promise<boolean> =>
      (await pageOf(`${path}?status=${status}`)).includes(`id="${stage.ids.delivery}"`)
    const now = (await httpClient(service.url, stage.person.testKey).get(`/v1/webhooks/${stage.ids.webhook}`)).body
    const { status } = Object(now).deliveries.find(({ id }: { id: string }) => id === stage.ids.delivery)
    for (const state of ['pending', 'delivered', 'failed'])
      expect([state, await ofState(state)]).toEqual([state, state === status])
    expect(await pageOf(`${path}?status=failed`)).toContain('<option value="failed" selected>failed</option>')
  })

  it('repeats no delivery when it is switched off, and the page shows why', async () => {
    const path = `/test/webhooks/${stage.ids.webhook}`
    await send(`${path}/disable`, 'disable')
    const refused = await send(`${path}/deliveries/${stage.ids.delivery}`, 'retry')
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('disabled. Enable it first')])
    await send(path, 'enable')
  })
})

describe('tables', () => {
  it('are filtered and read page by page, in an order, and each page has a URL', async () => {
    const first = await pageOf('/test/tables/leads?field=score&op=gte&value=5&order=-score')
    expect(first.indexOf('somebody-59@')).toBeLessThan(first.indexOf('somebody-58@'))
    const [, next = ''] = /href="\/dashboard([^"]+)"[^>]*rel="next"/.exec(first) ?? []
    const second = await pageOf(next.replaceAll('&amp;', '&'))
    expect(second).toContain('somebody-5@example.com')
    expect(second).not.toContain('somebody-4@example.com')
    expect(second).not.toContain('rel="next"')
  })

  it('show the error of a query next to it', async () => {
    const page = await pageOf('/test/tables/leads?cursor=nothing')
    expect(page).toMatch(/role="alert">[^<]*cursor/)
    expect(page).toContain('Filter the rows')
  })

  it('show a row with all its identities, and its history', async () => {
    const page = await pageOf(`/test/tables/leads/rows/${encodeURIComponent('ada@example.com')}`)
    expect(page).toContain('https://www.linkedin.com/in/somebody-0')
    expect(page).toMatch(/person\.enrich<\/a>/)
    expect((await browser.get(pageUrl('/test/tables/leads/rows/nobody%40example.com'))).status).toBe(404)
  })

  it('are turned off only after a confirmation, and on again, with all their content', async () => {
    expect(await pageOf('/test/tables-off')).toContain('repeated first messages go out')
    await send('/test/tables-off', 'off')
    expect(await pageOf('/test/tables')).toContain('Enable tables')
    expect(await pageOf('/test/suppressions')).toContain('which are off')
    await send('/test/tables', 'on')
    expect(await pageOf('/test/tables')).toContain('leads')
  })
})

describe('suppressions', () => {
  it('are added one at a time, and an invalid subject is refused next to its field', async () => {
    await send('/test/suppressions', 'add', [['subjects', 'eve@example.net']])
    expect(await pageOf('/test/suppressions?kind=email')).toContain('eve@example.net')
    expect(await pageOf('/test/suppressions?kind=domain')).not.toContain('eve@example.net')
    const refused = await send('/test/suppressions', 'add', [['subjects', '???']])
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('add-subjects-fault')])
  })
})

describe('the catalog', () => {
  it('shows why a capability cannot run: for the capability, and for each offer', async () => {
    expect(await pageOf('/live/catalog')).toMatch(
      /<code>contact\.find<\/code><\/th><td><span class="badge warn">no usable account<\/span><\/td><td>No price now/,
    )
    const page = await pageOf('/live/catalog/capabilities/contact.find')
    expect(page).toContain('None: there is no usable provider account')
    expect(page).toMatch(/<tr id="offer-hunter">.*cannot run<\/span><br><span class="quiet">no platform account/)
  })

  it('states of everything in the sandbox that can be called that it runs there', async () => {
    const page = await pageOf('/test/catalog')
    expect(page.match(/<span class="badge good">runs in the sandbox<\/span>/g)?.length).toBe(CAPABILITIES.length)
    expect(await pageOf('/test/catalog?kind=endpoint&provider=hunter')).toContain('runs in the sandbox')
    expect(page).not.toMatch(/No price|no usable account/)
  })

  it('finds by words, by kind and by provider, and shows when nothing matches', async () => {
    expect(await pageOf('/test/catalog?q=work+email+of+a+person')).toMatch(
      /<h2><a href="\/dashboard\/test\/catalog\/capabilities\/contact\.find">/,
    )
    expect(await pageOf('/test/catalog?q=work+email&kind=endpoint&provider=hunter')).not.toContain(
      '/catalog/capabilities/contact.find"><h2',
    )
    expect(await pageOf('/test/catalog?provider=hunter')).toContain('GET /email-finder')
    const empty = await pageOf('/test/catalog?q=zzzzqqqq+compny&kind=capability&provider=fred')
    expect(empty).toContain('Nothing matches')
    expect(empty).toContain('Nothing here has “zzzzqqqq”, “compny”.')
    expect(empty).toMatch(/Did you mean .*<a href="\/dashboard\/test\/catalog\?q=company">company<\/a>/)
    expect(empty).toMatch(/Nearest: <a href="\/dashboard\/test\/catalog\/capabilities\//)
    expect((await browser.get(pageUrl('/test/catalog/capabilities/no.such'))).status).toBe(404)
    expect((await browser.get(pageUrl('/test/catalog/endpoint'))).status).toBe(404)
  })
})
