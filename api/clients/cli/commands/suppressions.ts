import { Option } from 'commander'
import type { Context } from '../context.ts'
import { EXIT } from '../exit-codes.ts'
import { does, type Fill, withExamples } from '../frame.ts'
import { listed, type ListOptions, withPages } from '../listing.ts'
import { safeLine } from '../output/text.ts'
import { listAt, textAt, timeAt } from '../output/value.ts'

interface Filter extends ListOptions {
  readonly kind?: string
  readonly reason?: string
}
interface Adding {
  readonly reason?: string
  readonly platform?: string
}

const KINDS = ['email', 'domain', 'linkedin', 'phone', 'handle']
const REASONS = ['unsubscribe', 'bounce', 'complaint', 'not_interested', 'manual']

/** Spec 4.8. */
export const suppressions: Fill = (command, frame) => {
  addList(command, frame)
  addList(command.command('list').description('list suppressions'), frame)
  addAdd(command.command('add').description('add suppressions: block messages over all channels'), frame)
  addRemove(command.command('remove').alias('delete').description('remove suppressions'), frame)
}

const addList: Fill = (command, frame) => {
  withPages(
    command
      .addOption(new Option('--kind <kind>', 'only this kind').choices(KINDS))
      .addOption(new Option('--reason <reason>', 'only this reason').choices(REASONS)),
    { max: 500, by: 50 },
  )
  withExamples(
    does<Filter>(command, frame, async (context, options) => {
      const { kind, reason } = options
      await listed(context, {
        operation: 'GET /v1/suppressions',
        query: { kind, reason },
        options,
        max: 500,
        view: (items) => list(items, context),
      })
    }),
    ['svc suppressions', 'svc suppressions --kind email --all --json'],
  )
}

const list = (items: readonly unknown[], context: Context): string =>
  context.table(
    [
      { title: 'SUBJECT', whole: true },
      { title: 'KIND' },
      { title: 'REASON' },
      { title: 'SOURCE' },
      { title: 'SINCE', whole: true },
    ],
    items.map((item) => [
      textAt(item, 'subject'),
      textAt(item, 'kind'),
      textAt(item, 'reason'),
      textAt(item, 'source'),
      timeAt(item, 'created_at'),
    ]),
  )

const addAdd: Fill = (command, frame) => {
  command
    .argument('<subject...>', 'emails, domains, LinkedIn pages, phones or handles')
    .addOption(new Option('--reason <reason>', 'why (manual)').choices(REASONS))
    .option('--platform <platform>', 'network of the handles')
  withExamples(
    does<Adding>(command, frame, async (context, { reason, platform }, subjects) => {
      const answer = await context.request('POST /v1/suppressions', { body: { subjects, reason, platform } })
      await context.show(
        answer,
        (body) =>
          `${[
            `${textAt(body, 'added')} added, ${textAt(body, 'unchanged')} already suppressed`,
            ...listAt(body, 'refused').map(
              (one) => `refused ${safeLine(textAt(one, 'subject'))}: ${safeLine(textAt(one, 'reason'))}`,
            ),
          ].join('\n')}\n`,
      )
      // A script must not take a refused subject for a suppressed one.
      return listAt(answer.body, 'refused').length > 0 ? EXIT.usage : EXIT.done
    }),
    ['svc suppressions add example.org ada@example.com --reason unsubscribe'],
  )
}

const addRemove: Fill = (command, frame) => {
  command
    .argument('<subject...>', 'subjects as they are on the list')
    .option('--platform <platform>', 'network of the handles')
  withExamples(
    does<Adding>(command, frame, async (context, { platform }, subjects) => {
      const answer = await context.request('POST /v1/suppressions/remove', { body: { subjects, platform } })
      await context.show(answer, (body) => {
        const missing = listAt(body, 'not_found').map((one) => `not on the list: ${safeLine(String(one))}`)
        return `${[`${textAt(body, 'removed')} removed`, ...missing].join('\n')}\n`
      })
    }),
    ['svc suppressions remove example.org'],
  )
}
