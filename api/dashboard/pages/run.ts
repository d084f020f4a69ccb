import { readRunLines } from '../../../db/runs/about.ts'
import { type TimelineAttempt, readRunTimeline, type RunTimeline } from '../../../db/runs/timeline.ts'
import { methodOfEffect } from '../../../domain/catalog/effect.ts'
import { html, type Html } from '../../html/markup.ts'
import { workflowUrl } from '../../../domain/settings/operators.ts'
import { Problem } from '../../errors/problem.ts'
import { Run } from '../../schemas/run.ts'
import { duration, facts, live, notice, statusBadge, table, time, usd, usdOrDash, humanize } from '../elements.ts'
import { actionOf, formOf } from '../forms.ts'
import { jsonOf } from '../json-view.ts'
import { metadataText } from '../metadata-filter.ts'
import { pageUrl, type MakePage, type View, can, runPath } from '../page.ts'
import { chargedOf, providerOf, tookOf, workOf } from '../runs-table.ts'
import { isSend } from './catalog/inspected.ts'
import { approvalOf } from './run-approval.ts'
import { capabilityPath, endpointPath } from './catalog/paths.ts'
import { feedbackPath } from './feedback.ts'
import { mayWatch, newWatchPath } from './watches/paths.ts'
import { waterfall } from '../waterfall.ts'

const REFRESH_MS = 1_000
/** The page's interval while the final bill is awaited, which takes minutes. */
const REFRESH_AWAITING_BILL_MS = 10_000

/** One run: its input, its attempts with their time and money, and its result. */
export const runPage: MakePage = ({ find, db, operators }) => {
  const getRun = find('getRun', Run)
  const cancelRun = find('cancelRun', Run)
  const decisions = { approve: find('approveRun', Run), reject: find('rejectRun', Run) }
  return {
    path: '/runs/{run_id}',
    section: '/runs',
    async show(view) {
      const runId = view.params['run_id'] ?? ''
      const run = await getRun(view, { params: { run_id: runId } })
      const { principal } = view.caller
      const [timeline, lines] = await Promise.all([
        readRunTimeline(db, run.run_id, principal),
        readRunLines(db, [run.run_id], principal),
      ])
      if (timeline === null) throw new Problem('not_found', 'There is no run with this id.')
      const everyMs = refreshMsOf(run)
      const inTemporal = operators === null ? null : workflowUrl(operators, (await view.who()).user, run.run_id)
      return {
        title: workOf(run),
        state: live({ id: 'run-status', everyMs }, statusBadge(run.status)),
        actions: [live({ id: 'run-actions', everyMs }, actionsOf(view, run, timeline))],
        main: live(
          { id: 'run', everyMs, announced: `Run: ${humanize(run.status)}.` },
          html`${refusal(view)}
<p class="hit-line">${lines.get(run.run_id)?.about} <code>${run.run_id}</code>
${inTemporal !== null && html`<a id="in-temporal" href="${inTemporal}">In Temporal</a>`}</p>
${outcomeOf(run, timeline)}
${run.approval !== undefined && approvalOf(view, run.approval)}
${summaryOf(run, timeline, view)}
<h2>Progress</h2>
${run.routing_reason !== null && html`<p>${run.routing_reason}</p>`}
${(timeline.attempts.length > 0 || !run.done) && waterfall(timeline, run.done)}
${attemptsTable(run, timeline)}
${run.result !== undefined && html`<h2>Result</h2>${jsonOf('Result', run.result)}`}
${requestValuesOf(timeline)}
${run.purged_at === undefined && html`<h2>Input</h2>${jsonOf('Input', timeline.input)}`}`,
        ),
      }
    },
    async act(view, form) {
      const runId = view.params['run_id'] ?? ''
      const params = { run_id: runId }
      const action = actionOf(form)
      const note = form.get('note')?.trim() ?? ''
      if (action === 'cancel') await cancelRun(view, { params })
      else if (action === 'approve' || action === 'reject')
        await decisions[action](view, { params, body: note === '' ? {} : { note } })
      else throw new Problem('invalid_request', 'There is no action with this name.')
      return runPath(view, runId)
    },
  }
}

const CANCEL = formOf({ action: 'cancel', fields: [], submit: 'Cancel this run', style: 'danger' }, null)

const actionsOf = (view: View, run: Run, timeline: RunTimeline): Html =>
  html`${run.done && nextActions(view, run, timeline)}${run.stoppable && can(view, 'run') && CANCEL}`

/** What a person may do with a run that has ended. Its request is known until it is purged. */
const nextActions = (view: View, run: Run, timeline: RunTimeline): Html => html`${
  run.purged_at === undefined &&
  html`${hasThread(run) && followUp(view, run)}
<a class="button plain" id="again" href="${againPath(view, run, timeline)}">Run again</a>
${mayWatch(view) && isRepeatable(run, timeline) && html`<a class="button plain" id="watch" href="${newWatchPath(view, watchedBy(run, timeline))}">Watch this</a>`}`
}
<a class="button plain" id="report" href="${feedbackPath(view, run.run_id)}">Report a problem</a>`

const hasThread = ({ error }: Run): boolean => error?.in_reply_to !== undefined || error?.chat_id !== undefined

/** The form with the same message, as a reply in the thread of the earlier one. */
const followUp = (view: View, { run_id: again, capability }: Run): Html => {
  const path = capabilityPath(view, capability ?? '', { again, follow_up: 'true' })
  return html`<a class="button" id="follow-up" href="${path}">Follow up in the thread</a>`
}

/** A watch may only read. */
const isRepeatable = ({ capability }: Run, { rawRequest }: RunTimeline): boolean =>
  rawRequest === null ? !isSend(capability ?? '') : methodOfEffect(rawRequest) === 'GET'

const watchedBy = ({ run_id: again, capability }: Run, { rawRequest }: RunTimeline) =>
  rawRequest === null
    ? { capability, again }
    : { provider: rawRequest.provider, endpoint: `${rawRequest.method} ${rawRequest.endpoint}`, again }

/** The page whose form has the same request. */
const againPath = (view: View, { run_id: again, capability }: Run, { rawRequest }: RunTimeline): string =>
  rawRequest === null ? capabilityPath(view, capability ?? '', { again }) : endpointPath(view, rawRequest, { again })

const refusal = ({ refused }: View): Html | null =>
  refused === null ? null : html`<p class="problem" role="alert">${refused.problem.publicMessage}</p>`

/** Of a raw run, the placeholder and query values of its endpoint, where it has any. */
const requestValuesOf = ({ rawRequest: given }: RunTimeline): Html =>
  html`${[['Path', given?.path ?? {}] as const, ['Query', given?.query ?? {}] as const]
    .filter(([, values]) => Object.keys(values).length > 0)
    .map(([title, values]) => html`<h2>${title}</h2>${jsonOf(title, values)}`)}`

const PURGED = html`<p class="quiet">Input, result and details were deleted after the days of retention.</p>`

/** Why there is no result, or what is special about it. */
function outcomeOf(run: Run, { attempts }: RunTimeline): Html {
  const { error, source, simulated, status, table: written, purged_at: purgedAt } = run
  const tone = status === 'no_match' || status === 'cancelled' ? 'warn' : 'bad'
  return html`${purgedAt !== undefined && PURGED}
${error !== undefined && notice(tone, html`${error.message} <code>${error.code}</code>${causesOf(attempts)}`)}
${source !== undefined && html`<p class="notice good">Answered by the saved row <code>${source.key}</code> of table ${source.table}, free of charge.</p>`}
${simulated && status === 'succeeded' && html`<p class="quiet">A simulated result: it is not real data.</p>`}
${written !== undefined && html`<p class="quiet">Wrote into table ${written.name}.</p>`}`
}

/** What each provider answered, where it answered something. */
function causesOf(attempts: RunTimeline['attempts']): Html | null {
  const announced = attempts.filter(({ outcome, detail }) => outcome !== 'succeeded' && (detail ?? '') !== '')
  return announced.length === 0
    ? null
    : html`${announced.map(({ provider, outcome, detail }) => html`<br>${provider}: ${detailOf(outcome, detail)}`)}`
}

/** A page that waits for a decision does not refresh: a person writes a note on it. */
const refreshMsOf = ({ done, billing, approval }: Run): number | null =>
  approval !== undefined ? null : done ? (billing.held === undefined ? null : REFRESH_AWAITING_BILL_MS) : REFRESH_MS

/** More may be charged or released when the provider's final bill has arrived. */
const untilFinalBill = (held: string): Html =>
  html` <span class="quiet">until the final bill is in; ${usd(held)} are held for it</span>`

const summaryOf = (run: Run, timeline: RunTimeline, view: View): Html =>
  facts([
    ['Provider', providerOf(run, run.done ? null : timeline)],
    ['Quoted', usdOrDash(run.billing.quoted)],
    ['Charged', html`${chargedOf(run)}${run.billing.held !== undefined && untilFinalBill(run.billing.held)}`],
    ...(run.usage_charges ?? []).map(
      ({ amount, at: when }) =>
        [
          'By the final bill',
          html`${amount.startsWith('-') ? '' : '+'}${usd(amount)} <span class="quiet">${time(when)}</span>`,
        ] as const,
    ),
    ...(run.billing.credited === undefined
      ? []
      : [
          [
            'Credited',
            html`${usd(run.billing.credited)} <span class="quiet">because its address bounced</span>`,
          ] as const,
        ]),
    ['Took', tookOf(run, timeline)],
    ['Accepted', time(run.created_at)],
    ...(run.billing.charged === null ? [] : [["Provider's account", accountOf(run)] as const]),
    ['Environment', view.environment === 'test' ? 'Sandbox' : 'Live'],
    ['Request', html`<code>${run.request_id}</code>`],
    ...Object.entries(run.metadata ?? {}).map(
      ([key, value]) =>
        [key, html`<a href="${pageUrl(view, '/runs', { metadata: metadataText(key, value) })}">${value}</a>`] as const,
    ),
  ])

/** Whose account at the provider was used. A saved answer and a run that no provider served used none. */
const accountOf = ({ billing, provider }: Run): string =>
  billing.platform_funded ? "the platform's" : provider === null ? 'none' : 'your own connection'

/**
 * A detail of an unknown outcome begins with the word "unknown", which the badge already shows, so the word is removed;
 * the meaning is added.
 */
const detailOf = (outcome: TimelineAttempt['outcome'], detail: string | null): string =>
  outcome === 'unknown'
    ? `${detail?.replace(/^unknown: /, '') ?? 'no answer'}: the request may have been executed and is not repeated`
    : (detail ?? '')

/** Skipped providers are listed below the attempted ones. */
function attemptsTable(run: Run, { attempts }: RunTimeline): Html {
  const skipped = run.attempts.filter(({ outcome }) => outcome === 'skipped')
  return table({
    id: 'attempts',
    caption: 'Attempts',
    empty: run.done ? 'No provider was called.' : 'No provider has been called yet.',
    columns: [
      { title: 'Provider' },
      { title: 'Outcome' },
      { title: 'Began after', numeric: true },
      { title: 'Latency', numeric: true },
      { title: 'Charged', numeric: true },
      { title: 'Detail', wraps: true },
    ],
    rows: [
      ...attempts.map(({ number, provider, outcome, detail, startMs, endMs, delivered }) => ({
        id: `attempt-${number}`,
        cells: [
          `${number}. ${provider}`,
          statusBadge(outcome ?? 'running'),
          duration(startMs),
          outcome === null ? `${duration(endMs - startMs)} so far` : duration(endMs - startMs),
          delivered ? chargedOf(run) : outcome === null ? '–' : usd('0.00'),
          detailOf(outcome, detail),
        ],
      })),
      ...skipped.map(({ provider, detail }, index) => ({
        id: `skipped-${index}`,
        cells: [provider, statusBadge('skipped'), '–', '–', '–', detail ?? ''],
      })),
    ],
  })
}
