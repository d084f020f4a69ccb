import { Option } from 'commander'
import type { Context } from '../context.ts'
import { UsageError } from '../failures.ts'
import { does, type Fill, withExamples } from '../frame.ts'
import { readJson, parsePairs, parseInteger } from '../input.ts'
import { makeRun } from '../running.ts'

interface Options {
  readonly input?: string
  readonly path?: string
  readonly query?: string
  readonly provider?: string
  readonly strategy?: string
  readonly maxCost?: string
  /** Left out unless `--no-fallback` was given: the parser sets no defaults for options that are added this late. */
  readonly fallback?: boolean
  readonly fresh?: true
  readonly allowRepeat?: true
  readonly allowUncheckedRecipients?: true
  readonly includeRaw?: true
  readonly wait?: string
  readonly async?: true
  readonly idempotencyKey?: string
  readonly record?: string
  readonly into?: string
}

/** A day; a longer run is read later. */
const WAIT_SECONDS_MAX = 86_400

/** Spec 4.1, 4.2: runs a capability, or a provider's own endpoint, and waits for its end. */
export const run: Fill = (command, frame) => {
  command
    .argument('<capability>', 'capability, or provider of a raw endpoint')
    .argument('[endpoint-or-input...]', "raw endpoint (/path, or 'METHOD /path'); input as name=text or name:=json")
    .option('-i, --input <json>', 'input: JSON, @file, or - for standard input; name=value overrides its members')
    .option('--path <json>', 'raw: values for the {placeholders} of the endpoint')
    .option('--query <json>', 'raw: query parameters')
    .option('--provider <provider>', 'only this provider, without fallback')
    .addOption(
      new Option('--strategy <strategy>', 'routing mode').choices([
        'best_value',
        'cheapest',
        'fastest',
        'highest_success_rate',
      ]),
    )
    .option('--max-cost <usd>', 'maximum price, as in 0.05')
    .option('--no-fallback', 'one attempt only')
    .option('--fresh', 'buy it again instead of using a saved answer')
    .option('--allow-repeat', 'send even if the recipient was contacted recently')
    .option('--allow-unchecked-recipients', 'call a raw endpoint that sends to people that only the provider knows')
    .option('--include-raw', "include the provider's payload")
    .option('--record <json>', 'row to write: {"table":…,"key":…,"set":…,"save":…,"on_miss":…}')
    .option('--into <table[:status]>', 'import the results as rows of this table')
    .option('--wait <seconds>', 'how long to wait for the end (no limit)')
    .option('--async', 'do not wait; print the id')
    .option('--idempotency-key <key>', 'the same key runs and bills once (default: a new key)')
  withExamples(
    does<Options>(command, frame, async (context, options, [what = '', ...words]) => {
      if (options.async === true && options.wait !== undefined)
        throw new UsageError('--async does not wait. Omit --wait.')
      const body = await bodyOf(context, options, [what, words])
      return makeRun(context, {
        body,
        waitSeconds:
          options.async === true
            ? 0
            : (parseInteger(options.wait, '--wait', { min: 0, max: WAIT_SECONDS_MAX }) ?? null),
        isAsync: options.async === true,
        idempotencyKey: options.idempotencyKey ?? crypto.randomUUID(),
      })
    }),
    [
      "svc run contact.find full_name='Ada Example' domain=example.com",
      "svc run web.search query='developer tools' limit:=5 --max-cost 0.05",
      'svc run sec \'/submissions/CIK{cik}.json\' --path \'{"cik":"0000320193"}\'',
      'svc run person.enrich --input \'{"email":"ada@example.com"}\' --json',
    ],
  )
}

/** The body of `POST /v1/run`. */
async function bodyOf(
  context: Context,
  options: Options,
  [what, words]: readonly [string, readonly string[]],
): Promise<object> {
  const [first = ''] = words
  const isRaw = /^(\/|[A-Z]+ \/)/.test(first)
  if (!isRaw && (options.path !== undefined || options.query !== undefined))
    throw new UsageError('--path and --query belong to a raw run: svc run <provider> <endpoint>')
  const input = await inputOf(context, options.input, words.slice(isRaw ? 1 : 0))
  const json = async (name: 'path' | 'query' | 'record'): Promise<Readonly<Record<string, unknown>>> => {
    const given = options[name]
    return given === undefined ? {} : { [name]: await readJson(context.machine, given, `--${name}`) }
  }
  const routing = routingOf(options)
  return {
    ...(isRaw
      ? { provider: what, endpoint: first, ...(input === undefined ? {} : { input }) }
      : { capability: what, input: input ?? {} }),
    ...(await json('path')),
    ...(await json('query')),
    ...(await json('record')),
    ...(options.into === undefined ? {} : { into: intoOf(options.into) }),
    ...(Object.keys(routing).length === 0 ? {} : { routing }),
    ...(options.includeRaw === true ? { response: { include_raw: true } } : {}),
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
  fresh,
  allowRepeat,
  allowUncheckedRecipients,
}: Options): object => ({
  ...(provider === undefined ? {} : { provider }),
  ...(strategy === undefined ? {} : { strategy }),
  ...(maxCost === undefined ? {} : { max_cost: maxCost }),
  ...(fallback !== false ? {} : { allow_fallback: false }),
  ...(fresh === true ? { fresh } : {}),
  ...(allowRepeat === true ? { allow_repeat: true } : {}),
  ...(allowUncheckedRecipients === true ? { allow_unchecked_recipients: true } : {}),
})

function intoOf(given: string): object {
  const [table = '', ...status] = given.split(':')
  return { table, ...(status.length === 0 ? {} : { status: status.join(':') }) }
}
