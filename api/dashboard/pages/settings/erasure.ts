import { ERASURE_NOTE_LENGTH_MAX } from '../../../../domain/erasures/request.ts'
import { html, type Html } from '../../../html/markup.ts'
import { Erasure } from '../../../schemas/erasure.ts'
import { facts, live, notice, type ShownRow, table, time } from '../../elements.ts'
import { actionOf, type Form, formOf } from '../../forms.ts'
import { can, type MakePage, pageUrl, type View } from '../../page.ts'
import { erasedThings, erasureBadge, keptText } from './erasure-texts.ts'
import { erasurePath, ERASURES_PATH, erasuresAbove, SETTINGS_PATH } from './paths.ts'

const LIVE_MS = 2_000

/** One erasure: how far it is, and then its receipt. */
export const erasurePage: MakePage = ({ find }) => {
  const getErasure = find('getErasure', Erasure)
  const approve = find('approveErasure', Erasure)
  const reject = find('rejectErasure', Erasure)
  return {
    path: `${ERASURES_PATH}/{erasure_id}`,
    section: SETTINGS_PATH,
    async show(view) {
      const erasure = await getErasure(view, { params: view.params })
      if (erasure.request !== undefined && (erasure.status === 'requested' || erasure.status === 'rejected'))
        return {
          title: 'Requested erasure',
          within: [erasuresAbove(view)],
          main: requestShown(view, erasure, erasure.request),
        }
      return {
        title: erasure.finished_at === null ? 'Erasure' : 'Receipt of an erasure',
        within: [erasuresAbove(view)],
        main: progressShown(erasure),
      }
    },
    async act(view, form) {
      const note = form.get('note')?.trim() ?? ''
      const decide = actionOf(form) === 'approve' ? approve : reject
      await decide(view, { params: view.params, body: note === '' ? {} : { note } })
      return erasurePath(view, view.params['erasure_id'] ?? '')
    },
  }
}

/** How far an erasure is, and then its receipt. */
function progressShown(erasure: Erasure): Html {
  const isFinished = erasure.finished_at !== null
  const erased = erasedThings(erasure)
  return html`${live(
    { id: 'erasure', everyMs: isFinished ? null : LIVE_MS, announced: `Erasure: ${erasure.status}.` },
    html`${
      isFinished
        ? notice(
            'good',
            erasure.kept.length === 0
              ? 'Everything that was held about the person is deleted. Billing stays.'
              : 'What was held about the person is deleted. Billing stays, and so do rows that are another person’s too: check them.',
          )
        : notice('warn', 'It waits for runs under way, so it may take a day where a final bill is due.')
    }
${facts([
  ['State', erasureBadge(erasure.status)],
  ['Erasure', html`<code>${erasure.erasure_id}</code>`],
  ['Your reference', erasure.reference ?? 'none'],
  ['The person was named by', erasure.kind],
  ['Suppression', erasure.keep_suppression ? 'kept' : 'deleted too'],
  ['Requested', time(erasure.created_at)],
  ['Finished', erasure.finished_at === null ? 'not yet' : time(erasure.finished_at)],
])}
<h2>${isFinished ? 'Erased' : 'Erased so far'}</h2>
${
  erased.length === 0
    ? html`<p class="empty">${isFinished ? 'Nothing was held about the person.' : 'Nothing so far.'}</p>`
    : facts(erased)
}
${
  erasure.kept.length > 0 &&
  table({
    id: 'kept',
    caption: 'Rows that stay, the first 100',
    empty: '',
    columns: [{ title: 'Table' }, { title: 'Row', wraps: true }, { title: 'Why', wraps: true }],
    rows: erasure.kept.map(({ table: name, key, reason }, index): ShownRow => ({
      id: `row-${index}`,
      cells: [name, key, keptText(reason)],
    })),
  })
}`,
  )}`
}

/** What a person has requested on their page, and the two decisions. */
function requestShown(view: View, erasure: Erasure, request: NonNullable<Erasure['request']>): Html {
  const decides = erasure.status === 'requested' && can(view, 'session')
  return html`${facts([
    ['State', erasureBadge(erasure.status)],
    ['Erasure', html`<code>${erasure.erasure_id}</code>`],
    ['Person', request.subject ?? `named by ${erasure.kind}`],
    ['Message', html`<a href="${pageUrl(view, `/runs/${request.run_id}`)}">${request.run_id}</a>`],
    ['Requested', time(erasure.created_at)],
    ['Answer due', time(request.due_at)],
    ['Decided', request.decided_at === null ? 'not yet' : time(request.decided_at)],
    ['Note', request.note ?? 'none'],
  ])}
${
  decides &&
  html`<div class="cards forms">
<section class="card"><h2>Approve</h2>
<p>Everything that this environment holds about the person is deleted. It cannot be undone. Billing stays.</p>
${decisionForm(view, { action: 'approve', submit: 'Approve and erase', style: 'danger' })}</section>
<section class="card"><h2>Reject</h2><p>Nothing is deleted. The person sees the note on their page.</p>
${decisionForm(view, { action: 'reject', submit: 'Reject', style: 'plain' })}</section>
</div>`
}`
}

const decisionForm = (view: View, form: Pick<Form, 'action' | 'submit' | 'style'>): Html =>
  formOf(
    { ...form, fields: [{ name: 'note', label: 'Note', optional: true, maxLength: ERASURE_NOTE_LENGTH_MAX }] },
    view.refused,
  )
