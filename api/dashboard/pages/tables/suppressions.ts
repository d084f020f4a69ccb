import { SUPPRESSION_KINDS, SUPPRESSION_REASONS } from '../../../../domain/outbound/channels.ts'
import { html, type Html } from '../../../html/markup.ts'
import { Features } from '../../../schemas/features.ts'
import { type Suppression, SuppressionList, SuppressionsAdded, SuppressionsRemoved } from '../../../schemas/outbound.ts'
import { badge, pager, type ShownRow, table, time, withNote, humanize } from '../../elements.ts'
import { oneWordOf } from '../../query-values.ts'
import { actionOf, type FormField, filterOf, menuOf, formOf, sentFor } from '../../forms.ts'
import { pageUrl, type MakePage, type View, can, type DashboardPage, type PageParts } from '../../page.ts'
import { SUPPRESSIONS_PATH, suppressionsPath, TABLES_PATH } from './paths.ts'

const PAGE_ROWS = 50
const SUBJECT_LENGTH_MAX = 2_000

const FILTERS: readonly FormField[] = [
  menuOf('kind', 'Kind', SUPPRESSION_KINDS),
  menuOf(
    'reason',
    'Reason',
    SUPPRESSION_REASONS.map((word) => [word, humanize(word)]),
  ),
]

/** The suppressed identities, each with its reason and origin. */
export const suppressionsPage: MakePage = ({ find }) => {
  const getFeatures = find('getFeatures', Features)
  const listSuppressions = find('listSuppressions', SuppressionList)
  return {
    path: SUPPRESSIONS_PATH,
    section: SUPPRESSIONS_PATH,
    navigation: { name: 'Suppressions', group: 'Sending' },
    async show(view) {
      const {
        tables: { enabled },
      } = await getFeatures(view)
      if (!enabled)
        return {
          title: 'Suppressions',
          main: html`<p class="empty">Suppressions belong to tables, which are off. <a href="${pageUrl(view, TABLES_PATH)}">See tables</a></p>`,
        }
      const kind = oneWordOf(SUPPRESSION_KINDS, view.query['kind'])
      const reason = oneWordOf(SUPPRESSION_REASONS, view.query['reason'])
      const cursor = view.query['cursor']
      const { items, next_cursor: next } = await listSuppressions(view, {
        query: { limit: PAGE_ROWS, kind: kind ?? undefined, reason: reason ?? undefined, cursor },
      })
      return {
        title: 'Suppressions',
        main: html`<p class="lead">No messages are sent to these recipients, under any of their identities.</p>
${filterOf(
  {
    label: 'Filter the suppressions',
    clear: kind === null && reason === null ? null : suppressionsPath(view),
    fields: FILTERS,
  },
  view.query,
)}
${suppressionTable(view, items)}
${pager({ next, cursor, pathAt: (page) => suppressionsPath(view, { kind, reason, ...page }) })}
${can(view, 'write') && addForm(view)}`,
      }
    },
    act: actionsOf(find),
  }
}

function actionsOf(find: PageParts['find']): NonNullable<DashboardPage['act']> {
  const removeSuppressions = find('removeSuppressions', SuppressionsRemoved)
  const addSuppressions = find('addSuppressions', SuppressionsAdded)
  return async (view, form) => {
    if (actionOf(form) === 'remove') {
      await removeSuppressions(view, { body: { subjects: [sentFor(form)] } })
      return suppressionsPath(view)
    }
    await addSuppressions(view, { body: { subjects: [form.get('subjects') ?? ''], reason: 'manual' } })
    return suppressionsPath(view)
  }
}

const suppressionTable = (view: View, items: readonly Suppression[]): Html =>
  table({
    id: 'suppressions',
    caption: 'Suppressed',
    empty: 'No suppressions.',
    columns: [
      { title: 'Who', wraps: true },
      { title: 'Kind' },
      { title: 'Reason' },
      { title: 'Added by by' },
      { title: 'Since' },
      { title: 'Remove' },
    ],
    rows: items.map(({ subject, kind, reason, source, derived_from: from, created_at: since }, index): ShownRow => ({
      id: `suppression-${index}`,
      cells: [
        withNote(html`<span class="long">${subject}</span>`, from === null ? '' : `with ${from}, of the same person`),
        kind,
        badge(humanize(reason), reason === 'manual' ? 'quiet' : 'warn'),
        source,
        time(since),
        can(view, 'owner') &&
          formOf({ action: 'remove', of: subject, submit: 'Remove', fields: [], style: 'plain' }, view.refused),
      ],
    })),
  })

const addForm = (view: View): Html => html`<h2>Suppress a recipient</h2>
${formOf(
  {
    action: 'add',
    submit: 'Suppress',
    fields: [
      {
        name: 'subjects',
        at: 'subjects/0',
        label: 'Who',
        hint: 'An e-mail address, a domain, a LinkedIn profile, a phone with its country code, or platform:handle.',
        maxLength: SUBJECT_LENGTH_MAX,
        autocomplete: 'off',
      },
    ],
  },
  view.refused,
)}`
