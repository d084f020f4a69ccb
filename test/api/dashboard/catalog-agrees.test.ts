import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CAPABILITIES } from '../../../domain/capabilities/catalog.ts'
import { type Browser, openBrowser } from '../../support/browser.ts'
import { httpClient } from '../../support/http.ts'
import { type Stage, startStage } from '../../support/stage.ts'
import { enter, signUpPerson } from './person.ts'

/** A provider with capabilities and endpoints whose key the workspace has connected. */
const OWN = 'hunter'

let stage: Stage
let browser: Browser
beforeAll(async () => {
  stage = await startStage()
  const { url } = stage.service
  const person = await signUpPerson(url, 'Engines')
  browser = await enter(openBrowser(), url, person)
  const connected = await httpClient(url, person.token).post(`/v1/connections/${OWN}`, { api_key: 'twin_hunter_mine' })
  expect(connected.status).toBe(200)
}, 120_000)
afterAll(() => stage.stop())

const open = async (path: string): Promise<string> => (await browser.get(`${stage.service.url}/dashboard${path}`)).text
const textOf = (html = ''): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

interface Shown {
  readonly state: string
  readonly price: string
}

/** The rows of a list by the path that they lead to. */
function rowsOf(html: string): [path: string, shown: Shown][] {
  return [...html.matchAll(/<tr id="(?:capability|endpoint)-[^"]*">(.*?)<\/tr>/gs)].map(([, row = '']) => {
    // The name is the heading of the row.
    const [state, price] = [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell]) => textOf(cell))
    const [, path = ''] = /href="\/dashboard([^"]+)"/.exec(row) ?? []
    return [path.replaceAll('&amp;', '&'), { state: state ?? '', price: price ?? '' }]
  })
}

function pageOf(html: string): Shown {
  const [, state] = /<h1>.*?<\/h1>(.*?)<\/div>/s.exec(html) ?? []
  const [, price] = /<dt>Price<\/dt>\s*<dd>(.*?)<\/dd>/s.exec(html) ?? []
  // A page also states why there is no price.
  return { state: textOf(state), price: textOf(price).replace(/^None: .*/, 'No price now') }
}

async function expectAgreement(list: string, least: number): Promise<readonly Shown[]> {
  const rows = rowsOf(await open(list))
  expect(rows.length).toBeGreaterThanOrEqual(least)
  for (const [path, shown] of rows) expect([path, pageOf(await open(path))]).toEqual([path, shown])
  return rows.map(([, shown]) => shown)
}

describe('a page of the catalog', () => {
  it.each(['test', 'live'])('states the same as the list of capabilities, of each: %s', async (environment) => {
    const all = await expectAgreement(`/${environment}/catalog`, CAPABILITIES.length)
    const own = all.filter(({ price }) => price === 'Free with your own key')
    expect(own.length > 0).toBe(environment === 'live')
    for (const { state } of own) expect(state).toBe('live')
  })

  it.each([OWN, 'sec'])('states the same as the list of endpoints, of each: %s', async (provider) => {
    const all = await expectAgreement(`/live/catalog?provider=${provider}`, 1)
    expect(all.some(({ price }) => price === 'Free with your own key')).toBe(provider === OWN)
  })
})
