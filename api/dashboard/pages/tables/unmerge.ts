import { Problem } from '../../../errors/problem.ts'
import { html } from '../../../html/markup.ts'
import { RowChanges, RowUnmerged } from '../../../schemas/rows.ts'
import { confirmationPage } from '../../confirmation.ts'
import type { MakePage } from '../../page.ts'
import { rowPath, TABLES_PATH } from './paths.ts'

const mergeOf = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null

/** Confirms that what a write merged into a row becomes a separate row again. */
export const unmergePage: MakePage = ({ find }) => {
  const listChanges = find('listRowChanges', RowChanges)
  const unmergeRow = find('unmergeRow', RowUnmerged)
  return confirmationPage({
    path: `${TABLES_PATH}/{name}/rows/{key}/unmerge`,
    section: TABLES_PATH,
    async confirms(view) {
      const { name = '', key = '' } = view.params
      const wanted = mergeOf(view.query['merge'])
      const { items } = await listChanges(view, { params: { name, key } })
      const merge = items
        .flatMap(({ merges = [] }) => merges.toReversed())
        .find((one) => wanted === null || one.merge === wanted)
      if (merge === undefined) throw new Problem('not_found', 'The row has no merge that can be undone.')
      return {
        title: 'Undo a merge',
        consequences: html`<p>What was written into <strong>${key}</strong> of the table ${name} becomes
a separate row again. They were joined for this reason: ${merge.reason}</p>
<p>Fields get back what they held before, except those that have changed again since. Both rows can be changed and
deleted as any other.</p>`,
        action: 'unmerge',
        submit: 'Make them two rows',
        hidden: { merge: String(merge.merge) },
        back: rowPath(view, name, key),
      }
    },
    async act(view, form) {
      const { name = '', key = '' } = view.params
      const merge = mergeOf(form.get('merge') ?? undefined)
      const { row } = await unmergeRow(view, { params: { name, key }, body: merge === null ? {} : { merge } })
      return rowPath(view, name, row.key)
    },
  })
}
