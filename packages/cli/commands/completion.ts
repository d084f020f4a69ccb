import { Argument } from 'commander'
import { candidatesOf, globalsIn, positionOf } from '../completion.ts'
import { completionScript, type Shell, SHELLS } from '../completion-scripts.ts'
import { createContext } from '../context.ts'
import { action, type CommandSetup, withExamples } from '../frame.ts'
import { safeLine } from '../output/text.ts'

/** Completion does not wait longer for the network. */
const DEADLINE_MS = 1_500

/** A script for the shell, to be read when it starts. */
export const completion: CommandSetup = (command, frame) => {
  command.addArgument(new Argument('<shell>', 'which').choices(SHELLS))
  withExamples(
    action(command, frame, async (context, _, [name]) => {
      const shell: Shell = SHELLS.find((one) => one === name) ?? 'bash'
      await context.print(completionScript(shell, context.machine.program))
    }),
    [
      'source <(svc completion bash)',
      'svc completion zsh > ~/.zfunc/_svc',
      'svc completion fish > ~/.config/fish/completions/svc.fish',
    ],
  )
}

/** Candidates for the last word of a line, one a line: the word, a tab, and its description. Prints no errors. */
export const complete: CommandSetup = (command, frame) => {
  command.argument('[words...]')
  action(command, frame, async ({ print }, _, words) => {
    const current = words.at(-1) ?? ''
    const { fixed, wanted } = await positionOf(words.length === 0 ? [''] : words, frame)
    // Without a typed character, options are left out: they are many and seldom wanted.
    const known = fixed.filter(({ value }) => value.startsWith(current) && (current !== '' || !value.startsWith('-')))
    const machine = {
      ...frame.machine,
      interrupted: AbortSignal.any([frame.machine.interrupted, AbortSignal.timeout(DEADLINE_MS)]),
    }
    const candidates =
      wanted === null || current.startsWith('-')
        ? []
        : await candidatesOf(createContext(machine, globalsIn(words)), wanted).catch(() => [])
    const found = [...known, ...candidates.filter(({ value }) => value.startsWith(current))]
    for (const { value, what } of new Map(found.map((one) => [one.value, one])).values())
      await print(`${safeLine(value)}\t${safeLine(what)}\n`)
  })
}
