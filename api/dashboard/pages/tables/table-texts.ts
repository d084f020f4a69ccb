import { NO_STATUS } from '../../../../domain/tables/keys.ts'
import { isExactNumber } from '../../../../domain/json/exact.ts'
import { html, type Html, type Part } from '../../../html/markup.ts'
import type { TableSummary } from '../../../schemas/tables.ts'
import { counted, time, withCommas } from '../../elements.ts'
import type { View } from '../../page.ts'
import { tablePath } from './paths.ts'

/** The number of rows in each status, each with a link to them. */
export function statusCounts(view: View, table: Pick<TableSummary, 'name' | 'by_status'>): Html {
  const links = Object.entries(table.by_status).map(([status, count]) => {
    const path = tablePath(view, table.name, { status })
    return html`<a href="${path}">${status === NO_STATUS ? 'without a status' : status}</a> ${counted(count)}`
  })
  return withCommas(links)
}

const SHOWN_LENGTH_MAX = 80
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

/** A value of a row in a cell. `entire`: not shortened. */
export function valueOf(value: unknown, full = false): Part {
  if (value === null || value === undefined) return html`<span class="quiet">–</span>`
  if (typeof value === 'string' && TIME.test(value)) return time(value)
  const text =
    typeof value === 'string'
      ? value
      : isExactNumber(value)
        ? JSON.stringify(value)
        : JSON.stringify(value, null, full ? 2 : 0)
  if (full && typeof value === 'object') return html`<pre>${text}</pre>`
  return full || text.length <= SHOWN_LENGTH_MAX ? text : `${text.slice(0, SHOWN_LENGTH_MAX)}…`
}
