import { Argument, Option } from 'commander'
import type { Context } from '../context.ts'
import { UsageError } from '../failures.ts'
import { action, type CommandSetup, withExamples } from '../frame.ts'
import { parseInteger } from '../input.ts'
import { type FileOfResults, showJob, waitForJob, writeResults } from '../job-waiting.ts'
import { metadataOption, type MetadataOptions, metadataQuery } from '../metadata-option.ts'
import { noun, operation } from '../operation-command.ts'
import { type ItemColumn, itemsOf, time } from '../output/items.ts'
import { jobView, keyColumn, nextOf } from '../output/job.ts'
import { membersText } from '../output/members.ts'
import { styledState } from '../output/style.ts'
import { at, listAt, textAt, timeAt } from '../output/value.ts'
import { addCreateJob, uploaded } from './create-job.ts'

const JOB = new Argument('<job>', 'job_…')
const CEILING = new Option('--ceiling <usd>', 'the most that the job may spend, as in 50')
const STATUSES = [
  'estimating',
  'awaiting_approval',
  'running',
  'paused',
  'finishing',
  'succeeded',
  'partially_succeeded',
  'cancelled',
  'failed',
]
const OUTCOMES = ['found', 'missed', 'failed', 'blocked', 'invalid', 'saved', 'cancelled', 'repeated']

const list = operation<MetadataOptions & { readonly status?: string }>({
  name: 'list',
  summary: 'list jobs, newest first',
  operation: 'GET /v1/jobs',
  options: [
    new Option('--status <status>', 'only these').choices(STATUSES),
    metadataOption('only with this pair of metadata, as in customer=acme; once for each pair'),
  ],
  pages: { max: 100, by: 50 },
  sends: ({ options }) => ({ query: { status: options.status, ...metadataQuery(options) } }),
  view: itemsOf([
    { title: 'JOB', fixed: true, of: 'job_id' },
    { title: 'STATUS', fixed: true, styled: styledState, of: 'status' },
    { title: 'REASON', spare: true, of: 'reason' },
    { title: 'WHAT', of: 'name' },
    {
      title: 'ROWS',
      right: true,
      fixed: true,
      of: (job) => `${textAt(job, 'progress', 'done')}/${textAt(job, 'progress', 'rows')}`,
    },
    { title: 'FOUND', right: true, fixed: true, of: 'progress.found' },
    { title: 'SPENT', right: true, fixed: true, of: 'spent' },
    { title: 'CEILING', right: true, spare: true, of: 'ceiling' },
    { title: 'CREATED', fixed: true, spare: true, of: time('created_at') },
  ]),
  examples: [
    'svc jobs',
    'svc jobs --status paused',
    'svc jobs create contact.verify --csv people.csv --map email=Email --ceiling 25',
  ],
})

interface GetJobOptions extends FileOfResults {
  readonly wait?: true
}

const addJobGet: CommandSetup = (command, frame) => {
  command
    .addArgument(JOB)
    .option('--wait', 'wait until the job ends or needs a decision')
    .option('--out <file>', 'with --wait: write the results there, as CSV, or as JSON lines to a .jsonl')
  withExamples(
    action<GetJobOptions>(command, frame, async (context, { wait, out }, [jobId = '']) => {
      if (wait === true) return waitForJob(context, jobId, out === undefined ? {} : { out })
      if (out !== undefined) throw new UsageError(`Add --wait, or use: svc jobs results ${jobId} --out ${out}`)
      return showJob(context, await context.request('GET /v1/jobs/{job_id}', { params: { job_id: jobId } }))
    }),
    ['svc jobs get job_…', 'svc jobs get job_… --wait --out results.csv'],
  )
}

const items = operation<{ readonly outcome?: string }>({
  name: 'items',
  summary: 'list the rows of a job, with how each ended',
  operation: 'GET /v1/jobs/{job_id}/items',
  words: [JOB],
  options: [new Option('--outcome <outcome>', 'only rows that ended so').choices(OUTCOMES)],
  pages: { max: 1_000, by: 100 },
  sends: ({ words: [jobId = ''], options: { outcome } }) => ({ params: { job_id: jobId }, query: { outcome } }),
  view: (body, context) => itemsOf(rowColumns(listAt(body, 'items')))(body, context),
  examples: ['svc jobs items job_…', 'svc jobs items job_… --outcome failed --all --json'],
})

const rowColumns = (rows: readonly unknown[]): ItemColumn[] => [
  { title: 'ROW', right: true, fixed: true, of: 'row' },
  ...keyColumn(rows),
  { title: 'OUTCOME', fixed: true, styled: styledState, of: 'outcome' },
  { title: 'CHARGED', right: true, fixed: true, of: 'charged' },
  { title: 'RUN', fixed: true, of: 'run_id' },
  { title: 'WHY', of: whyOf },
]

function whyOf(row: unknown): string {
  const same = textAt(row, 'same_as')
  return [...(same === '' ? [] : [`same as row ${same}`]), textAt(row, 'error', 'message')].filter(Boolean).join(': ')
}

const addResults: CommandSetup = (command, frame) => {
  command
    .addArgument(JOB)
    .option('--out <file>', 'output file; it appears when it is complete')
    .addOption(new Option('--format <format>', 'csv, or jsonl (by the name of the file)').choices(['csv', 'jsonl']))
  withExamples(
    action<FileOfResults>(command, frame, (context, options, [jobId = '']) => writeResults(context, jobId, options)),
    ['svc jobs results job_… --out results.csv', 'svc jobs results job_… --format jsonl | head -3'],
  )
}

/** A command that changes a job and shows it. */
const change = (name: 'pause' | 'resume' | 'approve' | 'cancel', summary: string) =>
  operation({
    name,
    summary,
    operation: `POST /v1/jobs/{job_id}/${name}`,
    words: [JOB],
    sends: ({ words: [jobId = ''] }) => ({ params: { job_id: jobId } }),
    view: jobView,
    note: nextOf,
    examples: [`svc jobs ${name} job_…`],
  })

const retry = operation<{ readonly ceiling?: string }>({
  name: 'retry',
  summary: 'make a new job of the rows that failed',
  operation: 'POST /v1/jobs/{job_id}/retry',
  words: [JOB],
  options: [CEILING],
  sends: ({ words: [jobId = ''], options: { ceiling } }) => ({
    params: { job_id: jobId },
    body: { only: 'errors', ceiling },
  }),
  view: jobView,
  note: nextOf,
  examples: ['svc jobs retry job_…', 'svc jobs retry job_… --ceiling 5'],
})

const edit = operation<{ readonly ceiling?: string; readonly concurrency?: string }>({
  name: 'edit',
  summary: 'change the ceiling or the concurrency of a job',
  operation: 'PATCH /v1/jobs/{job_id}',
  words: [JOB],
  options: [CEILING, new Option('--concurrency <n>', 'rows that may be under way at once')],
  sends: ({ words: [jobId = ''], options: { ceiling, concurrency } }) => ({
    params: { job_id: jobId },
    body: { ceiling, concurrency: parseInteger(concurrency, '--concurrency', { min: 1, max: 1_000 }) },
  }),
  view: jobView,
  note: nextOf,
  examples: ['svc jobs edit job_… --ceiling 50'],
})

const addUpload: CommandSetup = (command, frame) => {
  command.argument(
    '<file>',
    'CSV in UTF-8 whose first line names the columns, at most 10 MB and 50,000 rows; - for standard input',
  )
  withExamples(
    action(command, frame, async (context, _, [file = '']) => {
      await context.show(await uploaded(context, file), (upload) => uploadView(upload, context))
    }),
    ['svc jobs upload people.csv', 'svc jobs upload people.csv --json'],
  )
}

/** Jobs run one input for many rows. */
export const jobs = noun(
  list,
  { name: 'create', summary: 'run a capability for each row of a file or a table', setup: addCreateJob },
  { name: 'get', alias: 'view', summary: 'show a job, or wait for its end', setup: addJobGet },
  items,
  { name: 'results', summary: 'download the results of a job', setup: addResults },
  change('pause', 'begin no further row'),
  change('resume', 'let a paused job continue'),
  change('approve', 'let a job continue after its pilot'),
  change('cancel', 'end a job; rows at a provider end as usual'),
  edit,
  retry,
  { name: 'upload', summary: 'upload a CSV file whose rows a job can run', setup: addUpload },
)

function uploadView(upload: unknown, context: Context): string {
  const columns = listAt(upload, 'columns').map(String)
  const facts = membersText(
    [
      ['upload', textAt(upload, 'upload_id')],
      ['rows', textAt(upload, 'rows')],
      ['duplicates', textAt(upload, 'duplicates')],
      ...refusedMembers(upload),
      ['expires', timeAt(upload, 'expires_at')],
    ],
    context.style,
  )
  const sample = context.table(
    columns.map((title) => ({ title })),
    listAt(upload, 'sample').map((row) => columns.map((name) => cellText(at(row, name)))),
  )
  return `${facts}\n${sample}`
}

/** Lines that no job runs. */
function refusedMembers(upload: unknown): [string, string][] {
  const lines = listAt(upload, 'refused').map((line) => `line ${textAt(line, 'line')} ${textAt(line, 'reason')}`)
  return lines.length === 0 ? [] : [['invalid', `${textAt(upload, 'invalid')}: ${lines.join('; ')}`]]
}

const cellText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
