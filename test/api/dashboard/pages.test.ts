import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Browser, openBrowser } from '../../support/browser.ts'
import { type HttpClient, httpClient } from '../../support/http.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { enter, type Person, signUpPerson } from './person.ts'

const SCRIPT = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>`

let service: TestService
let person: Person
let api: HttpClient
let browser: Browser
let runs: Readonly<Record<'found' | 'fallback' | 'missed', string>>

beforeAll(async () => {
  service = await startTestService({ env: { TEMPORAL_UI_URL: 'https://temporal.example.com' } })
  person = await signUpPerson(service.url, `Engines ${SCRIPT}`.slice(0, 100))
  api = httpClient(service.url, person.testKey)
  browser = await enter(openBrowser(), service.url, person)
  runs = { found: await run(`Ada ${SCRIPT}`), fallback: await run('Ada +fallback'), missed: await run('Ada +no-match') }
})
afterAll(() => service.stop())

async function run(name: string, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const answer = await api.post('/v1/run', {
    capability: 'contact.find',
    input: { full_name: name, domain: 'example.com' },
    ...more,
  })
  return String(answer.at('run_id'))
}

const pageUrl = (path: string) => `${service.url}/dashboard${path}`
const pageOf = async (path: string) => {
  const { status, text } = await browser.get(pageUrl(path))
  expect(status).toBe(200)
  return text
}

describe('text from a user', () => {
  it('is shown as text on every page', async () => {
    const table = await api.post('/v1/run', {
      provider: 'apify',
      endpoint: '/v2/actors/{actorId}/runs',
      path: { actorId: 'apify~instagram-scraper' },
      input: { search: SCRIPT },
    })
    const filter = new URLSearchParams({ provider: SCRIPT, capability: SCRIPT, done: SCRIPT }).toString()
    const pages = await Promise.all([
      ...['', '/runs', `/runs?${filter}`, '/wallet', `/runs/${runs.found}`, `/runs/${String(table.at('run_id'))}`].map(
        (path) => pageOf(`/test${path}`),
      ),
      browser.get(pageUrl(`/test/runs/${encodeURIComponent(SCRIPT)}`)).then(({ text }) => text),
      openBrowser()
        .get(pageUrl(`/sign-in?to=${encodeURIComponent(`/dashboard/${SCRIPT}`)}`))
        .then(({ text }) => text),
      browser
        .post(pageUrl('/test/wallet'), [
          ['action', 'top-up'],
          ['amount', SCRIPT],
        ])
        .then(({ text }) => text),
    ])
    for (const page of pages) expect(page).not.toMatch(/<script>|<img|onerror=alert\(2\)>/)
    expect(pages[4]).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(pages[0]).toContain('Engines &lt;script&gt;')
  })
})

describe('a page that does not exist for a person', () => {
  it("is another workspace's, or one of the other environment", async () => {
    const outsider = await enter(openBrowser(), service.url, await signUpPerson(service.url, 'Outsiders'))
    const opened = await api.post('/v1/wallet/topups/checkout', { amount: '20.00' })
    for (const path of [
      `/runs/${runs.found}`,
      `/wallet/topups/${String(opened.at('topup_id'))}`,
      '/runs/run_01j9zq3v6n4k8w2x5y7a9b1c3d',
      '/nothing',
    ]) {
      expect([path, (await outsider.get(pageUrl(`/test${path}`))).status]).toEqual([path, 404])
      expect([path, (await browser.get(pageUrl(`/live${path}`))).status]).toEqual([path, 404])
    }
    expect((await outsider.post(pageUrl(`/test/runs/${runs.found}`), [['action', 'cancel']])).status).toBe(404)
  })
})

describe('the overview', () => {
  it('shows the money, how much of the limit is spent, as words too, and the last runs', async () => {
    await api.post('/v1/spend-guard', { enabled: true, daily_limit: '10.00' })
    const page = await pageOf('/test')
    expect(page).toMatch(
      /<meter min="0" max="10" low="8" high="9.5" optimum="0" value="[\d.]+" aria-labelledby="spent-label" aria-describedby="spent-label-text">\d+ %<\/meter>/,
    )
    expect(page).toMatch(/<p class="quiet" id="spent-label-text">charged[^%]*: \d+ % of today's limit of \$10\.00/)
    expect(page).toContain(`href="/dashboard/test/runs/${runs.fallback}"`)
  })

  it('shows what needs attention', async () => {
    const made = await httpClient(service.url, person.testKey).post('/v1/webhooks', { url: 'https://127.0.0.1:9/hook' })
    await service.db.pool.query(
      `update webhook_endpoint set enabled = false, disabled_reason = 'failed for 3 days' where id = $1`,
      [String(made.at('id'))],
    )
    await api.post('/v1/spend-guard', { enabled: true, daily_limit: '0.01' })
    const page = await pageOf('/test')
    expect(page).toContain('A webhook was disabled: <a href="/dashboard/test/webhooks/')
    expect(page).toContain("Today's limit is reached")
    await api.post('/v1/spend-guard', { enabled: true, daily_limit: null })
  })
})

describe('the runs', () => {
  it('are filtered as in the API, with links to older and newer ones', async () => {
    const missed = await pageOf('/test/runs?status=no_match&capability=contact.find')
    expect(missed).toContain(runs.missed)
    expect(missed).not.toContain(runs.found)
    expect(missed).toContain('<option value="no_match" selected>no match</option>')
    expect(await pageOf('/test/runs?status=nothing')).toContain('Status must be one of')
    expect(await pageOf('/test/runs?since=2026-02-31')).toMatch(/id="filter-since-fault">[^<]/)
    const newest: { items: { run_id: string }[] } = JSON.parse((await api.get('/v1/runs?limit=200')).text)
    const upToMissed = newest.items.findIndex(({ run_id: id }) => id === runs.missed) + 1
    const cursor = String((await api.get(`/v1/runs?limit=${upToMissed}`)).at('next_cursor'))
    const older = await pageOf(`/test/runs?cursor=${cursor}`)
    expect(older).toContain(runs.found)
    expect(older).not.toContain(runs.missed)
    expect(older).toContain('<a href="/dashboard/test/runs" class="button plain">Newest</a>')
    expect([older, missed].map((page) => /data-live="(\w+)"/.exec(page)?.[1])).toEqual(['ended', '2000'])
  })
})

describe('a search over runs', () => {
  it('finds a run by what a customer states about it, in the days that are chosen', async () => {
    const about = await run('Grace Brewster Murray')
    const today = new Date().toISOString().slice(0, 10)
    const found = await pageOf(`/test/runs?q=grace+murray&since=${today}&until=${today}`)
    expect(found).toContain(about)
    expect(found).not.toContain(runs.found)
    expect(found).toContain('value="grace murray"')
    expect(await pageOf(`/test/runs?q=${about}`)).toContain(`/dashboard/test/runs/${about}`)
    const earlier = await pageOf('/test/runs?q=grace+murray&until=2026-01-01')
    expect(earlier).toContain('No matching runs.')
    expect(earlier).not.toContain(about)
  })

  it('offers the capabilities, the providers of the environment and the keys as menus', async () => {
    const optionsOf = (page: string, name: string): string[] =>
      [
        ...(new RegExp(`<select[^>]* name="${name}"[^>]*>(.*?)</select>`).exec(page)?.[1] ?? '').matchAll(
          /<option value="([^"]*)"/g,
        ),
      ].map(([, value = '']) => value)
    const sandbox = await pageOf('/test/runs?provider=gone')
    expect(optionsOf(sandbox, 'capability')).toContain('contact.find')
    expect(optionsOf(sandbox, 'provider')).toEqual(['', 'sandbox-alpha', 'sandbox-beta', 'gone'])
    expect(sandbox).toContain('<option value="gone" selected>')
    expect(optionsOf(await pageOf('/live/runs'), 'provider')).toContain('hunter')
    const keys = JSON.parse((await httpClient(service.url, person.token).get('/v1/api-keys')).text)
    expect(optionsOf(sandbox, 'api_key_id').slice(1)).toEqual(keys.items.map(({ id }: { id: string }) => id))
  })
})

describe('a run that is open', () => {
  it('is found by the provider that it waits for, and shown with it, its attempt under way and the time so far', async () => {
    const open = await run('Ada +slow-10+error', { async: true, routing: { provider: 'sandbox-alpha' } })
    await until(
      () => pageOf('/test/runs?provider=sandbox-alpha&status=running'),
      (page) => page.includes(open),
    )
    const cellsOf = (page: string): string[] =>
      [
        ...(new RegExp(`<tr id="[\\w-]*${open}">(.*?)</tr>`).exec(page)?.[1] ?? '').matchAll(/<td[^>]*>(.*?)<\/td>/g),
      ].map(([, cell = '']) => cell.replaceAll(/<[^>]*>/g, ''))
    const found = await pageOf('/test/runs?provider=sandbox-alpha&status=running')
    for (const page of [found, await pageOf('/test')]) {
      expect(cellsOf(page)).toEqual([
        'running',
        'sandbox-alpha called now',
        '1',
        '–',
        expect.stringMatching(/^\d.* so far$/),
        expect.anything(),
      ])
    }
    expect(await pageOf('/test/runs?provider=sandbox-beta&status=running')).toContain('No matching runs.')
    expect((await pageOf(`/test/runs/${open}`)).replaceAll(/<[^>]*>/g, '')).toMatch(
      /Providersandbox-alpha called now.*Took\d[^–]*so far/,
    )
    expect(await pageOf('/test')).toMatch(
      /\$[\d.]+ more is held, for runs that are <a href="\/dashboard\/test\/runs\?status=running">running<\/a>/,
    )
    // What is held is not spent, and counts towards the limit together with what is spent.
    await api.post('/v1/spend-guard', { enabled: true, daily_limit: '10.00' })
    const guard = await api.get('/v1/spend-guard')
    const page = await pageOf('/test/wallet')
    const settled = String(guard.at('settled_today'))
    // To the cent, and exact on hover.
    expect(page).toContain(`<data value="${settled}" title="$${settled}">$${Number(settled).toFixed(2)}</data>`)
    const wallet = page.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')
    expect(wallet).toContain(`charged and $${String(guard.at('held_now'))} held. Both count: `)
    await api.post('/v1/spend-guard', { enabled: true, daily_limit: null })
    await api.get(`/v1/runs/${open}?wait=30`)
    expect((await pageOf(`/test/runs/${open}`)).replaceAll(/<[^>]*>/g, '')).toContain('Charged$0.00')
  })
})

describe('a run', () => {
  it('shows each attempt in the picture and in the table, and its charge', async () => {
    const page = await pageOf(`/test/runs/${runs.fallback}`)
    expect(page).toContain('role="img" aria-label="2 attempts on an axis of')
    expect(page.match(/<rect [^>]*class="bar \w+"/g)).toHaveLength(4)
    const rows = [...page.matchAll(/<tr id="attempt-\d">(.*?)<\/tr>/g)].map(([, row = '']) =>
      [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = '']) => cell.replaceAll(/<[^>]*>/g, '')),
    )
    expect(rows).toEqual([
      [
        '1. sandbox-alpha',
        expect.stringMatching(/\w/),
        expect.stringMatching(/ (ms|s)$/),
        expect.stringMatching(/ (ms|s)$/),
        '$0.00',
        expect.anything(),
      ],
      [
        '2. sandbox-beta',
        'succeeded',
        expect.stringMatching(/ (ms|s)$/),
        expect.stringMatching(/ (ms|s)$/),
        '$0.0286',
        expect.anything(),
      ],
    ])
    expect(page).toContain('A simulated result')
  })

  it('that failed shows why: what each provider answered', async () => {
    const failed = await run('Ada +error')
    const shown = /<p class="notice bad">(.*?)<\/p>/s.exec(await pageOf(`/test/runs/${failed}`))?.[1] ?? ''
    expect(shown).toContain('Every attempt failed')
    for (const provider of ['sandbox-alpha', 'sandbox-beta']) expect(shown).toMatch(new RegExp(`<br>${provider}: \\S`))
  })

  it('leads an operator to its workflow in Temporal', async () => {
    expect(await pageOf(`/test/runs/${runs.found}`)).toContain(
      `href="https://temporal.example.com/namespaces/default/workflows/${runs.found}"`,
    )
  })

  it('shows the path and query values of a raw endpoint', async () => {
    const raw = await api.post('/v1/run', {
      provider: 'apify',
      endpoint: '/v2/actors/{actorId}/runs',
      path: { actorId: 'apify~instagram-scraper' },
      query: { memory: 512 },
      input: { search: 'shoes' },
    })
    const page = await pageOf(`/test/runs/${String(raw.at('run_id'))}`)
    expect(page).toMatch(/id="json-path">[^<]*actorId[^<]*apify~instagram-scraper/)
    expect(page).toMatch(/id="json-query">[^<]*memory[^<]*512/)
    expect(page).toMatch(/id="json-input">[^<]*shoes/)
    expect(await pageOf(`/test/runs/${runs.found}`)).not.toMatch(/json-(path|query)/)
  })

  it('shows what an actor still holds for its final bill', async () => {
    const answer = await api.post('/v1/run', {
      provider: 'apify',
      endpoint: '/v2/actors/{actorId}/runs',
      path: { actorId: 'apify~instagram-scraper' },
      input: { search: 'shoes' },
    })
    const held = answer.at('billing', 'held')
    expect(held).toMatch(/^0\.9/)
    expect(await pageOf(`/test/runs/${String(answer.at('run_id'))}`)).toContain(
      `until the final bill is in; $${String(held)} are held for it`,
    )
  })

  it('is cancelled by its button, once', async () => {
    await service.stopWorker()
    const waiting = await run('Ada Waiting', { async: true })
    const path = pageUrl(`/test/runs/${waiting}`)
    expect(await pageOf(`/test/runs/${waiting}`)).toContain('value="cancel">Cancel this run</button>')
    const cancelled = await browser.post(path, [['action', 'cancel']])
    expect([cancelled.status, cancelled.headers.get('location')]).toEqual([303, `/dashboard/test/runs/${waiting}`])
    expect((await api.get(`/v1/runs/${waiting}`)).at('status')).toBe('cancelled')
    const again = await browser.post(path, [['action', 'cancel']])
    expect(again.status).toBe(409)
    expect(again.text).toContain('The run can no longer be cancelled: it is cancelled.')
    expect(again.text).not.toContain('Cancel this run')
    await service.startWorker()
  })

  it('is loaded again without the rest of the page', async () => {
    const fragment = await browser.get(pageUrl(`/test/runs/${runs.found}`))
    const alone = await (async () =>
      httpClient(service.url).get(`/dashboard/test/runs/${runs.found}`, {
        'Dashboard-Fragment': '1',
        Cookie: browser.cookies[0]?.split(';')[0] ?? '',
      }))()
    expect(alone.status).toBe(200)
    expect(alone.text).not.toContain('<nav')
    expect(alone.text).toContain('id="run" data-live="ended" data-announced="Run: succeeded."')
    expect(alone.text.length).toBeLessThan(fragment.text.length)
  })
})

describe('the wallet', () => {
  it('is topped up: a form, a checkout, and a page that shows when it is paid', async () => {
    const opened = await browser.post(pageUrl('/test/wallet'), [
      ['action', 'top-up'],
      ['amount', '25.00'],
      ['key', 'once'],
    ])
    expect(opened.status).toBe(303)
    const path = opened.headers.get('location') ?? ''
    expect(
      (
        await browser.post(pageUrl('/test/wallet'), [
          ['action', 'top-up'],
          ['amount', '25.00'],
          ['key', 'once'],
        ])
      ).headers.get('location'),
    ).toBe(path)
    const waiting = await pageOf(path.replace('/dashboard', ''))
    const checkout = /href="([^"]*\/checkout\/[^"]*)"/.exec(waiting)?.[1] ?? ''
    expect((await httpClient(service.url).post(`${new URL(checkout).pathname}/pay?card=works`)).status).toBe(200)
    await until(
      () => pageOf(path.replace('/dashboard', '')),
      (page) => page.includes('data-announced="Top-up: paid."'),
    )
    expect(await pageOf('/test/wallet')).toMatch(/<td class="numeric"[^>]*>\$25\.00<\/td>/)
  })

  it.each([
    ['2', 'A top-up is 5.00 to 10000.00.'],
    ['20.001', 'Cards are charged in whole cents. Use at most two decimals, for example 25.00.'],
    ['twenty', 'Amount in USD must '],
  ])(
    'is not topped up by %j: the reason is next to the field, which keeps it and has the focus',
    async (amount, reason) => {
      const refused = await browser.post(pageUrl('/test/wallet'), [
        ['action', 'top-up'],
        ['amount', amount],
      ])
      expect(refused.status).toBe(400)
      expect(refused.text).toContain(`<p class="fault" id="top-up-amount-fault">${reason}`)
      expect(refused.text).toMatch(
        new RegExp(`id="top-up-amount" name="amount" required aria-invalid="true" autofocus [^>]*value="${amount}"`),
      )
      expect(refused.text.match(/ autofocus/g)).toHaveLength(1)
    },
  )

  it('has limits, which a person sets and removes', async () => {
    const set = (daily: string) =>
      browser.post(pageUrl('/test/wallet'), [
        ['action', 'limits'],
        ['enabled', 'true'],
        ['daily_limit', daily],
        ['per_run_limit', ''],
      ])
    expect((await set('7.50')).status).toBe(303)
    expect((await api.get('/v1/spend-guard')).body).toMatchObject({
      enabled: true,
      daily_limit: '7.50',
      per_run_limit: null,
    })
    expect((await set('')).status).toBe(303)
    expect((await api.get('/v1/spend-guard')).at('daily_limit')).toBeNull()
  })

  it('shows holds and releases when they are selected', async () => {
    expect(await pageOf('/test/wallet')).not.toContain('<th scope="row">hold</th>')
    expect(await pageOf('/test/wallet?include=holds')).toContain('<th scope="row">hold</th>')
  })

  it('shows next to the form what automatic top-ups lack', async () => {
    const refused = await browser.post(pageUrl('/live/wallet'), [
      ['action', 'auto-top-up'],
      ['enabled', 'true'],
      ['threshold', '5.00'],
      ['amount', '20.00'],
      ['monthly_limit', '100.00'],
    ])
    expect(refused.status).toBe(409)
    expect(refused.text).toMatch(/<p class="problem" role="alert" tabindex="-1" autofocus>There is no stored card\./)
  })
})
