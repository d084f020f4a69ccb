import { Option } from 'commander'
import type { Context } from '../context.ts'
import { UsageError } from '../failures.ts'
import { action, type CommandSetup, withExamples } from '../frame.ts'
import { parseInteger, parsePairs, readJson, readNamedFile } from '../input.ts'
import { showJob, waitForJob } from '../job-waiting.ts'
import { beforeAnswer } from '../lost-answer.ts'
import { estimateView } from '../output/job.ts'
import { at, isObject, textAt } from '../output/value.ts'
import type { Answer } from '../requests.ts'
import { requestOf, type RequestOptions, requestOptions, requestWords } from '../run-request.ts'

/** Where the rows come from: one of the first four. */
interface RowOptions {
  readonly csv?: string
  readonly table?: string
  readonly items?: string
  readonly upload?: string
  readonly where?: string
  readonly limit?: string
}

interface CreateOptions extends RowOptions, RequestOptions {
  readonly map?: readonly string[]
  readonly ceiling: string
  readonly pilot?: string
  readonly approve?: string
  readonly onlyEmpty?: true
  readonly concurrency?: string
  readonly record?: string
  readonly dryRun?: true
  readonly callbackUrl?: string
  readonly idempotencyKey?: string
  readonly wait?: true
  readonly out?: string
}

const ROWS_MAX = 50_000
const CONCURRENCY_MAX = 1_000

const OPTIONS: readonly Option[] = [
  new Option('--csv <file>', 'rows of a CSV file, which is uploaded; - for standard input'),
  new Option('--table <table>', 'rows of this table'),
  new Option('--items <json>', 'rows as a list of up to 1,000 objects: JSON, @file, or -'),
  new Option('--upload <upload>', 'rows of an uploaded file: upl_…'),
  new Option('--where <json>', 'with --table: conditions, as in {"title":{"contains":"Chief"}}, @file, or -'),
  new Option('--limit <n>', 'with --table: the first rows only'),
  new Option('--map <name=column>', 'an input that a column of the rows fills, as in email=Email; once for each'),
  new Option('--ceiling <usd>', 'the most that the job may spend, as in 25').makeOptionMandatory(),
  new Option('--pilot <n>', 'rows that run first; 0 for none (10)'),
  new Option('--approve <mode>', 'manual waits for an approval after the pilot').choices(['auto', 'manual']),
  new Option('--only-empty', 'with --record: only rows in which a saved field is empty'),
  new Option('--concurrency <n>', 'rows that may be under way at once'),
  new Option('--record <json>', 'with --table: what each run writes into its row: {"save":…,"set":…,"on_miss":…}'),
  new Option('--callback-url <url>', 'public https URL that gets the events of the job, signed'),
  new Option('--idempotency-key <key>', 'the same key makes one job (default: a new key)'),
  new Option('--dry-run', 'show the estimate and make nothing'),
  new Option('--wait', 'wait until the job ends or needs a decision'),
  new Option('--out <file>', 'with --wait: write the results there, as CSV, or as JSON lines to a .jsonl'),
].map((option) =>
  option.long === '--map'
    ? option.argParser((pair: string, before: readonly string[] | undefined) => [...(before ?? []), pair])
    : option,
)

/** The options of a run that a job does not take, or takes in another sense. */
const NOT_OF_JOBS = new Set(['--into', '--only'])

/** `svc jobs create`: uploads the rows, maps their columns, and makes the job. */
export const addCreateJob: CommandSetup = (command, frame) => {
  for (const word of requestWords()) command.addArgument(word)
  for (const option of OPTIONS) command.addOption(option)
  for (const option of requestOptions()) if (!NOT_OF_JOBS.has(option.long ?? '')) command.addOption(option)
  withExamples(
    action<CreateOptions>(command, frame, async (context, options, words) => {
      requireFitting(options)
      const answer = await created(context, options, words)
      if (options.dryRun === true) return context.show(answer, (body) => estimateView(body, context))
      if (options.wait !== true) return showJob(context, answer)
      if (!context.json) await noteEstimate(context, answer.body)
      return waitForJob(context, textAt(answer.body, 'job_id'), options)
    }),
    [
      'svc jobs create contact.verify --csv people.csv --map email=Email --ceiling 25 --dry-run',
      'svc jobs create contact.find --csv people.csv --map full_name="Full Name" --map domain=Site --ceiling 25 --wait --out found.csv',
      'svc jobs create contact.find domain=example.com --csv people.csv --map full_name=Name --ceiling 5 --approve manual',
      'svc jobs create person.enrich --table leads --where \'{"status":"new"}\' --map email=email --record \'{"save":"all"}\' --ceiling 25',
    ],
  )
}

async function created(context: Context, options: CreateOptions, words: readonly string[]): Promise<Answer> {
  const { record, pilot, concurrency, callbackUrl } = options
  const key = options.idempotencyKey ?? crypto.randomUUID()
  const body = {
    ...(await mapped(context, options, words)),
    ceiling: options.ceiling,
    pilot: parseInteger(pilot, '--pilot', { min: 0, max: ROWS_MAX }),
    approve: options.approve,
    concurrency: parseInteger(concurrency, '--concurrency', { min: 1, max: CONCURRENCY_MAX }),
    ...(options.onlyEmpty === true ? { only: 'empty' } : {}),
    ...(options.dryRun === true ? { dry_run: true } : {}),
    ...(callbackUrl === undefined ? {} : { callback_url: callbackUrl }),
    ...(record === undefined ? {} : { record: await readJson(context.machine, record, '--record') }),
  }
  // Last, because it uploads the file.
  const rows = await rowsOf(context, options, key)
  const sent = { body: { ...body, rows }, headers: { 'Idempotency-Key': key } }
  const answer = await context.request('POST /v1/jobs', sent).catch((error: unknown) => {
    if (options.dryRun === true) throw error
    throw beforeAnswer(error, { noun: 'job', key, interrupted: context.machine.interrupted })
  })
  if (answer.headers.get('idempotent-replay') === 'true')
    await context.note('This key was used before. This is the earlier job; nothing was made again.')
  return answer
}

/** The request of a run, with a placeholder for each mapped column. */
async function mapped(context: Context, options: CreateOptions, words: readonly string[]): Promise<object> {
  const request = await requestOf(context, options, words)
  const given = at(request, 'input')
  const columns = parsePairs(options.map ?? [])
  if (Object.keys(columns).length === 0) return request
  if (given !== undefined && !isObject(given)) throw new UsageError('--map needs an object, and --input is not one.')
  return { ...request, input: { ...given, ...placeholdersIn(columns) } }
}

const placeholdersIn = (columns: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      isObject(column) ? placeholdersIn(column) : placeholderFor(String(column)),
    ]),
  )

/** A name with a space, a quote or an odd dot is written as in JSON. */
const placeholderFor = (column: string): string =>
  /^[^\s{}".]+(\.[^\s{}".]+)*$/.test(column) ? `{{${column}}}` : `{{${JSON.stringify(column)}}}`

/** The upload has a key too: a repetition names the same upload, so that it is the same request. */
async function rowsOf(
  context: Context,
  { csv, table, items, upload, where, limit }: RowOptions,
  key: string,
): Promise<object> {
  const { machine } = context
  if (csv !== undefined) return { upload: textAt((await uploaded(context, csv, `${key}.upload`)).body, 'upload_id') }
  if (items !== undefined) return { items: await readJson(machine, items, '--items') }
  if (upload !== undefined) return { upload }
  return {
    table,
    ...(where === undefined ? {} : { where: await readJson(machine, where, '--where') }),
    limit: parseInteger(limit, '--limit', { min: 1, max: ROWS_MAX }),
  }
}

/** Sends a CSV file, read as bytes so that the service refuses one that is not UTF-8 and does not get it decoded. */
export const uploaded = async (context: Context, file: string, key?: string): Promise<Answer> =>
  context.request('POST /v1/jobs/uploads', {
    body: await readNamedFile(context.machine, file),
    headers: { 'Content-Type': 'text/csv', 'Idempotency-Key': key },
  })

function requireFitting({ csv, table, items, upload, where, limit, out, wait, dryRun }: CreateOptions): void {
  if ([csv, table, items, upload].filter((given) => given !== undefined).length !== 1)
    throw new UsageError('Name the rows by one of --csv, --table, --items and --upload.')
  if (table === undefined && (where !== undefined || limit !== undefined))
    throw new UsageError('--where and --limit choose rows of a --table.')
  if (out !== undefined && (wait !== true || dryRun === true))
    throw new UsageError('--out writes the results at the end. Add --wait, or use: svc jobs results')
}

async function noteEstimate(context: Context, job: unknown): Promise<void> {
  const { again } = context
  await context.note(
    again(
      `${textAt(job, 'job_id')}: ${textAt(job, 'estimate', 'runnable')} of ${textAt(job, 'estimate', 'rows')} rows, ` +
        `${textAt(job, 'estimate', 'expected_cost')} USD expected, at most ${textAt(job, 'ceiling')} USD.`,
    ),
  )
}
