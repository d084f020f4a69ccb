import { Argument, Option } from 'commander'
import type { Context } from './context.ts'
import { UsageError } from './failures.ts'
import { parsePairs, readJson } from './input.ts'
import { metadataOf, metadataOption, type MetadataOptions } from './metadata-option.ts'

/** What a run or a watch requests. */
export interface RequestOptions extends MetadataOptions {
  readonly input?: string
  readonly path?: string
  readonly query?: string
  readonly provider?: string
  readonly strategy?: string
  readonly maxCost?: string
  /** Left out unless `--no-fallback` was given: the parser sets no defaults for options that are added this late. */
  readonly fallback?: boolean
  readonly order?: string
  readonly only?: string
  readonly ignore?: string
  readonly dataRegion?: string
  readonly fresh?: true
  readonly allowRepeat?: true
  readonly allowUncheckedRecipients?: true
  readonly into?: string
}

/** The arguments of a command that requests something, with their names for completion. */
export const requestWords = (): readonly Argument[] => [
  new Argument('<capability>', 'capability, or provider of a raw endpoint'),
  new Argument('[endpoint-or-input...]', "raw endpoint (/path, or 'METHOD /path'); input as name=text or name:=json"),
]

export const requestOptions = (): readonly Option[] => [
  new Option('-i, --input <json>', 'input: JSON, @file, or - for standard input; name=value overrides its members'),
  new Option('--path <json>', 'raw: values for the {placeholders} of the endpoint'),
  new Option('--query <json>', 'raw: query parameters'),
  new Option('--provider <provider>', 'only this provider, without fallback'),
  new Option('--strategy <strategy>', 'routing mode').choices([
    'best_value',
    'cheapest',
    'fastest',
    'highest_success_rate',
  ]),
  new Option('--max-cost <usd>', 'maximum price, as in 0.05'),
  new Option('--no-fallback', 'one attempt only'),
  new Option('--order <providers>', 'these providers first, in this order: hunter,findymail'),
  new Option('--only <providers>', 'only these providers'),
  new Option('--ignore <providers>', 'none of these providers'),
  new Option('--data-region <region>', 'only providers that keep data there: eu, us, uk or global'),
  new Option('--into <table[:status]>', 'import the results as rows of this table'),
  metadataOption('a pair to find the run by, as in customer=acme; once for each pair'),
]

/** The members of a body that `POST /v1/run` and `POST /v1/watch` have in common. */
export async function requestOf(
  context: Context,
  options: RequestOptions,
  [what = '', ...words]: readonly string[],
): Promise<object> {
  const [first = ''] = words
  const isRaw = /^(\/|[A-Z]+ \/)/.test(first)
  if (!isRaw && (options.path !== undefined || options.query !== undefined))
    throw new UsageError('--path and --query belong to a raw run: svc run <provider> <endpoint>')
  const input = await inputOf(context, options.input, words.slice(isRaw ? 1 : 0))
  const json = async (name: 'path' | 'query'): Promise<Readonly<Record<string, unknown>>> => {
    const given = options[name]
    return given === undefined ? {} : { [name]: await readJson(context.machine, given, `--${name}`) }
  }
  const routing = routingOf(options)
  const metadata = metadataOf(options)
  return {
    ...(isRaw
      ? { provider: what, endpoint: first, ...(input === undefined ? {} : { input }) }
      : { capability: what, input: input ?? {} }),
    ...(await json('path')),
    ...(await json('query')),
    ...(options.into === undefined ? {} : { into: intoOf(options.into) }),
    ...(Object.keys(routing).length === 0 ? {} : { routing }),
    ...(metadata === undefined ? {} : { metadata }),
  }
}

async function inputOf({ machine }: Context, given: string | undefined, words: readonly string[]): Promise<unknown> {
  const pairs = parsePairs(words)
  if (given === undefined) return words.length === 0 ? undefined : pairs
  const input = await readJson(machine, given, '--input')
  if (words.length === 0) return input
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new UsageError('name=value needs an object, and --input is not one.')
  return { ...input, ...pairs }
}

const routingOf = ({
  provider,
  strategy,
  maxCost,
  fallback,
  order,
  only,
  ignore,
  dataRegion,
  fresh,
  allowRepeat,
  allowUncheckedRecipients,
}: RequestOptions): object => ({
  ...(provider === undefined ? {} : { provider }),
  ...(strategy === undefined ? {} : { strategy }),
  ...(maxCost === undefined ? {} : { max_cost: maxCost }),
  ...(fallback !== false ? {} : { allow_fallback: false }),
  ...(order === undefined ? {} : { order: listed(order) }),
  ...(only === undefined ? {} : { only: listed(only) }),
  ...(ignore === undefined ? {} : { ignore: listed(ignore) }),
  ...(dataRegion === undefined ? {} : { require: { data_region: dataRegion } }),
  ...(fresh === true ? { fresh } : {}),
  ...(allowRepeat === true ? { allow_repeat: true } : {}),
  ...(allowUncheckedRecipients === true ? { allow_unchecked_recipients: true } : {}),
})

const listed = (words: string): string[] =>
  words
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

function intoOf(given: string): object {
  const [table = '', ...status] = given.split(':')
  return { table, ...(status.length === 0 ? {} : { status: status.join(':') }) }
}
