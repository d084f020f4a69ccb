import { Option } from 'commander'
import { does, type Fill, withExamples } from '../frame.ts'
import { parseInteger } from '../input.ts'
import { styledState } from '../output/style.ts'
import { at, listAt, textAt } from '../output/value.ts'
import { safeLine } from '../output/text.ts'
import { UsageError } from '../failures.ts'

interface Options {
  readonly kind?: string
  readonly provider?: string
  readonly limit?: string
}

const LIMIT_MAX = 50

/** Spec 4.9: from a job in plain words to the matching capabilities and endpoints. Needs no key. */
export const discover: Fill = (command, frame) => {
  command
    .argument('<words...>', 'the job: what you have, and what you want')
    .addOption(
      new Option('--kind <kind>', 'only capabilities, or only raw endpoints').choices(['capability', 'endpoint']),
    )
    .option('--provider <provider>', 'only results of this provider')
    .option('--limit <n>', `number of results, at most ${LIMIT_MAX} (10)`)
  withExamples(
    does<Options>(command, frame, async (context, { kind, provider, limit }, words) => {
      const query = words.join(' ')
      if (query.trim() === '') throw new UsageError("Describe the job in words: svc discover 'work email of a person'")
      const answer = await context.request('POST /v1/discover', {
        body: { query, kind, provider, limit: parseInteger(limit, '--limit', { min: 1, max: LIMIT_MAX }) },
      })
      await context.show(answer, (body) =>
        context.table(
          [
            { title: 'WHAT', whole: true },
            { title: 'TITLE' },
            { title: 'STATUS', styled: styledState },
            { title: 'FROM USD', right: true, whole: true },
            { title: 'HEALTH', styled: styledState },
          ],
          listAt(body, 'items').map(rowOf),
        ),
      )
      await context.hints(answer)
    }),
    [
      "svc discover 'work email of a person'",
      'svc discover companies that use a technology --kind capability --limit 5',
    ],
  )
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
