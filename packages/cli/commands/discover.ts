import { Option } from 'commander'
import type { Context } from '../context.ts'
import { action, type CommandSetup, withExamples } from '../frame.ts'
import { parseInteger } from '../input.ts'
import { noteMeant } from '../listing.ts'
import { styledState } from '../output/style.ts'
import { at, isObject, listAt, textAt } from '../output/value.ts'
import type { TextColumn } from '../output/table.ts'
import { brokenPath, safeLine, widthOf, wrapped } from '../output/text.ts'
import { UsageError } from '../failures.ts'

interface Options {
  readonly kind?: string
  readonly provider?: string
  readonly limit?: string
}

const LIMIT_MAX = 50

/** Spec 4.9: from a job in plain words to the matching capabilities and endpoints. Needs no key. */
export const discover: CommandSetup = (command, frame) => {
  command
    .argument('<words...>', 'the job: what you have, and what you want')
    .addOption(
      new Option('--kind <kind>', 'only capabilities, or only raw endpoints').choices(['capability', 'endpoint']),
    )
    .option('--provider <provider>', 'only results of this provider')
    .option('--limit <n>', `number of results, at most ${LIMIT_MAX} (10)`)
  withExamples(
    action<Options>(command, frame, async (context, { kind, provider, limit }, words) => {
      const query = words.join(' ')
      if (query.trim() === '') throw new UsageError("Describe the job in words: svc discover 'work email of a person'")
      const answer = await context.request('POST /v1/discover', {
        body: { query, kind, provider, limit: parseInteger(limit, '--limit', { min: 1, max: LIMIT_MAX }) },
      })
      await context.show(answer, (body) => foundView(listAt(body, 'items'), context))
      await context.hints(answer)
      await noteMeant(context, answer, { provider })
      await noteWords(context, answer.body)
    }),
    [
      "svc discover 'work email of a person'",
      'svc discover companies that use a technology --kind capability --limit 5',
    ],
  )
}

/** Of a search without results: which of its words matched, and what comes nearest. */
async function noteWords(context: Context, body: unknown): Promise<void> {
  const unmatched = at(body, 'did_you_mean')
  if (context.json || !isObject(unmatched)) return
  const [matched, missed, nearest] = (['matched', 'missed', 'suggestions'] as const).map((part) =>
    listAt(unmatched, part).map(String).map(safeLine).join(', '),
  )
  if (missed) await context.note(`Nothing has: ${missed}.`)
  for (const correction of listAt(unmatched, 'corrections')) {
    const meant = listAt(correction, 'meant').map(String).map(safeLine).join(' or ')
    await context.note(`For ${safeLine(textAt(correction, 'word'))}, did you mean ${meant}?`)
  }
  if (matched) await context.note(`Other words matched, but not enough: ${matched}.`)
  if (nearest) await context.note(`Nearest capabilities: ${nearest}.`)
  await context.note('Report what is missing: svc feedback')
}

const COLUMNS: readonly TextColumn[] = [
  { title: 'WHAT', fixed: true },
  { title: 'TITLE' },
  { title: 'STATUS', styled: styledState },
  { title: 'FROM USD', right: true, fixed: true },
  { title: 'HEALTH', styled: styledState },
]
/** Fewer characters of a title state nothing. */
const TITLE_WIDTH_MIN = 20

/** A table, or on a narrow terminal several lines for each item: no name is cut, and no title becomes unreadable. */
function foundView(items: readonly unknown[], context: Context): string {
  const rows = items.map(rowOf)
  const widths = COLUMNS.map(({ title }, index) =>
    Math.max(title.length, ...rows.map((row) => widthOf(row[index] ?? ''))),
  )
  const [, title = 0] = widths
  const total = widths.reduce((sum, one) => sum + one, 2 * (widths.length - 1))
  const isNarrow = context.width !== null && total - context.width > Math.max(0, title - TITLE_WIDTH_MIN)
  return isNarrow ? rows.map((row) => entryOf(row, context)).join('') : context.table(COLUMNS, rows)
}

function entryOf(
  [what = '', title = '', status = '', price = '', health = '']: readonly string[],
  context: Context,
): string {
  const { style, width } = context
  const facts = [
    status,
    ...(price === '' ? [] : [`from ${price}\u00a0USD`]),
    ...(health === '' || health === 'unknown' ? [] : [health]),
  ].join(', ')
  const indent = '  '
  const [name = '', ...rest] = brokenPath(what, width ?? Infinity)
  return [
    style.bold(name),
    ...rest.map((part) => `${indent}${style.bold(part)}`),
    ...wrapped(`${title} (${facts})`, (width ?? Infinity) - indent.length).map((line) => `${indent}${line}`),
  ]
    .map((line) => `${line}\n`)
    .join('')
}

const rowOf = (item: unknown): string[] =>
  [
    at(item, 'kind') === 'capability' ? textAt(item, 'capability') : `${textAt(item, 'provider')} ${nameOf(item)}`,
    textAt(item, 'title'),
    textAt(item, 'status'),
    textAt(item, 'starting_price', 'amount') || textAt(item, 'cost', 'estimate'),
    textAt(item, 'health', 'status'),
  ].map(safeLine)

const nameOf = (item: unknown): string =>
  textAt(item, 'method') === 'GET' ? textAt(item, 'endpoint') : `${textAt(item, 'method')} ${textAt(item, 'endpoint')}`
