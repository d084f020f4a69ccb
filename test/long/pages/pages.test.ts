import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { fixture } from '../../fixtures/load.ts'
import { membersOf } from '../../support/http.ts'
import { type Simulator, startSimulator } from '../../support/http-simulator.ts'
import { commandsOf } from './commands.ts'
import { readSections, type Section } from './markdown.ts'
import { arrive, type Newcomer } from './newcomer.ts'
import { CLI_GUIDE } from './promises/cli-guide.ts'
import { FIRST_RUN, START } from './promises/first-run.ts'
import { LIVE } from './promises/live.ts'
import { OPEN, ROWS } from './promises/table.ts'
import { TOUR } from './promises/tour.ts'
import { openTerminal, type Terminal } from './terminal.ts'
import { type CommandPromise, walk } from './walk.ts'

const fileText = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const hasCommands = ({ blocks }: Section): boolean => blocks.some(({ language }) => language === 'sh')

const README: Readonly<Record<string, readonly CommandPromise[]>> = {
  'Two commands': [
    START,
    {
      command: 'npm test',
      typed: 'npm test -- --listTests',
      because: 'All of it takes minutes.',
      prints: /test\/api\/access\.test\.ts$/m,
    },
  ],
  'First run': FIRST_RUN,
}

/**
 * The pages that a newcomer types, in this order; the guides of the MCP server and of the typed client have tests of
 * their own.
 */
const PROMISES: readonly (readonly [path: string, promises: Readonly<Record<string, readonly CommandPromise[]>>])[] = [
  ['README.md', README],
  ['docs/tour.md', TOUR],
  ['docs/commands.md', {}],
  ['docs/settings.md', {}],
  ['packages/cli/README.md', CLI_GUIDE],
  // Last: it starts the service with simulated live providers.
  ['docs/live.md', LIVE],
]
const PAGES = PROMISES.map(([path, promises]) => ({ path, promises, sections: readSections(fileText(path)) }))
const WALKS = PAGES.flatMap(({ path, promises, sections }) =>
  sections
    .filter(hasCommands)
    .map((section) => ({ path, title: section.title, section, promises: promises[section.title] ?? [] })),
)

const COMMANDS = PAGES.find(({ path }) => path === 'docs/commands.md')?.sections ?? []
const COMMANDS_OF_TABLE = COMMANDS.flatMap(({ cells }) => cells).flatMap(
  (cell) => cell.match(/(?<=`)(?:npm|docker) [^`]+/g) ?? [],
)
const COMMANDS_OF_BLOCKS = WALKS.flatMap(({ section }) => section.blocks).flatMap(({ language, text }) =>
  language === 'sh' ? commandsOf(text) : [],
)
/** What sentences mention in passing, and no block has. */
const BY_THE_WAY = PAGES.filter(({ promises }) => promises !== CLI_GUIDE)
  .flatMap(({ sections }) =>
    sections.flatMap(({ prose }) => prose.match(/(?<=`)(?:npm|npx|node|svc|curl|docker) [^`]+/g) ?? []),
  )
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

describe('the pages for a newcomer', () => {
  it('have no command that is not executed here', () => {
    expect(WALKS.map(({ path, title }) => [path, title])).toEqual(
      PAGES.flatMap(({ path, promises }) => Object.keys(promises).map((title) => [path, title])),
    )
    const programs = PAGES.filter(({ promises }) => promises !== CLI_GUIDE).flatMap(({ path, sections }) =>
      sections.flatMap(({ blocks }) => blocks.map(({ language }) => `${path}: ${language}`)),
    )
    expect(programs.filter((one) => !/: (?:sh|text)$/.test(one))).toEqual(['docs/tour.md: ts'])
  })

  it.each(WALKS)(
    '$path, $title: each command does what it promises',
    async ({ section, promises }) => {
      await walk({ section, promises, newcomer })
    },
    300_000,
  )
})

describe('docs/commands.md', () => {
  let terminal: Terminal
  beforeAll(async () => {
    terminal = openTerminal(newcomer)
    for (const command of OPEN) expect(await terminal.run(command)).toMatchObject({ code: 0, stderr: '' })
  })
  afterAll(() => terminal.close())

  it('has no row that is not executed here, and has every script', () => {
    expect(COMMANDS_OF_TABLE).toEqual(ROWS.map(({ command }) => command))
    const scripts = membersOf(JSON.parse(fileText('package.json')).scripts).map(([name]) => name)
    expect(new Set(COMMANDS_OF_TABLE.flatMap((command) => /^npm (?:run )?(\S+)/.exec(command)?.[1] ?? []))).toEqual(
      new Set(scripts),
    )
  })

  it.each(ROWS.map((row) => [row.command, row] as const))(
    '%s',
    async (_, { command, typed = command, prints = /(?:)/, instead }) => {
      if (instead !== undefined) return instead(newcomer)
      const { code, stdout, stderr } = await terminal.run(typed)
      expect([code, stdout + stderr]).toEqual([0, expect.stringMatching(prints)])
    },
    180_000,
  )

  it('and the pages mention no command that does not run', async () => {
    for (const command of BY_THE_WAY)
      expect([command, await terminal.run(command)]).toMatchObject([command, { code: 0 }])
  })
})
