import { Argument, Option } from 'commander'
import type { Context } from '../context.ts'
import { parseInteger } from '../input.ts'
import { noun, operation } from '../operation-command.ts'
import { factsOf, itemsOf, partsOf, time } from '../output/items.ts'
import { membersText } from '../output/members.ts'
import { readable } from '../output/readable.ts'
import { styledState } from '../output/style.ts'
import { safeLine } from '../output/text.ts'
import { at, listAt, textAt } from '../output/value.ts'
import { requestOf, type RequestOptions, requestOptions, requestWords } from '../run-request.ts'

const WAIT_SECONDS_MAX = 120
const WATCH = new Argument('<watch>', 'watch_…')

const nameOf = (watch: unknown): string =>
  textAt(watch, 'capability') || `${textAt(watch, 'provider')} ${textAt(watch, 'endpoint')}`

const watchView = factsOf([
  ['watch', 'id'],
  ['status', 'status'],
  ['why', 'paused_reason'],
  ['environment', 'environment'],
  ['what', nameOf],
  ['input', 'input'],
  ['path', 'path'],
  ['query', 'query'],
  ['every', 'every'],
  ['into', 'into.table'],
  ['webhook', (watch) => (at(watch, 'webhook') === true ? 'yes' : 'no')],
  ['next', time('next_refresh_at')],
])

const refreshesOf = itemsOf(
  [
    { title: 'REFRESH', fixed: true, of: 'refresh_id' },
    { title: 'STATUS', styled: styledState, of: 'status' },
    { title: 'NEW', right: true, fixed: true, of: 'new' },
    { title: 'CHANGED', right: true, fixed: true, of: 'changed' },
    { title: 'RUN', fixed: true, spare: true, of: 'run_id' },
    { title: 'BEGUN', spare: true, of: time('created_at') },
  ],
  'refreshes',
)

const list = operation({
  name: 'list',
  summary: 'list watches, newest first',
  operation: 'GET /v1/watch',
  pages: { max: 200, by: 50 },
  view: itemsOf([
    { title: 'WATCH', fixed: true, of: 'id' },
    { title: 'STATUS', styled: styledState, of: 'status' },
    { title: 'WHAT', of: nameOf },
    { title: 'EVERY', fixed: true, of: 'every' },
    { title: 'INTO', spare: true, of: 'into.table' },
    { title: 'NEXT', fixed: true, spare: true, of: time('next_refresh_at') },
  ]),
  examples: ['svc watches list', 'svc watches list --all --json'],
})

const view = operation({
  name: 'view',
  alias: 'get',
  summary: 'show one watch and its last refreshes',
  operation: 'GET /v1/watch/{watch_id}',
  words: [WATCH],
  sends: ({ words: [id = ''] }) => ({ params: { watch_id: id } }),
  view: partsOf(watchView, refreshesOf),
  examples: ['svc watches view watch_…'],
})

const create = operation<RequestOptions & { readonly every: string; readonly webhook?: boolean }>({
  name: 'create',
  summary: 'create a watch: a run on a schedule that reports new and changed records',
  operation: 'POST /v1/watch',
  words: requestWords(),
  options: [
    new Option('--every <interval>', 'hours or days between refreshes, from 1h to 30d').makeOptionMandatory(),
    new Option('--no-webhook', 'report on the event stream only, and not to webhook endpoints'),
    ...requestOptions(),
  ],
  sends: async ({ words, options, context }) => ({
    body: {
      ...(await requestOf(context, options, words)),
      every: options.every,
      ...(options.webhook === false ? { webhook: false } : {}),
    },
  }),
  view: watchView,
  examples: [
    'svc watches create company.news domain=example.com --every 1d --max-cost 0.05',
    "svc watches create web.search query='developer tools' --every 7d --into news",
  ],
})

const refresh = operation<{ readonly wait?: string }>({
  name: 'refresh',
  summary: 'refresh a watch now, at the price of its run',
  operation: 'POST /v1/watch/{watch_id}/refresh',
  words: [WATCH],
  options: [new Option('--wait <seconds>', `how long to wait for the end, at most ${WAIT_SECONDS_MAX} (30)`)],
  sends: ({ words: [id = ''], options: { wait } }) => ({
    params: { watch_id: id },
    query: { wait_seconds: parseInteger(wait, '--wait', { min: 0, max: WAIT_SECONDS_MAX }) },
  }),
  view: refreshView,
  examples: ['svc watches refresh watch_…', 'svc watches refresh watch_… --wait 0 --field refresh_id'],
})

const remove = operation({
  name: 'delete',
  summary: 'delete a watch; its refreshes end, and their runs stay',
  operation: 'DELETE /v1/watch/{watch_id}',
  words: [WATCH],
  sends: ({ words: [id = ''] }) => ({ params: { watch_id: id } }),
  view: (watch) => `${safeLine(textAt(watch, 'id'))} deleted\n`,
  examples: ['svc watches delete watch_…'],
})

/** Spec 4.13. */
export const watches = noun(list, view, create, refresh, remove)

function refreshView(refreshed: unknown, { inWords, style }: Context): string {
  const [added, changed] = [listAt(refreshed, 'new'), listAt(refreshed, 'changed')]
  const facts = membersText(
    [
      ['refresh', textAt(refreshed, 'refresh_id')],
      ['state', `${textAt(refreshed, 'state')} ${textAt(refreshed, 'status')}`],
      ['run', textAt(refreshed, 'run_id')],
      ['new', String(added.length)],
      ['changed', String(changed.length)],
      ['unchanged', textAt(refreshed, 'unchanged')],
      ['error', inWords(textAt(refreshed, 'error', 'message'))],
    ],
    style,
  )
  const records = [...added, ...changed.map((one) => at(one, 'after'))]
  return records.length === 0 ? facts : `${facts}\n${readable(records, { style, indent: '  ' })}`
}
