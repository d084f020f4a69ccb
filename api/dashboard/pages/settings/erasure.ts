import { html } from '../../../html/markup.ts'
import { Erasure } from '../../../schemas/erasure.ts'
import { facts, live, notice, type ShownRow, table, time } from '../../elements.ts'
import type { MakePage } from '../../page.ts'
import { erasedThings, erasureBadge, keptText } from './erasure-texts.ts'
import { ERASURES_PATH, erasuresAbove, SETTINGS_PATH } from './paths.ts'

const LIVE_MS = 2_000

/** One erasure: how far it is, and then its receipt. */
export const erasurePage: MakePage = ({ find }) => {
  const getErasure = find('getErasure', Erasure)
  return {
    path: `${ERASURES_PATH}/{erasure_id}`,
    section: SETTINGS_PATH,
    async show(view) {
      const erasure = await getErasure(view, { params: view.params })
      const isFinished = erasure.finished_at !== null
      const erased = erasedThings(erasure)
      return {
        title: isFinished ? 'Receipt of an erasure' : 'Erasure',
        within: [erasuresAbove(view)],
        main: html`${live(
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
        )}`,
      }
    },
  }
}
