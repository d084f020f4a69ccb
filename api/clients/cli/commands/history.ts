import { Option } from 'commander'
import type { Context } from '../context.ts'
import { does, type Fill, withExamples } from '../frame.ts'
import { parseInteger } from '../input.ts'
import { memberLines } from '../output/members.ts'
import { styledState } from '../output/style.ts'
import { at, isObject, listAt, textAt, timeAt } from '../output/value.ts'

interface Options {
  readonly kind?: string
  readonly limit?: string
}

const KINDS = ['email', 'domain', 'linkedin', 'url', 'handle', 'phone', 'text']

/** Spec 4.5: one subject in full; several with one line each. */
export const history: Fill = (command, frame) => {
  command
    .argument(
      '<subject...>',
      'email, domain, LinkedIn page, URL, handle, phone or name; several subjects print one line each',
    )
    .addOption(new Option('--kind <kind>', 'kind of the subject, if it is not clear').choices(KINDS))
    .option('--limit <n>', 'number of runs for one subject, at most 200 (50)')
  withExamples(
    does<Options>(command, frame, async (context, { kind, limit }, subjects) => {
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

function view(body: unknown, context: Context): string {
  const facts = memberLines(
    [
      ['subject', `${textAt(body, 'subject', 'normalized')} (${textAt(body, 'subject', 'kind')})`],
      ['charged', `${textAt(body, 'charged')} USD`],
      ['runs', counts(at(body, 'by_status'))],
      ['seen', [timeAt(body, 'first_seen'), timeAt(body, 'last_seen')].filter((time) => time !== '').join(' to ')],
      [
        'contacted',
        textAt(body, 'last_touch') === ''
          ? ''
          : `${timeAt(body, 'last_touch', 'at')} by ${textAt(body, 'last_touch', 'channel')}`,
      ],
      [
        'paid for',
        listAt(body, 'reusable')
          .map((run) => textAt(run, 'run_id'))
          .slice(0, 3)
          .join(', '),
      ],
    ],
    context.style,
  ).join('\n')
  const items = context.table(
    [
      { title: 'RUN', whole: true },
      { title: 'STATUS', whole: true, styled: styledState },
      { title: 'WHAT' },
      { title: 'PROVIDER' },
      { title: 'FOUND IN' },
      { title: 'CHARGED', right: true, whole: true },
      { title: 'CREATED', whole: true },
    ],
    listAt(body, 'items').map((run) => [
      textAt(run, 'run_id'),
      textAt(run, 'status'),
      textAt(run, 'capability') || textAt(run, 'endpoint'),
      textAt(run, 'provider'),
      `${textAt(run, 'matched', 'in')} ${textAt(run, 'matched', 'path')}`,
      textAt(run, 'charged'),
      timeAt(run, 'created_at'),
    ]),
  )
  return `${facts}\n${items === '' ? '' : `\n${items}`}`
}

const counts = (value: unknown): string =>
  isObject(value)
    ? Object.entries(value)
        .map(([name, count]) => `${String(count)} ${name}`)
        .join(', ')
    : ''

const rows = (body: unknown, context: Context): string =>
  context.table(
    [
      { title: 'SUBJECT' },
      { title: 'KIND' },
      { title: 'RUNS', right: true, whole: true },
      { title: 'LAST SEEN', whole: true },
      { title: 'CONTACTED', whole: true },
      { title: 'PAID FOR', whole: true },
    ],
    listAt(body, 'items').map((row) => [
      textAt(row, 'subject'),
      textAt(row, 'kind') || textAt(row, 'error', 'message'),
      textAt(row, 'count'),
      timeAt(row, 'last_seen'),
      timeAt(row, 'last_touch', 'at'),
      textAt(row, 'reusable', 'run_id'),
    ]),
  )
