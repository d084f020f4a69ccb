import type { Context } from '../context.ts'
import { memberLines } from './members.ts'
import { readable } from './readable.ts'
import { sliceView, summaryView } from './run-part.ts'
import { styledState } from './style.ts'
import { safeLine } from './text.ts'
import { at, isObject, listAt, stringAt, textAt } from './value.ts'

/** Characters of the entire waterfall. */
const BAR_WIDTH = 24

/** A run for a person: how it ended, its charge, its result, the attempts, and its id. */
export function runView(run: unknown, context: Context): string {
  const { style } = context
  const what = textAt(run, 'capability') || `${textAt(run, 'provider')} ${textAt(run, 'endpoint')}`
  const head = [
    style.bold(styledState(safeLine(textAt(run, 'status')), style)),
    safeLine(what),
    ...(at(run, 'simulated') === true ? [style.dim('simulated')] : []),
  ].join('  ')
  const lines = memberLines(
    [
      ['provider', textAt(run, 'provider') || (at(run, 'source') === undefined ? '' : 'a saved answer')],
      ['charged', charged(run)],
      ['credited', credited(run)],
      ['took', took(at(run, 'timing', 'duration_ms'))],
      ['why', textAt(run, 'routing_reason')],
      ['saved in', sourceOf(run)],
      ['written', tableOf(run)],
      ['metadata', metadataOf(run)],
    ],
    style,
  )
  const parts = [
    [head, ...lines].join('\n'),
    resultOf(run, context),
    sliceView(at(run, 'slice'), context),
    summaryView(at(run, 'result_summary'), context),
    waterfall(listAt(run, 'attempts'), context),
    memberLines([['run', textAt(run, 'run_id')]], style).join('\n'),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function charged(run: unknown): string {
  const [amount, quoted] = [stringAt(run, 'billing', 'charged'), stringAt(run, 'billing', 'quoted')]
  if (quoted === null) return ''
  return `${amount ?? (at(run, 'done') === true ? 'nothing' : 'not yet')}${amount === null ? '' : ' USD'}${amount === quoted ? '' : ` (held ${quoted})`}`
}

/** What came back because the address that the run has sold bounced. */
function credited(run: unknown): string {
  const amount = stringAt(run, 'billing', 'credited')
  return amount === null ? '' : `${amount} USD, because its address bounced`
}

const took = (ms: unknown): string => (typeof ms === 'number' ? duration(ms) : '')

const duration = (ms: number): string => (ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`)

const sourceOf = (run: unknown): string =>
  isObject(at(run, 'source'))
    ? `${textAt(run, 'source', 'table')} ${textAt(run, 'source', 'key')}, of ${textAt(run, 'source', 'run_id')}`
    : ''

const metadataOf = (run: unknown): string => {
  const metadata = at(run, 'metadata')
  return isObject(metadata)
    ? Object.entries(metadata)
        .map(([key, value]) => `${key}=${String(value)}`)
        .join('  ')
    : ''
}

function tableOf(run: unknown): string {
  const table = at(run, 'table')
  if (!isObject(table)) return ''
  const counts = ['inserted', 'updated', 'unchanged', 'refused'].flatMap((name) => {
    const count = textAt(table, name)
    return count === '' ? [] : [`${count} ${name}`]
  })
  return [
    textAt(table, 'name'),
    textAt(table, 'key'),
    ...counts,
    ...(listAt(table, 'saved').length === 0 ? [] : [`saved ${listAt(table, 'saved').map(String).join(', ')}`]),
  ]
    .filter((part) => part !== '')
    .join('  ')
}

function resultOf(run: unknown, { style }: Context): string {
  const result = at(run, 'result')
  if (!isObject(result)) return ''
  // A raw answer is the provider's own; the line above already states that it is simulated.
  const shown =
    at(result, 'raw') === true && 'data' in result
      ? result['data']
      : Object.fromEntries(Object.entries(result).filter(([name]) => name !== 'simulated'))
  return `${style.bold('Result')}\n${readable(shown, { style, indent: '  ' }).trimEnd()}`
}

/** The providers that were tried, in order, and how long each took. */
function waterfall(attempts: readonly unknown[], context: Context): string {
  if (attempts.length === 0) return ''
  const { style } = context
  const times = attempts.map((attempt) => Number(at(attempt, 'duration_ms') ?? 0))
  const total = Math.max(
    1,
    times.reduce((sum, one) => sum + one, 0),
  )
  let before = 0
  const rows = attempts.map((attempt, index) => {
    const own = times[index] ?? 0
    const from = Math.min(BAR_WIDTH - 1, Math.round((before / total) * BAR_WIDTH))
    const length = Math.max(1, Math.min(BAR_WIDTH - from, Math.round((own / total) * BAR_WIDTH)))
    before += own
    const bar = `${' '.repeat(from)}${'▇'.repeat(length)}${' '.repeat(BAR_WIDTH - from - length)}`
    return [
      textAt(attempt, 'provider'),
      bar,
      own === 0 ? '' : duration(own),
      textAt(attempt, 'outcome'),
      context.inWords(textAt(attempt, 'detail')),
    ]
  })
  const text = context.table(
    [
      { title: 'PROVIDER', fixed: true },
      { title: 'WHEN', fixed: true, styled: (bar) => style.dim(bar) },
      { title: 'TOOK', right: true, fixed: true },
      { title: 'OUTCOME', fixed: true, styled: styledState },
      { title: 'DETAIL' },
    ],
    rows,
    2,
  )
  return `${style.bold('Attempts')}\n${text
    .trimEnd()
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')}`
}
