// Takes the README's pictures: the dashboard's first page, and one run in the Temporal Web UI, both of the sandbox.
//   node_modules/.bin/node docs/pictures/take.mjs [credentials file of a running `npm start`]
// It makes runs first, so that there is something to see. It needs a Chromium (CHROMIUM, or on the PATH).
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findChromium, NO_CHROMIUM, startChromium } from '../../dev/local/chromium.ts'

const [file = '.data/credentials.json'] = process.argv.slice(2)
const {
  base_url: baseUrl,
  test_key: key,
  email,
  password,
  temporal_ui: temporalUi,
} = JSON.parse(readFileSync(file, 'utf8'))
const SIZE = { width: 1280, height: 800 }
/** Pages that fetch for ever are never idle: what they show after this long is taken. */
const SETTLED_MS = 6_000

/** @param {object} body */
async function run(body) {
  const response = await fetch(`${baseUrl}/v1/run`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  /** @type {any} */
  const answer = await response.json()
  if (typeof answer.run_id !== 'string') throw new Error(`no run was made: ${JSON.stringify(answer)}`)
  return answer.run_id
}

/** @param {string} fullName */
const contact = (fullName) => ({ capability: 'contact.find', input: { full_name: fullName, domain: 'example.com' } })
const LOOKUPS = [
  contact('Ada Example'),
  contact('Robin +fallback'),
  contact('Kim +no-match'),
  contact('Sam +error'),
  contact('Noor Example'),
  { capability: 'company.enrich', input: { domain: 'example.com' } },
  { capability: 'web.search', input: { query: 'developer tools' } },
  { provider: 'sec', endpoint: '/submissions/CIK{cik}.json', path: { cik: '0000320193' } },
]
for (const body of LOOKUPS) await run(body)
const actor = await run({
  provider: 'apify',
  endpoint: '/v2/actors/{actorId}/runs',
  path: { actorId: 'apify~instagram-scraper' },
  input: { search: 'shoes +final-bill-up' },
})

const executable = findChromium(process.env)
if (executable === null) throw new Error(NO_CHROMIUM)
const browser = await startChromium(executable, console.error)
try {
  const page = await browser.newPage()
  await page.setViewport(SIZE)
  /** @param {string} name */
  const take = async (name) => {
    await new Promise((resolve) => {
      setTimeout(resolve, SETTLED_MS)
    })
    await page.screenshot({ path: fileURLToPath(new URL(`${name}.png`, import.meta.url)), type: 'png' })
  }
  await page.goto(`${baseUrl}/dashboard/sign-in?to=${encodeURIComponent('/dashboard/test')}`)
  await page.type('input[name=email]', email)
  await page.type('input[name=password]', password)
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')])
  await take('dashboard')

  await page.goto(`${temporalUi}/namespaces/default/workflows/${actor}`)
  await take('temporal-run')
} finally {
  await browser.close()
}
