import { Command, type Option } from 'commander'
import type { Operation } from 'routed-data-client'
import type { Context, GlobalOptions } from './context.ts'
import { networkOf } from './networks.ts'
import type { Declared, CliFrame } from './frame.ts'
import { at, listAt, textAt } from './output/value.ts'

/** A possible next word, and its description. */
export interface Completion {
  readonly value: string
  readonly what: string
}

/** Which of the service's names may come next: the name of the argument or option, and the arguments before it. */
interface Wanted {
  readonly name: string
  readonly before: readonly string[]
}

interface CompletionPoint {
  readonly fixed: readonly Completion[]
  readonly wanted: Wanted | null
}

/** The position of the cursor in the words after `svc`; the last one is the typed part of the current word. */
export async function positionOf(words: readonly string[], frame: CliFrame): Promise<CompletionPoint> {
  const line = words.slice(0, -1)
  const program = new Command()
  program
    .option('--json')
    .option('--base-url <url>')
    .option('--key <key>')
    .option('--session')
    .option('--test')
    .option('--live')
    .option('-q, --quiet')
  const first = skipOptions(line, program)
  if (first.open !== null) return NOWHERE
  const [name, ...rest] = first.rest
  if (name === undefined)
    return {
      fixed: [...frame.commands.filter(({ hidden }) => hidden !== true).map(completionOf), ...optionsOf(program)],
      wanted: null,
    }
  const declared = frame.commands.find((one) => one.name === name)
  if (declared === undefined) return NOWHERE
  const command = new Command(name)
  const setup = await declared.load()
  setup(command, frame)
  return within(command, rest)
}

const NOWHERE: CompletionPoint = { fixed: [], wanted: null }

function within(command: Command, words: readonly string[]): CompletionPoint {
  const { open, rest, taken } = skipOptions(words, command)
  const [word] = rest
  const inner =
    word === undefined || taken.length > 0 ? undefined : command.commands.find((one) => namesOf(one).includes(word))
  if (inner !== undefined) return within(inner, rest.slice(1))
  const all = [...taken, ...rest]
  if (open !== null)
    return open.argChoices === undefined
      ? { fixed: [], wanted: { name: open.attributeName(), before: all } }
      : { fixed: open.argChoices.map((value) => ({ value, what: '' })), wanted: null }
  const argument = command.registeredArguments[Math.min(all.length, command.registeredArguments.length - 1)]
  return {
    fixed: [
      ...(all.length === 0
        ? command.commands.flatMap((one) => namesOf(one).map((value) => ({ value, what: one.description() })))
        : []),
      ...(argument?.argChoices ?? []).map((value) => ({ value, what: '' })),
      ...optionsOf(command),
    ],
    wanted:
      argument === undefined || (all.length >= command.registeredArguments.length && !argument.variadic)
        ? null
        : { name: argument.name(), before: all },
  }
}

interface Skipped {
  /** The option whose value is being typed. */
  readonly open: Option | null
  /** From the first word on that is no option and may be a subcommand. */
  readonly rest: readonly string[]
  readonly taken: readonly string[]
}

/**
 * Skips options and their values; where subcommands are possible it stops at the first word, otherwise it collects all
 * words.
 */
function skipOptions(words: readonly string[], command: Command): Skipped {
  const taken: string[] = []
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? ''
    const option = command.options.find(({ long, short }) => word === long || word === short)
    if (option?.required === true) {
      if (index === words.length - 1) return { open: option, rest: [], taken }
      index += 1
    } else if (!word.startsWith('-') || word === '-') {
      if (command.registeredArguments.length === 0) return { open: null, rest: words.slice(index), taken }
      taken.push(word)
    }
  }
  return { open: null, rest: [], taken }
}

const namesOf = (command: Command): string[] => [command.name(), ...command.aliases()]

const completionOf = ({ name, summary }: Declared): Completion => ({ value: name, what: summary })

const optionsOf = (command: Command): Completion[] =>
  command.options.flatMap(({ long, description, hidden }) =>
    long == null || hidden ? [] : [{ value: long, what: description }],
  )

/** The options of the line that choose the service, credential and environment. */
export function globalsIn(words: readonly string[]): GlobalOptions {
  const behind = (name: string): string | undefined => {
    const index = words.indexOf(name)
    return index === -1 ? undefined : words[index + 1]
  }
  const [baseUrl, key] = [behind('--base-url'), behind('--key')]
  return {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(key === undefined || key === '-' ? {} : { key }),
    ...(words.includes('--session') ? { session: true } : {}),
    ...(words.includes('--live') ? { live: true } : {}),
    ...(words.includes('--test') ? { test: true } : {}),
  }
}

const PAGE_MAX = 1_000

/** The candidates that the service has for a place; throws when its request fails. */
export async function candidatesOf(context: Context, { name, before }: Wanted): Promise<Completion[]> {
  const [first = ''] = before
  switch (name) {
    case 'capability':
      return before.length === 0 ? [...(await capabilities(context)), ...(await providers(context))] : []
    case 'endpoint':
      return endpointsOf(context, first)
    case 'endpoint-or-input':
      return first.includes('.') ? inputOf(context, first) : before.length === 1 ? endpointsOf(context, first) : []
    case 'provider':
      return providers(context)
    case 'table':
    case 'into':
      return named(context, { operation: 'GET /v1/tables', member: 'name', what: 'description' })
    case 'run':
      return named(context, { operation: 'GET /v1/runs', member: 'run_id', what: 'capability' })
    case 'job':
      return named(context, { operation: 'GET /v1/jobs', member: 'job_id', what: 'name' })
    case 'webhook':
      return named(context, { operation: 'GET /v1/webhooks', member: 'id', what: 'url' })
    case 'code':
      return named(context, { operation: 'GET /v1/errors', member: 'code', what: 'meaning' })
    case 'watch':
      return named(context, { operation: 'GET /v1/watch', member: 'id', what: 'capability' })
    case 'api-key':
      return named(context, { operation: 'GET /v1/api-keys', member: 'id', what: 'name' })
    case 'member':
      return named(context, { operation: 'GET /v1/members', member: 'email', what: 'role' })
    case 'domain':
      return named(context, { operation: 'GET /v1/email/domains', member: 'domain', what: 'status' })
    case 'app':
      return named(context, { operation: 'GET /v1/connected-apps', member: 'id', what: 'name' })
    case 'account': {
      const network = networkOf(first)
      return network === null
        ? []
        : named(context, { operation: `GET /v1/${network}/accounts`, member: 'account_id', what: 'name' })
    }
    default:
      return []
  }
}

interface Named {
  readonly operation: Operation
  readonly member: string
  readonly what: string
}

async function named(context: Context, { operation, member, what }: Named): Promise<Completion[]> {
  const { body } = await context.request(operation)
  return listAt(body, 'items').map((item) => ({ value: textAt(item, member), what: textAt(item, what) }))
}

const capabilities = (context: Context): Promise<Completion[]> =>
  named(context, { operation: 'GET /v1/catalog/capabilities', member: 'capability', what: 'title' })
const providers = (context: Context): Promise<Completion[]> =>
  named(context, { operation: 'GET /v1/catalog/providers', member: 'provider', what: 'title' })

async function endpointsOf(context: Context, provider: string): Promise<Completion[]> {
  if (provider === '' || provider.includes('.')) return []
  const { body } = await context.request('GET /v1/catalog/providers/{provider}/endpoints', {
    params: { provider },
    query: { limit: PAGE_MAX },
  })
  return listAt(body, 'items').map((item) => ({
    value: textAt(item, 'endpoint'),
    what: `${textAt(item, 'method')} ${textAt(item, 'title')}`,
  }))
}

/** The members of a capability's input, each ready for its value. */
async function inputOf(context: Context, capability: string): Promise<Completion[]> {
  const { body } = await context.request('POST /v1/inspect', { body: { capability } })
  const properties = at(body, 'input_schema', 'properties')
  return typeof properties === 'object' && properties !== null
    ? Object.entries(properties).map(([name, field]) => ({
        value: `${name}${isText(field) ? '=' : ':='}`,
        what: textAt(field, 'description'),
      }))
    : []
}

const isText = (field: unknown): boolean => at(field, 'type') === 'string' || at(field, 'type') === undefined
