import { Option } from 'commander'
import { action, type CommandSetup, withExamples } from '../frame.ts'
import { parseInteger } from '../input.ts'
import { factsOf, itemsTable, partsOf } from '../output/items.ts'
import { at, listAt, textAt } from '../output/value.ts'

interface Options {
  readonly days?: string
  readonly since?: string
  readonly until?: string
  readonly by?: string
  readonly groupBy?: string
}

const DAYS_MAX = 90
interface Counted {
  /** The member with the list. */
  readonly list: string
  readonly title: string
  /** The member that names what is counted. */
  readonly member: string
  /** What has no name. */
  readonly rest: string
}

type Named = Pick<Counted, 'member' | 'rest'>

const BY_CAPABILITY: Named = { member: 'capability', rest: 'raw endpoints' }
const BY: Readonly<Record<string, Named>> = {
  capability: BY_CAPABILITY,
  day: { member: 'day', rest: '' },
  key: { member: 'api_key_id', rest: 'sessions and apps' },
  provider: { member: 'provider', rest: 'no provider' },
}

const countedBy = (by: string): Counted => ({ ...(BY[by] ?? BY_CAPABILITY), list: `by_${by}`, title: by })

/** Spec 4.13: runs and charges of the last or of chosen days. */
export const usage: CommandSetup = (command, frame) => {
  command
    .option('--days <n>', `number of days, today included, at most ${DAYS_MAX} (30)`)
    .option('--since <day>', 'from this day on (UTC), such as 2026-11-22')
    .option('--until <day>', 'only before this day (UTC)')
    .addOption(new Option('--by <what>', 'what to count by (capability)').choices(Object.keys(BY)))
    .addOption(
      new Option(
        '--group-by <group>',
        'a key of metadata as in metadata.customer, or capability, provider, api_key or day',
      ).conflicts('by'),
    )
  withExamples(
    action<Options>(command, frame, async (context, { days, since, until, by = 'capability', groupBy }) => {
      const answer = await context.request('GET /v1/usage', {
        query: { days: parseInteger(days, '--days', { min: 1, max: DAYS_MAX }), since, until, group_by: groupBy },
      })
      const counted =
        groupBy === undefined ? countedBy(by) : { list: 'items', member: 'group', title: groupBy, rest: 'without' }
      await context.show(answer, (body) => countedView(counted)(body, context))
      const rest = textAt(answer.body, 'rest', 'runs')
      if (!context.json && rest !== '')
        await context.note(`Further groups: ${rest} runs, ${textAt(answer.body, 'rest', 'charged')} USD.`)
      if (!context.json && at(answer.body, 'complete') === false)
        await context.note('There were more runs. Only the newest 1,000,000 are counted.')
    }),
    [
      'svc usage',
      'svc usage --days 7 --by key',
      'svc usage --group-by metadata.customer',
      'svc usage --since 2026-11-01 --until 2026-11-22',
    ],
  )
}

const total = factsOf([
  ['days', 'days'],
  ['runs', 'total.runs'],
  ['succeeded', 'total.succeeded'],
  ['charged', (body) => `${textAt(body, 'total', 'charged')} USD`],
])

const countedView = ({ list, member, title, rest }: Counted) =>
  partsOf(total, (body, context) =>
    itemsTable(
      [
        { title: title.toUpperCase(), of: (one) => textAt(one, member) || rest },
        { title: 'RUNS', right: true, fixed: true, of: 'runs' },
        { title: 'SUCCEEDED', right: true, fixed: true, of: 'succeeded' },
        { title: 'USD', right: true, fixed: true, of: 'charged' },
      ],
      listAt(body, list).filter((one) => at(one, 'runs') !== 0),
      context,
    ),
  )
