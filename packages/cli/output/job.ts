import type { Context } from '../context.ts'
import { type ItemColumn, itemsTable } from './items.ts'
import { membersText } from './members.ts'
import { styledState } from './style.ts'
import { safeLine } from './text.ts'
import { at, listAt, textAt, timeAt } from './value.ts'

/** How a row can end, in the words and the order of a job's progress. */
const OUTCOMES = ['found', 'missed', 'failed', 'blocked', 'invalid', 'saved', 'cancelled', 'repeated'] as const
const BAR_WIDTH = 20

/** A job for a person: its state, what it found, and what it spent. */
export function jobView(job: unknown, context: Context): string {
  const { style } = context
  const reason = textAt(job, 'reason')
  const facts = membersText(
    [
      ['job', textAt(job, 'job_id')],
      ['what', textAt(job, 'name')],
      ['rows', `${textAt(job, 'progress', 'done')} of ${textAt(job, 'progress', 'rows')}`],
      ['outcomes', outcomesOf(job)],
      ['spent', spentOf(job)],
      ['per found', usd(textAt(job, 'progress', 'cost_per_found'))],
      ...estimateMembers(at(job, 'estimate')),
      ['retry of', textAt(job, 'retry_of')],
      ['created', timeAt(job, 'created_at')],
      ['finished', timeAt(job, 'finished_at')],
      ['advice', textAt(job, 'advice')],
    ],
    style,
  )
  const status = styledState(textAt(job, 'status'), style)
  return `${status}${reason === '' ? '' : `  ${safeLine(reason)}`}\n${facts}`
}

/** The estimate of a dry run, with the first rows from which no run can be made. */
export function estimateView(body: unknown, context: Context): string {
  const facts = membersText(
    [...estimateMembers(at(body, 'estimate')), ['ceiling', usd(textAt(body, 'ceiling'))]],
    context.style,
  )
  const invalid = itemsTable(
    [
      { title: 'INVALID ROW', right: true, fixed: true, of: 'row' },
      ...keyColumn(listAt(body, 'invalid_rows')),
      { title: 'WHY', of: 'error.message' },
    ],
    listAt(body, 'invalid_rows'),
    context,
  )
  return invalid === '' ? facts : `${facts}\n${invalid}`
}

/** Only rows of a table have keys. */
export const keyColumn = (rows: readonly unknown[]): ItemColumn[] =>
  rows.some((row) => textAt(row, 'key') !== '') ? [{ title: 'KEY', spare: true, of: 'key' }] : []

/** The state of a job on one line: `running  [#####---------------]  500 of 2000  410 found, …`. */
export function jobLine(job: unknown): string {
  const eta = textAt(job, 'progress', 'eta_seconds')
  return safeLine(
    [
      textAt(job, 'status'),
      barOf(Number(textAt(job, 'progress', 'done')), Number(textAt(job, 'progress', 'rows'))),
      `${textAt(job, 'progress', 'done')} of ${textAt(job, 'progress', 'rows')}`,
      outcomesOf(job),
      spentOf(job),
      ...(eta === '' || eta === '0' ? [] : [`${eta} s left`]),
    ]
      .filter((part) => part !== '')
      .join('  '),
  )
}

/** What a person can do next with a job; it ends in a command. */
export function nextOf(job: unknown): string {
  const id = textAt(job, 'job_id')
  switch (textAt(job, 'status')) {
    case 'awaiting_approval':
      return textAt(job, 'reason') === 'approval_needed'
        ? `A person or an approver key decides. Wait for it: svc jobs get ${id} --wait`
        : `Let it continue: svc jobs approve ${id}`
    case 'paused':
      return textAt(job, 'reason') === 'ceiling_reached'
        ? `Raise the ceiling, then resume the job: svc jobs edit ${id} --ceiling <usd> && svc jobs resume ${id}`
        : `Let it continue: svc jobs resume ${id}`
    case 'estimating':
    case 'running':
    case 'finishing':
      return `Wait for the end: svc jobs get ${id} --wait`
    default:
      return Number(textAt(job, 'progress', 'failed')) > 0
        ? `Run the failed rows again: svc jobs retry ${id}`
        : `Download the results: svc jobs results ${id} --out results.csv`
  }
}

function estimateMembers(estimate: unknown): [string, string][] {
  const count = (name: string, label: string): string[] => {
    const rows = textAt(estimate, name)
    return rows === '' || rows === '0' ? [] : [`${rows} ${label}`]
  }
  const rows = [
    ...count('runnable', 'runnable'),
    ...count('already_saved', 'already saved'),
    ...count('suppressed', 'suppressed'),
    ...count('invalid', 'invalid'),
    ...count('repeated', 'repeated'),
  ]
  return [
    ['estimate', `${textAt(estimate, 'rows')} rows: ${rows.join(', ')}`],
    ['cost', `${usd(textAt(estimate, 'expected_cost'))} expected, ${usd(textAt(estimate, 'max_cost'))} at most`],
    ['to find', `${textAt(estimate, 'expected_found')} rows`],
  ]
}

const outcomesOf = (job: unknown): string =>
  OUTCOMES.flatMap((outcome) => {
    const rows = textAt(job, 'progress', outcome)
    return rows === '' || rows === '0' ? [] : [`${rows} ${outcome}`]
  }).join(', ')

function spentOf(job: unknown): string {
  const [spent, held, ceiling] = [textAt(job, 'spent'), textAt(job, 'held'), textAt(job, 'ceiling')]
  return `${spent} of ${usd(ceiling)}${Number(held) > 0 ? `, ${held} held` : ''}`
}

const usd = (amount: string): string => (amount === '' ? '' : `${amount} USD`)

function barOf(done: number, rows: number): string {
  if (!(rows > 0)) return ''
  const full = Math.min(BAR_WIDTH, Math.floor((BAR_WIDTH * done) / rows))
  return `[${'#'.repeat(full)}${'-'.repeat(BAR_WIDTH - full)}]`
}
