import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { readSections, type Section } from './markdown.ts'
import { arrive, type Newcomer } from './newcomer.ts'
import { FIRST_RUN, START } from './promises/first-run.ts'
import { OPEN, ROWS } from './promises/table.ts'
import { TOUR } from './promises/tour.ts'
import { openTerminal, type Terminal } from './terminal.ts'
import { type Promised, walk } from './walk.ts'

const README = readSections(readFileSync(new URL('../../README.md', import.meta.url), 'utf8'))
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

let newcomer: Newcomer
beforeAll(async () => { newcomer = await arrive({}) })
afterAll(async () => { expect(await newcomer.leave()).toBe(0) }, 120_000)

describe('the README', () => {
  it('has no command that is not executed here', () => {
    expect(README.filter(hasCommands).map(({ title }) => title)).toEqual(Object.keys(PROMISES))
  })

  it.each(README.filter(hasCommands).map((section) => [section.title, section] as const))('%s: each command does what it promises', async (title, section) => {
    await walk({ section, promises: PROMISES[title] ?? [], newcomer })
  }, 300_000)
})

describe('its table of commands', () => {
  let terminal: Terminal
  beforeAll(async () => {
    terminal = openTerminal(newcomer)
    for (const command of OPEN) expect(await terminal.run(command)).toMatchObject({ code: 0, stderr: '' })
  })
  afterAll(() => terminal.close())

  it('has no row that is not executed here', () => {
    const rows = README.find(({ title }) => title === 'Commands')?.cells.flatMap((cell) => cell.match(/(?<=`)(?:npm|docker) [^`]+/g) ?? [])
    expect(rows).toEqual(ROWS.map(({ command }) => command))
  })

  it.each(ROWS.map((row) => [row.command, row] as const))('%s', async (_, { command, typed = command, prints = /(?:)/, instead }) => {
    if (instead !== undefined) return instead(newcomer)
    const { code, stdout, stderr } = await terminal.run(typed)
    expect([code, stdout + stderr]).toEqual([0, expect.stringMatching(prints)])
  }, 180_000)
})
