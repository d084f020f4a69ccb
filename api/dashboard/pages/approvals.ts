import type { Static } from 'typebox'
import { html, type Html } from '../../html/markup.ts'
import { ApprovalPolicy } from '../../schemas/approval.ts'
import { JobList } from '../../schemas/job.ts'
import { type Run, RunList } from '../../schemas/run.ts'
import { counted, live, pager, table, time, usd, withNote } from '../elements.ts'
import { formOf, hasChanged } from '../forms.ts'
import { pageUrl, type MakePage, can, type View } from '../page.ts'
import { readRunsContext, type RunsContext, namedRun } from '../runs-table.ts'
import { reasonOf } from './jobs/job-texts.ts'
import { jobPath, JOBS_PATH } from './jobs/paths.ts'
import { whyApproval } from './run-approval.ts'

const APPROVALS_PATH = '/approvals'
const RUNS_PER_PAGE = 30
const JOBS_SHOWN = 30
const WAITING = 'awaiting_approval'
const EVERY_MS = 5_000

type Policy = Static<typeof ApprovalPolicy>

const SENDS: Readonly<Record<Policy['sends'], string>> = {
  never: 'Never',
  new_people: 'To people that no run has contacted before',
  always: 'Always',
}

/** The runs and jobs that wait for a person, and the policy that decides which do. */
export const approvalsPage: MakePage = ({ find, db }) => {
  const listRuns = find('listRuns', RunList)
  const listJobs = find('listJobs', JobList)
  const getPolicy = find('getApprovalPolicy', ApprovalPolicy)
  const updatePolicy = find('updateApprovalPolicy', ApprovalPolicy)
  return {
    path: APPROVALS_PATH,
    section: APPROVALS_PATH,
    navigation: { name: 'Approvals', group: 'Data' },
    async show(view) {
      const cursor = view.query['cursor']
      const [runs, jobs, policy] = await Promise.all([
        listRuns(view, {
          query: { status: WAITING, limit: RUNS_PER_PAGE, cursor },
        }),
        listJobs(view, { query: { status: WAITING, limit: JOBS_SHOWN } }),
        getPolicy(view),
      ])
      const context = await readRunsContext(db, view, runs.items)
      return {
        title: 'Approvals',
        main: html`${live(
          { id: 'approvals-live', everyMs: cursor === undefined ? EVERY_MS : null },
          html`${waitingRuns(view, runs.items, context)}
${pager({ next: runs.next_cursor, cursor, pathAt: (page) => pageUrl(view, APPROVALS_PATH, page) })}
${waitingJobs(view, jobs)}`,
        )}
<section class="card"><h2>Policy</h2>
<p>What API keys and connected apps may only do once a person has approved it.
What a person starts on a page needs none.</p>
${can(view, 'session') ? policyForm(view, policy) : policyShown(policy)}</section>`,
      }
    },
    async act(view, form) {
      // The route takes the entire policy: what the person has not changed stays as it is by now.
      const changed = Object.entries({
        runs_above: form.get('runs_above') || null,
        sends: form.get('sends'),
        raw_writes: form.get('raw_writes') === 'true',
        jobs_above: form.get('jobs_above') || null,
      }).filter(([name]) => hasChanged(form, name))
      if (changed.length > 0)
        await updatePolicy(view, { body: { ...(await getPolicy(view)), ...Object.fromEntries(changed) } })
      return pageUrl(view, APPROVALS_PATH)
    },
  }
}

const waitingRuns = (view: View, runs: readonly Run[], { lines }: RunsContext): Html =>
  table({
    id: 'approvals',
    caption: 'Waiting runs, newest first',
    empty: 'No run waits for an approval.',
    columns: [
      { title: 'Run' },
      { title: 'Why', wraps: true },
      { title: 'Would hold', numeric: true },
      { title: 'Ends without a decision' },
    ],
    rows: runs.flatMap(({ run_id: id, approval }) =>
      approval === undefined
        ? []
        : [
            {
              id,
              cells: [
                namedRun(view, id, lines.get(id)),
                whyApproval(approval.reason),
                usd(approval.estimate),
                time(approval.expires_at),
              ],
            },
          ],
    ),
  })

/** A job is approved on its page, which shows what its pilot has found. */
const waitingJobs = (view: View, { items, next_cursor: next }: Static<typeof JobList>): Html => html`${table({
  id: 'waiting-jobs',
  caption: 'Waiting jobs, newest first',
  empty: 'No job waits for an approval.',
  columns: [
    { title: 'Job' },
    { title: 'Why', wraps: true },
    { title: 'Rows', numeric: true },
    { title: 'Ceiling', numeric: true },
    { title: 'Created' },
  ],
  rows: items.map((job) => ({
    id: job.job_id,
    cells: [
      withNote(html`<a href="${jobPath(view, job.job_id)}">${job.name}</a>`, job.job_id),
      reasonOf(job),
      counted(job.progress.rows),
      usd(job.ceiling),
      time(job.created_at),
    ],
  })),
})}
${next !== null && html`<p><a href="${pageUrl(view, JOBS_PATH, { status: WAITING })}">All waiting jobs</a></p>`}`

const policyForm = ({ refused }: View, policy: Policy): Html =>
  formOf(
    {
      action: 'policy',
      submit: 'Save',
      style: 'plain',
      changes: true,
      fields: [
        {
          name: 'runs_above',
          label: 'Runs that would hold more than, in USD',
          hint: 'Empty: no run for its cost.',
          value: policy.runs_above ?? '',
          optional: true,
          inputMode: 'decimal',
          maxLength: 16,
        },
        {
          name: 'sends',
          label: 'Sends',
          value: policy.sends,
          options: [
            ['never', SENDS.never],
            ['new_people', SENDS.new_people],
            ['always', SENDS.always],
          ],
        },
        {
          name: 'raw_writes',
          label: 'Raw calls that may change something',
          value: String(policy.raw_writes),
          options: [
            ['false', 'Need none'],
            ['true', 'Need an approval'],
          ],
        },
        {
          name: 'jobs_above',
          label: 'Jobs with a ceiling above, in USD',
          hint: 'Empty: no job. A job that waits is approved on its page.',
          value: policy.jobs_above ?? '',
          optional: true,
          inputMode: 'decimal',
          maxLength: 16,
        },
      ],
    },
    refused,
  )

const policyShown = ({ runs_above: above, jobs_above: ceiling, sends, raw_writes: writes }: Policy): Html =>
  html`<p>Runs for their cost: ${above === null ? 'never' : html`above ${usd(above)}`}.
Jobs for their ceiling: ${ceiling == null ? 'never' : html`above ${usd(ceiling)}`}.
Sends: ${SENDS[sends].toLowerCase()}.
Raw calls that may change something: ${writes ? 'always' : 'never'}.</p>`
