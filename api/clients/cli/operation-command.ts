import type { Argument, Command, Option, OptionValues } from 'commander'
import type { Operation } from '../sdk/index.ts'
import type { Context } from './context.ts'
import { UsageError } from './failures.ts'
import { type CliFrame, does, doesAsPerson, type Fill, withExamples } from './frame.ts'
import type { CliRequestOptions } from './requests.ts'

/** What the person wrote behind the command. */
export interface Given<O extends OptionValues> {
  readonly words: readonly string[]
  readonly options: O
  readonly context: Context
}

/** A command that sends one operation of the API and shows its answer. */
export interface OperationCommand<O extends OptionValues = {}> {
  readonly name: string
  readonly alias?: string
  readonly summary: string
  /** The operation, or the one that the arguments select. */
  readonly operation: Operation | ((words: readonly string[]) => Operation)
  /** Its arguments in order. Completion goes by their names. */
  readonly words?: readonly Argument[]
  readonly options?: readonly Option[]
  /** Where arguments and options go; without it, nothing is sent. */
  readonly sends?: (given: Given<O>) => CliRequestOptions | Promise<CliRequestOptions>
  readonly view: (body: unknown, context: Context) => string
  /** A sentence below what is shown: what to do next, or empty. It may end in a command. */
  readonly note?: (body: unknown) => string
  /** The API takes it only from a person: a stored session is used instead of the key. */
  readonly asPerson?: true
  /** What the command destroys, as a sentence; it then needs `--yes`. */
  readonly confirms?: string
  readonly examples: readonly string[]
}

/** One subcommand of a noun. */
export interface SubCommand {
  readonly name: string
  readonly alias?: string
  readonly summary: string
  readonly fill: Fill
  /** How the noun alone does it, where the subcommand takes arguments. */
  readonly alone?: Fill
}

/** Makes a command of an operation, to be put beside others by `noun`. */
export const operation = <O extends OptionValues = {}>(declared: OperationCommand<O>): SubCommand => ({
  ...declared,
  fill: (command, frame) => fillOperation(command, frame, declared),
})

/** The subcommands of a noun. The noun alone is its first one, without arguments: `svc keys` is `svc keys list`. */
export const noun =
  (...subCommands: readonly [SubCommand, ...SubCommand[]]): Fill =>
  (command, frame) => {
    const [{ fill: first, alone = first }] = subCommands
    alone(command, frame)
    for (const { name, alias, summary, fill } of subCommands) {
      const added = command.command(name).description(summary)
      fill(alias === undefined ? added : added.alias(alias), frame)
    }
  }

function fillOperation<O extends OptionValues>(command: Command, frame: CliFrame, declared: OperationCommand<O>): void {
  for (const word of declared.words ?? []) command.addArgument(word)
  for (const option of declared.options ?? []) command.addOption(option)
  if (declared.confirms !== undefined) command.option('-y, --yes', 'confirm it')
  const begin = declared.asPerson === true ? doesAsPerson : does
  withExamples(
    begin<O & { readonly yes?: true }>(command, frame, (context, options, words) =>
      sendAndShow(declared, { context, options, words }),
    ),
    declared.examples,
  )
}

async function sendAndShow<O extends OptionValues>(
  { operation: selected, sends, view, note, confirms }: OperationCommand<O>,
  given: Given<O & { readonly yes?: true }>,
): Promise<void> {
  const { context, options, words } = given
  if (confirms !== undefined && options.yes !== true) throw new UsageError(`${confirms} Confirm with --yes.`)
  const name = typeof selected === 'string' ? selected : selected(words)
  const answer = await context.request(name, sends === undefined ? {} : await sends(given))
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
}
