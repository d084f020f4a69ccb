import type { Argument, Command, Option, OptionValues } from 'commander'
import type { Operation } from 'routed-data-client'
import type { Context } from './context.ts'
import { UsageError } from './failures.ts'
import { type CliFrame, action, actionAsPerson, type CommandSetup, withExamples } from './frame.ts'
import type { ListOptions } from './listing.ts'
import type { Answer, CliRequestOptions } from './requests.ts'

/** What the person wrote behind the command. */
export interface Given<O extends OptionValues> {
  readonly words: readonly string[]
  readonly options: O
  readonly context: Context
}

/** What a command does that sends one operation of the API and shows its answer. */
interface Sent<O extends OptionValues> {
  /** The operation, or the one that the arguments select. */
  readonly operation: Operation | ((words: readonly string[]) => Operation)
  /** Its arguments in order. Completion goes by their names. */
  readonly words?: readonly Argument[]
  readonly options?: readonly Option[]
  /** Where arguments and options go; without it, nothing is sent. */
  readonly sends?: (given: Given<O>) => CliRequestOptions | Promise<CliRequestOptions>
  /** The answer is a list: the largest page of the route and the usual one. */
  readonly pages?: { readonly max: number; readonly by: number }
  readonly view: (body: unknown, context: Context) => string
  /** A sentence below what is shown: what to do next, or empty. It may end in a command. */
  readonly note?: (body: unknown) => string
  /** The answer has hints of the service, which are shown last. */
  readonly hints?: true
  /** The API takes it only from a person: a stored session is used instead of the key. */
  readonly asPerson?: true
  /** The command needs `--yes`: the text of that option, and what the command destroys, as a sentence. */
  readonly confirms?: { readonly option: string; readonly what: (words: readonly string[]) => string }
  /** The exit code, where a success may also be bad news. */
  readonly exit?: (body: unknown) => number
  readonly examples: readonly string[]
}

/** One of the subcommands of a noun that sends one operation. */
export interface OperationCommand<O extends OptionValues = {}> extends Sent<O> {
  readonly name: string
  readonly alias?: string
  readonly summary: string
}

/** One subcommand of a noun. */
export interface SubCommand {
  readonly name: string
  readonly alias?: string
  readonly summary: string
  readonly setup: CommandSetup
  /** How the noun alone does it, where the subcommand takes arguments. */
  readonly alone?: CommandSetup
}

/** Makes a command of an operation, to be put next to others by `noun`. */
export const operation = <O extends OptionValues = {}>(declared: OperationCommand<O>): SubCommand => ({
  ...declared,
  setup: (command, frame) => setUpOperation(command, frame, declared),
})

/** A command without subcommands that sends one operation. */
export const single =
  <O extends OptionValues = {}>(declared: Sent<O>): CommandSetup =>
  (command, frame) =>
    setUpOperation(command, frame, declared)

/** The subcommands of a noun. The noun alone is its first one, without arguments: `svc keys` is `svc keys list`. */
export const noun =
  (...subCommands: readonly [SubCommand, ...SubCommand[]]): CommandSetup =>
  (command, frame) => {
    const [{ setup: first, alone = first }] = subCommands
    nounWith(alone, ...subCommands)(command, frame)
  }

/** The same for a noun that does something else alone. */
export const nounWith =
  (alone: CommandSetup, ...subCommands: readonly SubCommand[]): CommandSetup =>
  (command, frame) => {
    alone(command, frame)
    for (const { name, alias, summary, setup } of subCommands) {
      const added = command.command(name).description(summary)
      setup(alias === undefined ? added : added.alias(alias), frame)
    }
  }

function setUpOperation<O extends OptionValues>(command: Command, frame: CliFrame, declared: Sent<O>): void {
  for (const word of declared.words ?? []) command.addArgument(word)
  for (const option of declared.options ?? []) command.addOption(option)
  if (declared.pages !== undefined) addPages(command, declared.pages)
  if (declared.confirms !== undefined) command.option('-y, --yes', declared.confirms.option)
  const begin = declared.asPerson === true ? actionAsPerson : action
  withExamples(
    begin<O & Added>(command, frame, (context, options, words) => sendAndShow(declared, { context, options, words })),
    declared.examples,
  )
}

const addPages = (command: Command, { max, by }: { readonly max: number; readonly by: number }): Command =>
  command
    .option('--limit <n>', `number of items, at most ${max} (${by})`)
    .option('--cursor <cursor>', 'cursor of the next page')
    .option('--all', 'all pages; with --json one object per line')

/** The options that a declaration adds. */
type Added = ListOptions & { readonly yes?: true }

async function sendAndShow<O extends OptionValues>(declared: Sent<O>, given: Given<O & Added>): Promise<number | void> {
  const { operation: selected, sends, confirms, pages, view, note } = declared
  const { context, options, words } = given
  if (confirms !== undefined && options.yes !== true)
    throw new UsageError(`${confirms.what(words)} Confirm with --yes.`)
  const name = typeof selected === 'string' ? selected : selected(words)
  const sent = sends === undefined ? {} : await sends(given)
  if (pages !== undefined) {
    // Loaded here, so that help starts without it.
    const { listed } = await import('./listing.ts')
    const seen = (items: readonly unknown[]): string => view({ items }, context)
    return listed(context, { query: {}, ...sent, operation: name, options, max: pages.max, view: seen, note })
  }
  const answer = await context.request(name, sent)
  await showOne(context, answer, declared)
  return declared.exit?.(answer.body)
}

async function showOne<O extends OptionValues>(
  context: Context,
  answer: Answer,
  { view, note, hints }: Sent<O>,
): Promise<void> {
  let isEmpty = false
  await context.show(answer, (body) => {
    const text = view(body, context)
    isEmpty = text === ''
    return text
  })
  if (context.json) return
  if (isEmpty) await context.note('Nothing.')
  const next = note?.(answer.body) ?? ''
  if (next !== '') await context.hint(next)
  if (hints === true) await context.hints(answer)
}
