import { Argument, Option } from 'commander'
import { EXIT } from '../exit-codes.ts'
import { UsageError } from '../failures.ts'
import { noun, operation } from '../operation-command.ts'
import { factsOf, itemsOf, time } from '../output/items.ts'
import { styledState } from '../output/style.ts'
import { safeLine } from '../output/text.ts'
import { at, listAt, textAt } from '../output/value.ts'
import { addListen } from './listen.ts'

const WEBHOOK = new Argument('<webhook>', 'wh_…')
const DESCRIPTION = new Option('--description <description>', 'purpose of the endpoint')
const named = ([id = '']: readonly string[]) => ({ webhook_id: id })

const stateOf = (webhook: unknown): string => (at(webhook, 'enabled') === true ? 'enabled' : 'disabled')
const eventsOf = (webhook: unknown): string => listAt(webhook, 'events').map(String).join(', ') || 'all'
const typesOf = (types: string): string[] =>
  types
    .split(',')
    .map((type) => type.trim())
    .filter((type) => type !== '')

const webhookView = factsOf([
  ['webhook', 'id'],
  ['url', 'url'],
  ['events', eventsOf],
  ['state', stateOf],
  ['why', 'disabled_reason'],
  ['failing since', time('failing_since')],
  ['description', 'description'],
  ['secret', 'secret'],
])

const list = operation({
  name: 'list',
  summary: 'list endpoints',
  operation: 'GET /v1/webhooks',
  view: itemsOf([
    { title: 'WEBHOOK', fixed: true, of: 'id' },
    { title: 'STATE', styled: styledState, of: stateOf },
    { title: 'URL', of: 'url' },
    { title: 'EVENTS', of: eventsOf },
    { title: 'FAILING SINCE', fixed: true, of: time('failing_since') },
  ]),
  examples: [
    'svc webhooks',
    'svc webhooks --json | jq -r .event_types[].type',
    'svc webhooks listen --forward-to http://127.0.0.1:3000/hooks',
  ],
})

interface Settings {
  readonly url?: string
  readonly types?: string
  readonly description?: string
  readonly enable?: true
  readonly disable?: true
}

const create = operation<Settings>({
  name: 'create',
  summary: 'create an endpoint; its secret is shown only once',
  operation: 'POST /v1/webhooks',
  words: [new Argument('<url>', 'public https URL')],
  options: [new Option('--types <types>', 'only these types, separated by commas (all)'), DESCRIPTION],
  sends: ({ words: [url], options: { types, description } }) => ({
    body: { url, description, ...(types === undefined ? {} : { events: typesOf(types) }) },
  }),
  view: webhookView,
  note: () => 'Store the secret. It is shown only once.',
  examples: ['svc webhooks create https://example.com/hooks --types email.received,email.bounced'],
})

const deliveriesOf = itemsOf(
  [
    { title: 'DELIVERY', fixed: true, of: 'id' },
    { title: 'STATUS', styled: styledState, of: 'status' },
    { title: 'TYPE', of: 'type' },
    { title: 'TRIES', right: true, of: (delivery) => String(listAt(delivery, 'attempts').length) },
    { title: 'LAST ANSWER', of: lastAnswerOf },
    { title: 'NEXT', fixed: true, of: time('next_attempt_at') },
  ],
  'deliveries',
)

function lastAnswerOf(delivery: unknown): string {
  const last = listAt(delivery, 'attempts').at(-1)
  return textAt(last, 'status_code') || textAt(last, 'error')
}

const get = operation<{ readonly status?: string }>({
  name: 'get',
  alias: 'view',
  summary: 'show one endpoint and its last deliveries',
  operation: 'GET /v1/webhooks/{webhook_id}',
  words: [WEBHOOK],
  options: [new Option('--status <status>', 'only these deliveries').choices(['pending', 'delivered', 'failed'])],
  sends: ({ words, options: { status } }) => ({ params: named(words), query: { status } }),
  view: (body, context) => webhookView(body, context) + deliveriesOf(body, context),
  examples: ['svc webhooks get wh_…', 'svc webhooks get wh_… --status failed'],
})

const update = operation<Settings>({
  name: 'update',
  alias: 'edit',
  summary: 'change url, types or description; enable or disable',
  operation: 'PATCH /v1/webhooks/{webhook_id}',
  words: [WEBHOOK],
  options: [
    new Option('--url <url>', 'another URL'),
    new Option('--types <types>', 'only these types, separated by commas; "all" for all types'),
    DESCRIPTION,
    new Option('--enable', 'enable the endpoint'),
    new Option('--disable', 'disable the endpoint; pending deliveries are dropped'),
  ],
  sends: ({ words, options }) => ({ params: named(words), body: changeOf(options) }),
  view: webhookView,
  examples: ['svc webhooks update wh_… --enable'],
})

function changeOf({ url, types, description, enable, disable }: Settings): object {
  if (enable === true && disable === true) throw new UsageError('--enable and --disable exclude each other.')
  return {
    url,
    description,
    ...(types === undefined ? {} : { events: types === 'all' ? [] : typesOf(types) }),
    ...(enable === true ? { enabled: true } : disable === true ? { enabled: false } : {}),
  }
}

const remove = operation({
  name: 'delete',
  summary: 'delete an endpoint',
  operation: 'DELETE /v1/webhooks/{webhook_id}',
  words: [WEBHOOK],
  sends: ({ words }) => ({ params: named(words) }),
  view: (body) => `${safeLine(textAt(body, 'id'))} deleted\n`,
  examples: ['svc webhooks delete wh_…'],
})

const test = operation({
  name: 'test',
  summary: 'send a signed webhook.test event',
  operation: 'POST /v1/webhooks/{webhook_id}/test',
  words: [WEBHOOK],
  sends: ({ words }) => ({ params: named(words) }),
  view: factsOf([
    ['delivered', (body) => (at(body, 'delivered') === true ? 'yes' : 'no')],
    ['answer', 'status_code'],
    ['error', 'error'],
    ['took', (body) => (textAt(body, 'latency_ms') === '' ? '' : `${textAt(body, 'latency_ms')} ms`)],
    ['delivery', 'delivery_id'],
  ]),
  exit: (body) => (at(body, 'delivered') === true ? EXIT.done : EXIT.failed),
  examples: ['svc webhooks test wh_…'],
})

const rotate = operation({
  name: 'rotate-secret',
  summary: 'create a new secret, shown only once; both secrets sign for a day',
  operation: 'POST /v1/webhooks/{webhook_id}/rotate-secret',
  words: [WEBHOOK],
  sends: ({ words }) => ({ params: named(words) }),
  view: webhookView,
  note: () => 'Store the secret. It is shown only once. The previous secret also signs for 24 hours.',
  examples: ['svc webhooks rotate-secret wh_…'],
})

const retry = operation({
  name: 'retry',
  summary: 'deliver an event again',
  operation: 'POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/retry',
  words: [WEBHOOK, new Argument('<delivery>', 'whd_…')],
  sends: ({ words }) => ({ params: { ...named(words), delivery_id: words[1] ?? '' } }),
  view: (body) => `${safeLine(`${textAt(body, 'id')} is ${textAt(body, 'status')}`)}\n`,
  examples: ['svc webhooks retry wh_… whd_…'],
})

const recover = operation<{ readonly since: string; readonly until?: string }>({
  name: 'recover',
  summary: 'send again what failed in a window',
  operation: 'POST /v1/webhooks/{webhook_id}/recover',
  words: [WEBHOOK],
  options: [
    new Option('--since <time>', 'deliveries made from then on: a time, or a date (UTC)').makeOptionMandatory(),
    new Option('--until <time>', 'deliveries made before (now)'),
  ],
  sends: ({ words, options: { since, until } }) => ({ params: named(words), body: { since, until } }),
  view: (body) => `${safeLine(`${textAt(body, 'deliveries')} deliveries are sent again`)}\n`,
  note: (body) => {
    const next = textAt(body, 'next_since')
    return next === '' ? '' : `There are more: repeat it with --since ${next}`
  },
  examples: ['svc webhooks recover wh_… --since 2026-11-20'],
})

/** Spec 4.11, 6. */
export const webhooks = noun(list, create, get, update, remove, test, rotate, retry, recover, {
  name: 'listen',
  summary: 'forward the event stream to a URL on this machine, with webhook signatures',
  setup: addListen,
})
