import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@jest/globals'
import { at } from '../../support/http.ts'
import { commandsOf } from './commands.ts'
import type { Section } from './markdown.ts'
import type { Newcomer } from './newcomer.ts'
import { type LongCommand, openTerminal, runInTerminal, type CommandEnd, type Terminal } from './terminal.ts'

/** The output of a command of a page, and its place. */
export interface CommandOutput extends CommandEnd {
  /** As it was typed. */
  readonly command: string
  /** One value inside its JSON answer. */
  at(...path: string[]): unknown
  readonly json: unknown
  readonly terminal: Terminal
  readonly newcomer: Newcomer
}

/** What a page promises of one of its commands. Each also promises no error in its answer, and exit status 0. */
export interface CommandPromise {
  /** A distinctive part of the command. */
  readonly command: string
  /** What is typed instead of it, where the command itself cannot be; the promise has the reason. */
  readonly typed?: string
  /** Why something else is typed or it is checked in another way. */
  readonly because?: string
  /** The exit status, where the page shows a refusal. */
  readonly exit?: number
  readonly prints?: RegExp
  /**
   * What is done before it is typed: a wrong turn that it mentions, or a Ctrl-C in the latest of the other terminals.
   */
  readonly first?: (
    place: Pick<CommandOutput, 'terminal' | 'newcomer'> & { readonly interrupt: () => Promise<void> },
  ) => Promise<void>
  readonly check?: (output: CommandOutput) => void | Promise<void>
  /** For a command that runs until the section is over: its output when it is ready. */
  readonly readyWhen?: RegExp
  /** For the same: its output by the end of the section. */
  readonly finallyPrints?: RegExp
  /** For a command that waits for a person: does what the person does. The command must then end by itself. */
  readonly whileRunning?: (life: LongCommand, newcomer: Newcomer) => Promise<void>
  /** It starts the service, which outlives the section. */
  readonly startsService?: true
}

/**
 * Types a section's commands in a new terminal, in which only the definitions of the sections around it were typed
 * before, and compares each with its promise. A command without a promise fails, and so does a promise without a
 * command. Its program is saved first.
 */
export async function walk({
  section,
  promises,
  newcomer,
}: {
  section: Section
  promises: readonly CommandPromise[]
  newcomer: Newcomer
}): Promise<void> {
  const before = section.before.flatMap(shellCommands).filter((command) => SETS.test(command))
  const commands = section.blocks.flatMap(shellCommands).map((command) => newcomer.typed(command))
  expect(
    commands.map((command, index) => (command.includes(promises[index]?.command ?? '\0') ? 'known' : command)),
  ).toEqual(promises.map(() => 'known'))
  for (const { text } of section.blocks.filter(({ language }) => language === 'ts'))
    writeFileSync(join(newcomer.folder, 'try.ts'), text)
  const terminal = openTerminal(newcomer)
  const alive: { readonly life: LongCommand; readonly finallyPrints: RegExp }[] = []
  try {
    for (const command of before) await prepare(terminal, command)
    for (const [index, command] of commands.entries()) {
      const promised = promises[index] ?? { command }
      await promised.first?.({
        terminal,
        newcomer,
        interrupt: async () => {
          await alive.pop()?.life.interrupt()
        },
      })
      if (promised.startsService === true) {
        await checkOutput(promised, command, {
          code: 0,
          stdout: await newcomer.start(before, command),
          stderr: '',
          terminal,
          newcomer,
        })
      } else if (promised.readyWhen !== undefined || promised.whileRunning !== undefined) {
        const life = runInTerminal(newcomer, before, command)
        if (promised.readyWhen !== undefined) {
          alive.push({ life, finallyPrints: promised.finallyPrints ?? promised.readyWhen })
          await life.prints(promised.readyWhen)
        }
        if (promised.whileRunning !== undefined) await promised.whileRunning(life, newcomer)
        if (promised.readyWhen === undefined)
          expect([command, await life.ended, life.output()]).toEqual([command, promised.exit ?? 0, expect.anything()])
      } else {
        await checkOutput(promised, command, { ...(await terminal.run(promised.typed ?? command)), terminal, newcomer })
      }
    }
    for (const { life, finallyPrints } of alive) await life.prints(finallyPrints)
  } finally {
    for (const { life } of alive.toReversed()) await life.interrupt()
    await terminal.close()
  }
}

/** The variables that a closed terminal loses, and the next one needs again. */
const SETS = /^(?:alias |export |\w+\(\))/

/** The set-up of a command prints only one line for each of its steps. */
const STEP_OF_SETUP = /^ {2}\S.* \d+\.\d s {2}.*\n/gm

/** An error inside of an `export` is visible on standard error only. */
async function prepare(terminal: Terminal, command: string): Promise<void> {
  const { code, stderr } = await terminal.run(command)
  expect([command, code, stderr.replaceAll(STEP_OF_SETUP, '')]).toEqual([command, 0, ''])
}

const shellCommands = ({ language, text }: Section['blocks'][number]): string[] =>
  language === 'sh' ? commandsOf(text) : []

/** The envelope of every error of the service. */
const ERROR = /"error":\s*\{\s*"code"/

async function checkOutput(
  { exit = 0, prints, check }: CommandPromise,
  command: string,
  output: CommandEnd & Pick<CommandOutput, 'terminal' | 'newcomer'>,
): Promise<void> {
  const { code, stdout, stderr } = output
  const shown = `${command}\n${stdout}\n${stderr}`
  expect([code, shown]).toEqual([exit, shown])
  if (exit === 0) expect(stdout + stderr).not.toMatch(ERROR)
  if (prints !== undefined) expect(stdout).toMatch(prints)
  const json = parsed(stdout)
  await check?.({ ...output, command, json, at: (...path) => at(json, ...path) })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
