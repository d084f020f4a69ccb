import { noun, operation } from '../operation-command.ts'
import { itemsTable } from '../output/items.ts'
import { membersText } from '../output/members.ts'
import { styledState } from '../output/style.ts'
import { listAt, textAt, timeAt } from '../output/value.ts'
import type { Context } from '../context.ts'

const list = operation({
  name: 'list',
  summary: 'list the last callbacks of runs',
  operation: 'GET /v1/callbacks',
  view: (body, context) =>
    itemsTable(
      [
        { title: 'DELIVERY', whole: true, of: (delivery) => textAt(delivery, 'id') },
        { title: 'STATUS', whole: true, styled: styledState, of: (delivery) => textAt(delivery, 'status') },
        { title: 'URL', of: (delivery) => textAt(delivery, 'url') },
        { title: 'TRIES', right: true, of: (delivery) => String(listAt(delivery, 'attempts').length) },
        { title: 'MADE', spare: true, of: (delivery) => timeAt(delivery, 'created_at') },
      ],
      listAt(body, 'deliveries'),
      context,
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

function secretView(body: unknown, { style }: Context): string {
  return membersText(
    [
      ['secret', textAt(body, 'secret')],
      ['environment', textAt(body, 'environment')],
      ['made', timeAt(body, 'created_at')],
    ],
    style,
  )
}
