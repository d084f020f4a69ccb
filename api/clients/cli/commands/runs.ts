import { Option } from 'commander'
import type { Context } from '../context.ts'
import { UsageError } from '../failures.ts'
import { does, type Fill, withExamples } from '../frame.ts'
import { parseInteger } from '../input.ts'
import { listed, type ListOptions, withPages } from '../listing.ts'
import { metadataOption, type MetadataOptions, metadataQuery } from '../metadata-option.ts'
import { styledState } from '../output/style.ts'
import { at, textAt, timeAt } from '../output/value.ts'
import { runView } from '../output/run.ts'
import { partOptions, type PartOptions, partQuery, type SliceOptions, sliceOptions } from '../result-part.ts'
import { showRun, waitAndShow } from '../running.ts'

interface Options extends ListOptions, MetadataOptions {
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

/** Spec 4.4. */
export const runs: Fill = (command, frame) => {
  addList(command, frame)
  addList(command.command('list').description('list runs, newest first'), frame)
  addGet(command.command('get').alias('view').description('show one run with its result'), frame)
  addCancel(command.command('cancel').description('cancel a run that has not started'), frame)
  addDecision(command.command('approve').description('let a run that waits for an approval go on'), frame, 'approve')
  addDecision(command.command('reject').description('end a run that waits for an approval'), frame, 'reject')
}

const addList: Fill = (command, frame) => {
  withPages(
    command
      .addOption(new Option('--status <status>', 'only these').choices(STATUSES))
      .option('--capability <capability>', 'only this capability')
      .option('--provider <provider>', 'only this provider')
      .option('--endpoint <endpoint>', 'only this raw endpoint')
      .option('--api-key-id <id>', 'only created with this key')
      .option('--search <text>', 'a person, a company, an id, or a text of an input or error')
      .option('--since <time>', 'only accepted since then: 2026-11-22 or a time')
      .option('--until <time>', 'only accepted before then')
      .addOption(metadataOption('only with this pair of metadata, as in customer=acme; once for each pair')),
    { max: 200, by: 50 },
  )
  withExamples(
    does<Options>(command, frame, async (context, options) => {
      const { status, capability, provider, endpoint, apiKeyId, search, since, until } = options
      await listed(context, {
        operation: 'GET /v1/runs',
        query: {
          status,
          capability,
          provider,
          endpoint,
          api_key_id: apiKeyId,
          q: search,
          since,
          until,
          ...metadataQuery(options),
        },
        options,
        max: 200,
        view: (items) => list(items, context),
      })
    }),
    [
      'svc runs',
      'svc runs --status failed --limit 5',
      'svc runs --search ada@example.com',
      'svc runs --metadata customer=acme',
      'svc runs --all --json',
    ],
  )
}

const list = (items: readonly unknown[], context: Context): string =>
  context.table(
    [
      { title: 'RUN', whole: true },
      { title: 'STATUS', whole: true, styled: styledState },
      { title: 'WHAT' },
      { title: 'PROVIDER', spare: true },
      { title: 'CHARGED', right: true, whole: true },
      { title: 'CREATED', whole: true, spare: true },
    ],
    items.map((run) => [
      textAt(run, 'run_id'),
      textAt(run, 'status'),
      textAt(run, 'capability') || textAt(run, 'endpoint'),
      textAt(run, 'provider'),
      textAt(run, 'billing', 'charged'),
      timeAt(run, 'created_at'),
    ]),
  )

interface GetOptions extends PartOptions, SliceOptions {
  readonly wait?: string | true
}

const addGet: Fill = (command, frame) => {
  command.argument('<run>', 'run_…').option('--wait [seconds]', 'wait for the end, for at most this time (no limit)')
  for (const option of [...partOptions(), ...sliceOptions()]) command.addOption(option)
  withExamples(
    does<GetOptions>(command, frame, async (context, { wait, ...options }, [runId = '']) => {
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

const addCancel: Fill = (command, frame) => {
  command.argument('<run>', 'run_…')
  withExamples(
    does(command, frame, async (context, _, [runId = '']) => {
      if (runId === '') throw new UsageError('Name the run: svc runs cancel run_…')
      const answer = await context.request('POST /v1/runs/{run_id}/cancel', { params: { run_id: runId } })
      await context.show(answer, (body) => runView(body, context))
    }),
    ['svc runs cancel run_…'],
  )
}

function addDecision(command: Parameters<Fill>[0], frame: Parameters<Fill>[1], verb: 'approve' | 'reject'): void {
  command.argument('<run>', 'run_…').option('--note <text>', 'for the one who requested the run')
  withExamples(
    does<{ readonly note?: string }>(command, frame, async (context, { note }, [runId = '']) => {
      if (runId === '') throw new UsageError(`Name the run: svc runs ${verb} run_…`)
      const answer = await context.request(`POST /v1/runs/{run_id}/${verb}`, {
        params: { run_id: runId },
        body: note === undefined ? {} : { note },
      })
      await context.show(answer, (body) => runView(body, context))
    }),
    [`svc runs ${verb} run_…`, `svc runs ${verb} run_… --note "Write to her on Monday."`],
  )
}
