import type { Command, OptionValues } from 'commander'
import type { GivenOptions } from './again.ts'
import type { ClientCredentials } from './config.ts'
import type { Context, GlobalOptions } from './context.ts'
import type { Machine } from './machine.ts'
import { nearest } from './suggestion.ts'

/** A command as the program lists it, before it is loaded. */
export interface Declared {
  readonly name: string
  readonly summary: string
  /** The command's file, loaded only when the command was given. */
  readonly load: () => Promise<CommandSetup>
  readonly hidden?: true
}

/** What one start of the program has: the machine, every command, and how it will end. */
export interface CliFrame {
  readonly machine: Machine
  readonly commands: readonly Declared[]
  exitCode: number
  /** Whether errors are printed as JSON: set when a command begins its work. */
  json: boolean
  /** null until the service is known. */
  credentials: ClientCredentials | null
  /** The options for service and environment, for commands that error messages name. */
  given: GivenOptions
}

/** Adds arguments, options, subcommands and work to the command that was given. */
export type CommandSetup = (command: Command, frame: CliFrame) => void

/**
 * The work of a command, with its options and its arguments in order. A returned number is the exit code; without one
 * it is 0.
 */
export type CommandWork<O extends OptionValues> = (
  context: Context,
  options: O,
  words: readonly string[],
) => Promise<number | void>

/** Gives a command its work and the options that every command has. */
export const action = <O extends OptionValues = {}>(command: Command, frame: CliFrame, work: CommandWork<O>): Command =>
  begin(command, frame, { work, asPerson: false })

/** The same for what the API takes only from a person: a session is preferred to a key. */
export const actionAsPerson = <O extends OptionValues = {}>(
  command: Command,
  frame: CliFrame,
  work: CommandWork<O>,
): Command => begin(command, frame, { work, asPerson: true })

function begin<O extends OptionValues>(
  command: Command,
  frame: CliFrame,
  { work, asPerson }: { readonly work: CommandWork<O>; readonly asPerson: boolean },
): Command {
  if (command.options.every(({ long }) => long !== '--json')) addGlobals(command)
  // Excess words are allowed here, because `refuseWords` below reports them with a better message.
  if (command.registeredArguments.length === 0) command.allowExcessArguments()
  return command.action(async () => {
    if (command.registeredArguments.length === 0) refuseWords(command)
    const globals = globalsOf(command)
    // Loaded here, so that help and version start without it.
    const { createContext } = await import('./context.ts')
    frame.json = globals.json === true
    frame.given = globals
    const context = createContext(frame.machine, { ...globals, asPerson }, (credentials) => {
      frame.credentials = credentials
    })
    frame.exitCode = (await work(context, command.opts<O>(), command.args)) ?? 0
  })
}

function refuseWords(command: Command): void {
  const [word] = command.args
  if (word === undefined) return
  const known = command.commands.map((one) => one.name())
  const meant = nearest(
    word,
    command.commands.flatMap((one) => [one.name(), ...one.aliases()]),
  )
  const more =
    known.length === 0
      ? 'it has no subcommands'
      : meant === null
        ? `available: ${known.join(', ')}`
        : `did you mean ${meant}?`
  command.error(`error: unknown command '${word}' of ${command.name()}: ${more}`)
}

const GLOBALS = 'Options of every command:'

/** Every command has these options; before the command's name they mean the same. */
export function addGlobals(command: Command): Command {
  const has = (name: string): boolean => command.options.some(({ long }) => long === name)
  command.optionsGroup(GLOBALS).option('--json', 'print the exact JSON of the API; streams print one object per line')
  if (!has('--field'))
    command.option('--field <names>', 'print only these members of the JSON, as in run_id or items.0.id,items.0.url')
  if (!has('--base-url')) command.option('--base-url <url>', 'URL of the service (SVC_BASE_URL)')
  if (!has('--key')) command.option('--key <key>', 'API key; - reads it from standard input (SVC_API_KEY)')
  if (!has('--session')) command.option('--session', 'use the session instead of the key (SVC_SESSION_TOKEN)')
  return command
    .option('--test', 'use the sandbox')
    .option('--live', 'use the live environment')
    .option('-q, --quiet', 'print no notes and no progress on stderr')
    .helpOption('-h, --help', 'show usage and examples')
}

/** The options of the command, and of its parent commands. */
function globalsOf(command: Command): GlobalOptions {
  const above = command.parent === null ? {} : globalsOf(command.parent)
  return { ...above, ...command.opts<GlobalOptions>() }
}

/** Lines that work when they are pasted, at the end of a command's help. */
export const withExamples = (command: Command, examples: readonly string[]): Command =>
  command.addHelpText('after', `\nExamples:\n${examples.map((line) => `  $ ${line}\n`).join('')}`)
