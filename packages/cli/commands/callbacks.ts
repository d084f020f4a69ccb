import { noun, operation } from '../operation-command.ts'
import { factsOf, itemsOf, time } from '../output/items.ts'
import { styledState } from '../output/style.ts'
import { listAt } from '../output/value.ts'

const secretView = factsOf([
  ['secret', 'secret'],
  ['environment', 'environment'],
  ['made', time('created_at')],
])

const list = operation({
  name: 'list',
  summary: 'list the last callbacks of runs',
  operation: 'GET /v1/callbacks',
  view: itemsOf(
    [
      { title: 'DELIVERY', fixed: true, of: 'id' },
      { title: 'STATUS', fixed: true, styled: styledState, of: 'status' },
      { title: 'URL', of: 'url' },
      { title: 'TRIES', right: true, of: (delivery) => String(listAt(delivery, 'attempts').length) },
      { title: 'MADE', spare: true, of: time('created_at') },
    ],
    'deliveries',
  ),
  examples: ['svc callbacks', 'svc callbacks list --json'],
})

const secret = operation({
  name: 'secret',
  summary: 'show the secret that signs callbacks',
  operation: 'GET /v1/callbacks/secret',
  view: secretView,
  examples: ['svc callbacks secret'],
})

const rotate = operation({
  name: 'rotate-secret',
  summary: 'create a new secret; both secrets sign for a day',
  operation: 'POST /v1/callbacks/secret',
  view: secretView,
  examples: ['svc callbacks rotate-secret'],
})

/** The deliveries to `callback_url`, and their secret. */
export const callbacks = noun(list, secret, rotate)
