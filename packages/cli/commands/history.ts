import { Option } from 'commander'
import { action, type CommandSetup, withExamples } from '../frame.ts'
import { parseInteger } from '../input.ts'
import { factsOf, itemsOf, partsOf, time } from '../output/items.ts'
import { styledState } from '../output/style.ts'
import { at, isObject, listAt, textAt, timeAt } from '../output/value.ts'

interface Options {
  readonly kind?: string
  readonly limit?: string
}

const KINDS = ['email', 'domain', 'linkedin', 'url', 'handle', 'phone', 'text']

/** Spec 4.5: one subject in full; several with one line each. */
export const history: CommandSetup = (command, frame) => {
  command
    .argument(
      '<subject...>',
      'email, domain, LinkedIn page, URL, handle, phone or name; several subjects print one line each',
    )
    .addOption(new Option('--kind <kind>', 'kind of the subject, if it is not clear').choices(KINDS))
    .option('--limit <n>', 'number of runs for one subject, at most 200 (50)')
  withExamples(
    action<Options>(command, frame, async (context, { kind, limit }, subjects) => {
      if (subjects.length > 1) {
        const many = await context.request('POST /v1/history', { body: { subjects, kind } })
        return context.show(many, (body) => rows(body, context))
      }
      const answer = await context.request('GET /v1/history', {
        query: { q: subjects[0], kind, limit: parseInteger(limit, '--limit', { min: 1, max: 200 }) },
      })
      await context.show(answer, (body) => view(body, context))
      await context.hints(answer)
    }),
    [
      'svc history ada@example.com',
      'svc history example.com --kind domain --limit 5',
      'svc history ada@example.com example.org',
    ],
  )
}

const factsView = factsOf([
  ['subject', (body) => `${textAt(body, 'subject', 'normalized')} (${textAt(body, 'subject', 'kind')})`],
  ['charged', (body) => `${textAt(body, 'charged')} USD`],
  ['runs', (body) => counts(at(body, 'by_status'))],
  ['seen', (body) => [timeAt(body, 'first_seen'), timeAt(body, 'last_seen')].filter((one) => one !== '').join(' to ')],
  ['contacted', contactedOf],
  ['answered', answeredOf],
  ['paid for', paidFor],
])

function contactedOf(body: unknown): string {
  const channel = textAt(body, 'last_touch', 'channel')
  return textAt(body, 'last_touch') === '' ? '' : `${timeAt(body, 'last_touch', 'at')} by ${channel}`
}

function answeredOf(body: unknown): string {
  const kind = textAt(body, 'last_reply', 'class')
  return kind === '' ? '' : `${timeAt(body, 'last_reply', 'at')}: ${kind}`
}

function paidFor(body: unknown): string {
  const runs = listAt(body, 'reusable').map((run) => textAt(run, 'run_id'))
  return runs.slice(0, 3).join(', ')
}

const view = partsOf(
  factsView,
  itemsOf([
    { title: 'RUN', fixed: true, of: 'run_id' },
    { title: 'STATUS', fixed: true, styled: styledState, of: 'status' },
    { title: 'WHAT', of: (run) => textAt(run, 'capability') || textAt(run, 'endpoint') },
    { title: 'PROVIDER', of: 'provider' },
    { title: 'FOUND IN', of: (run) => `${textAt(run, 'matched', 'in')} ${textAt(run, 'matched', 'path')}` },
    { title: 'CHARGED', right: true, fixed: true, of: 'charged' },
    { title: 'CREATED', fixed: true, of: time('created_at') },
  ]),
)

const counts = (value: unknown): string =>
  isObject(value)
    ? Object.entries(value)
        .map(([name, count]) => `${String(count)} ${name}`)
        .join(', ')
    : ''

const rows = itemsOf([
  { title: 'SUBJECT', of: 'subject' },
  { title: 'KIND', of: (row) => textAt(row, 'kind') || textAt(row, 'error', 'message') },
  { title: 'RUNS', right: true, fixed: true, of: 'count' },
  { title: 'LAST SEEN', fixed: true, of: time('last_seen') },
  { title: 'CONTACTED', fixed: true, of: time('last_touch.at') },
  { title: 'PAID FOR', fixed: true, of: 'reusable.run_id' },
])
