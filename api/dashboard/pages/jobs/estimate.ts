import { randomUUID } from 'node:crypto'
import { formatUsd, parseUsd } from '../../../../domain/money/microdollars.ts'
import { html, type Html, type Part } from '../../../html/markup.ts'
import type { EstimatedJob } from '../../../schemas/job.ts'
import { counted, facts, notice, table, usd, usdRounded } from '../../elements.ts'
import { formOf } from '../../forms.ts'
import type { View } from '../../page.ts'

export const START = 'start'

/** What a job would cost and find, and the button that starts it. */
export function estimateShown(view: View, form: URLSearchParams, estimated: EstimatedJob): Html {
  const { estimate, ceiling, invalid_rows: invalid } = estimated
  return html`<h2>Estimate</h2>
${ceilingNotice(estimated)}
${facts([
  ['Rows', counted(estimate.rows)],
  ['Rows that run', counted(estimate.runnable)],
  ['Equal to an earlier row, free of charge', counted(estimate.repeated)],
  ...(estimate.first_of_several === undefined
    ? []
    : [['Several addresses in a cell, the first is used', counted(estimate.first_of_several)] as const]),
  ['Already saved, free of charge', counted(estimate.already_saved)],
  ['Suppressed', counted(estimate.suppressed)],
  ['Invalid, free of charge', counted(estimate.invalid)],
  ['Expected to find', counted(estimate.expected_found)],
  ['Expected cost', usdRounded(estimate.expected_cost)],
  ['Expected cost of each found row', costPerFound(estimate)],
  ['Cost at most', usdRounded(estimate.max_cost)],
  ['Ceiling', usd(ceiling)],
])}
${
  invalid.length > 0 &&
  table({
    id: 'invalid',
    caption: `Invalid rows, the first ${invalid.length} of ${counted(estimate.invalid)}`,
    empty: '',
    columns: [
      { title: 'Row', numeric: true },
      { title: 'Why', wraps: true },
    ],
    rows: invalid.map(({ row, key, error }) => ({
      id: `invalid-${row}`,
      cells: [key === null ? counted(row) : `${counted(row)} (${key})`, error.message],
    })),
  })
}
${
  estimate.runnable === 0
    ? notice('bad', 'No row can run: change the columns below, then estimate again.')
    : formOf(
        {
          action: START,
          submit: view.environment === 'test' ? 'Start the job in the sandbox' : 'Start the job',
          fields: [],
          // A second press of the button answers with the same job.
          hidden: { ...sentValues(form), once: randomUUID() },
        },
        null,
      )
}`
}

const costPerFound = ({ expected_cost: cost, expected_found: found }: EstimatedJob['estimate']): Part =>
  found === 0 ? '–' : usd(formatUsd(parseUsd(cost) / BigInt(found)))

function ceilingNotice({ estimate, ceiling }: EstimatedJob): Html | null {
  const most = parseUsd(ceiling)
  if (parseUsd(estimate.expected_cost) > most)
    return notice('warn', 'The job is expected to cost more than its ceiling: it will pause there.')
  return parseUsd(estimate.max_cost) > most
    ? notice('warn', 'The job may reach its ceiling, where it pauses. It is expected to cost less.')
    : null
}

const sentValues = (form: URLSearchParams): Record<string, string> =>
  Object.fromEntries([...form].filter(([name]) => name !== 'action'))
