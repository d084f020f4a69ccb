import { Argument, Option } from 'commander'
import { UsageError } from '../failures.ts'
import { action, type CommandSetup, withExamples } from '../frame.ts'
import { parseInteger } from '../input.ts'
import { metadataOption, type MetadataOptions, metadataQuery } from '../metadata-option.ts'
import { noun, operation } from '../operation-command.ts'
import { itemsOf, time } from '../output/items.ts'
import { styledState } from '../output/style.ts'
import { at, textAt } from '../output/value.ts'
import { runView } from '../output/run.ts'
import { partOptions, type PartOptions, partQuery, type SliceOptions, sliceOptions } from '../result-part.ts'
import { showRun, waitAndShow } from '../running.ts'

interface Filter extends MetadataOptions {
  readonly status?: string
  readonly capability?: string
  readonly provider?: string
  readonly endpoint?: string
  readonly apiKeyId?: string
  readonly search?: string
  readonly since?: string
  readonly until?: string
}

const STATUSES = [
  'created',
  'scheduled',
  'awaiting_approval',
  'reserved',
  'queued',
  'running',
  'succeeded',
  'no_match',
  'failed',
  'timed_out',
  'blocked',
  'cancelled',
]
const WAIT_SECONDS_MAX = 86_400

const RUN = new Argument('<run>', 'run_…')

const list = operation<Filter>({
  name: 'list',
  summary: 'list runs, newest first',
  operation: 'GET /v1/runs',
  options: [
    new Option('--status <status>', 'only these').choices(STATUSES),
    new Option('--capability <capability>', 'only this capability'),
    new Option('--provider <provider>', 'only this provider'),
    new Option('--endpoint <endpoint>', 'only this raw endpoint'),
    new Option('--api-key-id <id>', 'only created with this key'),
    new Option('--search <text>', 'a person, a company, an id, or a text of an input or error'),
    new Option('--since <time>', 'only accepted since then: 2026-11-22 or a time'),
    new Option('--until <time>', 'only accepted before then'),
    metadataOption('only with this pair of metadata, as in customer=acme; once for each pair'),
  ],
  pages: { max: 200, by: 50 },
  sends: ({ options: { status, capability, provider, endpoint, apiKeyId, search, since, until, metadata = [] } }) => ({
    query: {
      status,
      capability,
      provider,
      endpoint,
      api_key_id: apiKeyId,
      q: search,
      since,
      until,
      ...metadataQuery({ metadata }),
    },
  }),
  view: itemsOf([
    { title: 'RUN', fixed: true, of: 'run_id' },
    { title: 'STATUS', fixed: true, styled: styledState, of: 'status' },
    { title: 'WHAT', of: (run) => textAt(run, 'capability') || textAt(run, 'endpoint') },
    { title: 'PROVIDER', spare: true, of: 'provider' },
    { title: 'CHARGED', right: true, fixed: true, of: 'billing.charged' },
    { title: 'CREATED', fixed: true, spare: true, of: time('created_at') },
  ]),
  examples: [
    'svc runs',
    'svc runs --status failed --limit 5',
    'svc runs --search ada@example.com',
    'svc runs --metadata customer=acme',
    'svc runs --all --json',
  ],
})

interface GetOptions extends PartOptions, SliceOptions {
  readonly wait?: string | true
}

const addGet: CommandSetup = (command, frame) => {
  command.addArgument(RUN).option('--wait [seconds]', 'wait for the end, for at most this time (no limit)')
  for (const option of [...partOptions(), ...sliceOptions()]) command.addOption(option)
  withExamples(
    action<GetOptions>(command, frame, async (context, { wait, ...options }, [runId = '']) => {
      const part = partQuery(options)
      const answer = await context.request('GET /v1/runs/{run_id}', { params: { run_id: runId }, query: part })
      if (wait === undefined || at(answer.body, 'done') === true) return showRun(context, answer, part)
      const seconds = wait === true ? null : (parseInteger(wait, '--wait', { min: 0, max: WAIT_SECONDS_MAX }) ?? null)
      return waitAndShow(context, { runId, answer, part, leftMs: seconds === null ? null : seconds * 1_000 })
    }),
    [
      'svc runs get run_…',
      'svc runs get run_… --wait --json',
      'svc runs get run_… --fields items.email --max-items 10 --summary',
      'svc runs get run_… --path items --offset 20 --limit 20',
    ],
  )
}

/** A value that a script has not filled must not become another route. */
function named(verb: string, [runId = '']: readonly string[]): { readonly run_id: string } {
  if (runId === '') throw new UsageError(`Name the run: svc runs ${verb} run_…`)
  return { run_id: runId }
}

const cancel = operation({
  name: 'cancel',
  summary: 'cancel a run that has not started',
  operation: 'POST /v1/runs/{run_id}/cancel',
  words: [RUN],
  sends: ({ words }) => ({ params: named('cancel', words) }),
  view: runView,
  examples: ['svc runs cancel run_…'],
})

/** A command that decides about a run that waits for an approval. */
const decision = (verb: 'approve' | 'reject', summary: string) =>
  operation<{ readonly note?: string }>({
    name: verb,
    summary,
    operation: `POST /v1/runs/{run_id}/${verb}`,
    words: [RUN],
    options: [new Option('--note <text>', 'for the one who requested the run')],
    sends: ({ words, options: { note } }) => ({ params: named(verb, words), body: { note } }),
    view: runView,
    examples: [`svc runs ${verb} run_…`, `svc runs ${verb} run_… --note "Write to her on Monday."`],
  })

/** Spec 4.4. */
export const runs = noun(
  list,
  { name: 'get', alias: 'view', summary: 'show one run with its result', setup: addGet },
  cancel,
  decision('approve', 'let a run that waits for an approval continue'),
  decision('reject', 'end a run that waits for an approval'),
)
