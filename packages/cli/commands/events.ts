import type { Context } from '../context.ts'
import { EXIT } from '../exit-codes.ts'
import { UsageError } from '../failures.ts'
import { type Cursor, follow } from '../following.ts'
import { action, type CommandSetup, withExamples } from '../frame.ts'
import { parseTime, parseInteger } from '../input.ts'
import { eventLine } from '../output/event.ts'
import { at, listAt, stringAt } from '../output/value.ts'

interface Options {
  readonly after?: string
  readonly types?: string
  readonly class?: string
  readonly since?: string
  readonly limit?: string
  readonly follow?: true
}

const PAGE_MAX = 500
/** With `--follow`, the limit may be larger than a page. */
const FOLLOWED_MAX = 1_000_000

/** Spec 4.11, 6: the stream, oldest first. */
export const events: CommandSetup = (command, frame) => {
  command
    .option('--after <event>', 'start after this event')
    .option('--types <types>', 'only these types, separated by commas')
    .option('--class <classes>', 'only received messages of these classes, separated by commas')
    .option('--since <time>', 'start at this time: ISO 8601, now, or a duration ago (15m, 2h, 7d)')
    .option('--limit <n>', `number of events, at most ${PAGE_MAX} (50); with --follow, exit after this number`)
    .option('-f, --follow', 'wait for new events and print each on a line')
  withExamples(
    action<Options>(command, frame, async (context, options) => {
      const { after, types, class: classes, limit } = options
      if (after !== undefined && options.since !== undefined)
        throw new UsageError('--after and --since both set the start. Use one of them.')
      const since = options.since === undefined ? undefined : parseTime(options.since, context.machine.now())
      if (options.follow === true)
        return followed(context, {
          after,
          since,
          types: listed(types),
          classes: listed(classes),
          limit: parseInteger(limit, '--limit', { min: 1, max: FOLLOWED_MAX }),
        })
      const answer = await context.request('GET /v1/events', {
        query: {
          after,
          since,
          types,
          class: classes,
          limit: parseInteger(limit, '--limit', { min: 1, max: PAGE_MAX }),
        },
      })
      await context.show(answer, (body) =>
        listAt(body, 'items')
          .map((event) => eventLine(event, context))
          .join(''),
      )
      if (context.json) return EXIT.done
      const next = stringAt(answer.body, 'next_after')
      if (listAt(answer.body, 'items').length === 0) await context.note('Nothing.')
      if (next !== null)
        await context.note(`${at(answer.body, 'has_more') === true ? 'More events' : 'Later events'}: --after ${next}`)
      return EXIT.done
    }),
    [
      'svc events --since 1d',
      'svc events --types email.received,email.bounced --limit 20',
      'svc events --class interested,out_of_office --since 7d',
      'svc events --follow --since now --limit 1 --json',
    ],
  )
}

const listed = (names: string | undefined): string[] | undefined => names?.split(',').map((name) => name.trim())

interface Followed {
  readonly after: string | undefined
  readonly since: string | undefined
  readonly types: readonly string[] | undefined
  readonly classes: readonly string[] | undefined
  readonly limit: number | undefined
}

/** Prints one event a line, until the person interrupts or the limit is reached. The last note names the cursor. */
async function followed(context: Context, { after, since, types, classes, limit }: Followed): Promise<number> {
  const cursor: Cursor = { after }
  let count = 0
  try {
    await follow(context, {
      after,
      since,
      types,
      classes,
      cursor,
      handle: async (event) => {
        if (context.json) await context.jsonLine(JSON.stringify(event))
        else await context.print(eventLine(event, context))
        count += 1
        return count === limit ? 'stop' : 'continue'
      },
    })
  } finally {
    if (cursor.after !== undefined)
      await context.hint(`Read to ${cursor.after}. To continue: svc events --follow --after ${cursor.after}`)
  }
  return context.machine.interrupted.aborted ? EXIT.interrupted : EXIT.done
}
