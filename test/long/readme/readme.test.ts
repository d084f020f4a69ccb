import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { fixture } from '../../fixtures/load.ts'
import { membersOf } from '../../support/http.ts'
import { type Simulator, startSimulator } from '../../support/http-simulator.ts'
import { commandsOf } from './commands.ts'
import { readSections, type Section } from './markdown.ts'
import { arrive, type Newcomer } from './newcomer.ts'
import { CLI_GUIDE } from './promises/cli-guide.ts'
import { FIRST_RUN, START } from './promises/first-run.ts'
import { OPEN, ROWS } from './promises/table.ts'
import { TOUR } from './promises/tour.ts'
import { openTerminal, type Terminal } from './terminal.ts'
import { type Promised, walk } from './walk.ts'

const fileText = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const README = readSections(fileText('README.md'))
/** The guide of `svc` is typed behind it; the guides of the MCP server and of the typed client have tests of their own. */
const GUIDE = readSections(fileText('api/clients/cli/README.md'))
const hasCommands = ({ blocks }: Section): boolean => blocks.some(({ language }) => language === 'sh')

const PROMISES: Readonly<Record<string, readonly Promised[]>> = {
  'Two commands': [
    START,
    // What runs this very test: whether it would.
    { command: 'npm test', typed: 'npm test -- --listTests', prints: /test\/readme\/readme\.test\.ts$/m },
  ],
  'First run': FIRST_RUN,
  ...TOUR,
}

const WALKS = ([[README, PROMISES], [GUIDE, CLI_GUIDE]] as const).flatMap(([page, promises]) =>
  page.filter(hasCommands).map((section) => ({ title: section.title, section, promises: promises[section.title] ?? [] })))

const COMMANDS_OF_TABLE = README.find(({ title }) => title === 'Commands')?.cells.flatMap((cell) => cell.match(/(?<=`)(?:npm|docker) [^`]+/g) ?? []) ?? []
const COMMANDS_OF_BLOCKS = [...README, ...GUIDE].flatMap(({ blocks }) => blocks).flatMap(({ language, text }) => (language === 'sh' ? commandsOf(text) : []))
/** What sentences name by the way, and no block has. */
const BY_THE_WAY = README.flatMap(({ prose }) => prose.match(/(?<=`)(?:npm|npx|node|svc|curl|docker) [^`]+/g) ?? [])
  .filter((named) => ![...COMMANDS_OF_BLOCKS, ...COMMANDS_OF_TABLE].some((command) => command.includes(named)))

let newcomer: Newcomer
let agency: Simulator
beforeAll(async () => {
  agency = await startSimulator()
  agency.script({ json: { 0: { cik_str: 320_193, ticker: 'AAPL', title: 'Apple Inc.' } } }, fixture('sec/submissions'))
  newcomer = await arrive({ PROVIDER_SEC_BASE_URL: agency.url, FINAL_BILL_DELAY: '1s' })
})
afterAll(async () => {
  await agency.close()
  expect(await newcomer.leave()).toBe(0)
}, 120_000)

describe('the README', () => {
  it('has no command that is not executed here', () => {
    expect(WALKS.map(({ title }) => title)).toEqual([...Object.keys(PROMISES), ...Object.keys(CLI_GUIDE)])
    expect(README.flatMap(({ blocks }) => blocks.map(({ language }) => language)).filter((language) => language !== 'sh')).toEqual(['ts'])
  })

  it('leads to pages and files that are there', () => {
    const links = [...fileText('README.md').matchAll(/\]\((?!http)([^)#]+)/g)].map(([, path = '']) => path)
    expect(links.filter((path) => !existsSync(new URL(`../../${path}`, import.meta.url)))).toEqual([])
  })

  it.each(WALKS)('$title: each command does what it promises', async ({ section, promises }) => {
    await walk({ section, promises, newcomer })
  }, 300_000)
})

describe('its table of commands', () => {
  let terminal: Terminal
  beforeAll(async () => {
    terminal = openTerminal(newcomer)
    for (const command of OPEN) expect(await terminal.run(command)).toMatchObject({ code: 0, stderr: '' })
  })
  afterAll(() => terminal.close())

  it('has no row that is not executed here, and has every script', () => {
    expect(COMMANDS_OF_TABLE).toEqual(ROWS.map(({ command }) => command))
    const scripts = membersOf(JSON.parse(fileText('package.json')).scripts).map(([name]) => name).filter((name) => name !== 'start' && name !== 'test')
    expect(new Set(COMMANDS_OF_TABLE.flatMap((command) => /^npm run (\S+)/.exec(command)?.[1] ?? []))).toEqual(new Set(scripts))
  })

  it.each(ROWS.map((row) => [row.command, row] as const))('%s', async (_, { command, typed = command, prints = /(?:)/, instead }) => {
    if (instead !== undefined) return instead(newcomer)
    const { code, stdout, stderr } = await terminal.run(typed)
    expect([code, stdout + stderr]).toEqual([0, expect.stringMatching(prints)])
  }, 180_000)

  it.each(BY_THE_WAY)('and so are commands that it names by the way: %s', async (command) => {
    expect(await terminal.run(command)).toMatchObject({ code: 0 })
  })
})
