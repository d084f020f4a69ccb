import { FEEDBACK_LENGTHS, FEEDBACK_TYPES, type FeedbackType } from '../../../domain/feedback/report.ts'
import type { Static } from 'typebox'
import { html, type Html } from '../../html/markup.ts'
import { FeedbackAccepted } from '../../schemas/feedback.ts'
import { Run } from '../../schemas/run.ts'
import { notice, humanize } from '../elements.ts'
import { formOf } from '../forms.ts'
import { pageUrl, type MakePage, runPath, type View } from '../page.ts'
import { workOf } from '../runs-table.ts'

const PATH = '/feedback'

/** `about`: the run that the report is about. */
export const feedbackPath = (view: Pick<View, 'environment'>, about?: string): string => pageUrl(view, PATH, { about })

/** A report to the operators: what was wrong with a run, or what is missing. */
export const feedbackPage: MakePage = ({ find }) => {
  const sendFeedback = find('sendFeedback', FeedbackAccepted)
  const getRun = find('getRun', Run)
  /** A report names only runs of this environment. null: it names none. */
  const runOf = async (view: View): Promise<Run | null> => {
    const { about } = view.query
    return about === undefined ? null : getRun(view, { params: { run_id: about } })
  }
  return {
    path: PATH,
    section: PATH,
    async show(view) {
      const run = await runOf(view)
      return {
        title: run === null ? 'Send feedback' : 'Report a problem with a run',
        main: html`<p class="lead">It goes to the operators of this service. Secrets, card numbers and email addresses
are removed before it is stored.</p>
${run !== null && namedRun(view, run)}
${reportForm(view, run === null ? 'missing_capability' : 'unexpected_response')}`,
      }
    },
    async act(view, form) {
      const run = await runOf(view)
      const text = (name: string): string => (form.get(name) ?? '').trim()
      const expected = text('expected')
      const accepted = await sendFeedback(view, {
        body: {
          type: text('type'),
          goal: text('goal'),
          message: text('message'),
          ...(expected === '' ? {} : { expected }),
          ...(run === null ? {} : { request_id: run.run_id, endpoint: workOf(run) }),
        },
      })
      const [back, name] =
        run === null ? [pageUrl(view, ''), 'To the overview'] : [runPath(view, run.run_id), 'Back to the run']
      return { title: 'Report sent', main: html`${outcomeOf(accepted)}<p><a href="${back}">${name}</a></p>` }
    },
  }
}

const namedRun = (view: View, run: Run): Html =>
  html`<p>The report names the run <a href="${runPath(view, run.run_id)}">${workOf(run)} ${run.run_id}</a>.</p>`

const reportForm = ({ refused }: View, type: FeedbackType): Html =>
  formOf(
    {
      action: 'send',
      submit: 'Send the report',
      fields: [
        {
          name: 'type',
          label: 'Kind of problem',
          value: type,
          options: FEEDBACK_TYPES.map((one) => [one, humanize(one)] as const),
        },
        {
          name: 'goal',
          label: 'What you wanted to do',
          hint: 'The task, such as: find the work email of a person.',
          maxLength: FEEDBACK_LENGTHS.goal,
          autocomplete: 'off',
        },
        { name: 'message', label: 'The problem', rows: 5, maxLength: FEEDBACK_LENGTHS.message },
        { name: 'expected', label: 'What you expected', rows: 3, optional: true, maxLength: FEEDBACK_LENGTHS.text },
      ],
    },
    refused,
  )

const outcomeOf = ({ id, known_issue: known }: Static<typeof FeedbackAccepted>): Html =>
  html`${notice('good', html`Thank you. The report is stored as <code>${id}</code>.`)}
${
  known !== undefined &&
  html`<h2>This problem is known</h2><p>${known.title} (${humanize(known.status)})</p>
${known.workaround !== undefined && html`<p><strong>Until it is solved:</strong> ${known.workaround}</p>`}`
}`
