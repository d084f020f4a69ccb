import { expect, it } from '@jest/globals'
import { beforeChanges } from '../../../api/dashboard/pages/tables/row-change-entries.ts'
import type { RowChanges } from '../../../api/schemas/rows.ts'

type Change = RowChanges['items'][number]

const [MADE, LATER] = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z']
const change = (created: boolean): Change => ({
  at: LATER,
  created,
  cause: 'api',
  by: null,
  run_id: null,
  capability: null,
  watch_id: null,
  fields: created ? [] : ['title'],
  field_count: created ? 0 : 1,
})

/** A row of before the changes were kept has none until it changes again. */
it.each<[string, string, Change[], string[]]>([
  ['a row of before that never changed', MADE, [], [`${MADE} The row was made.`]],
  ['one that changed before', LATER, [], [`${MADE} The row was made.`, `${LATER} The last change of the row.`]],
  ['one that has changed since', LATER, [change(false)], [`${MADE} The row was made.`]],
  ['a row whose changes are all there', LATER, [change(false), change(true)], []],
])('states of %s what is known, and no more', (_, updated, changes, entries) => {
  const shown = beforeChanges({ row_created_at: MADE, row_updated_at: updated }, changes)
  expect(shown.map(({ at, text }) => `${at} ${String(text)}`)).toEqual(entries)
})
