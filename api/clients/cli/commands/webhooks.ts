import { Option } from 'commander'
import type { Context } from '../context.ts'
import { UsageError } from '../failures.ts'
import { does, type Fill, withExamples } from '../frame.ts'
import { memberLines } from '../output/members.ts'
import { styledState } from '../output/style.ts'
import { safeLine } from '../output/text.ts'
import { at, listAt, textAt, timeAt } from '../output/value.ts'
import { addListen } from './listen.ts'

/** Spec 4.11, 6. */
export const webhooks: Fill = (command, frame) => {
  addList(command, frame)
  addList(command.command('list').description('list endpoints'), frame)
  addCreate(command.command('create').description('create an endpoint; its secret is shown only once'), frame)
  addGet(command.command('get').alias('view').description('show one endpoint and its last deliveries'), frame)
  addUpdate(
    command.command('update').alias('edit').description('change url, types or description; enable or disable'),
    frame,
  )
  addDelete(command.command('delete').description('delete an endpoint'), frame)
  addTest(command.command('test').description('send a signed webhook.test event'), frame)
  addRotate(
    command.command('rotate-secret').description('create a new secret, shown only once; both secrets sign for a day'),
    frame,
  )
  addRetry(command.command('retry').description('deliver an event again'), frame)
  addRecover(command.command('recover').description('send again what failed in a window'), frame)
  addListen(
    command.command('listen').description('forward the event stream to a URL on this machine, with webhook signatures'),
    frame,
  )
}

const addList: Fill = (command, frame) => {
  withExamples(
    does(command, frame, async (context) => {
      await context.show(await context.request('GET /v1/webhooks'), (body) =>
        context.table(
          [
            { title: 'WEBHOOK', whole: true },
            { title: 'STATE', styled: styledState },
            { title: 'URL' },
            { title: 'EVENTS' },
            { title: 'FAILING SINCE', whole: true },
          ],
          listAt(body, 'items').map((webhook) => [
            textAt(webhook, 'id'),
            stateOf(webhook),
            textAt(webhook, 'url'),
            eventsOf(webhook),
            timeAt(webhook, 'failing_since'),
          ]),
        ),
      )
    }),
    [
      'svc webhooks',
      'svc webhooks --json | jq -r .event_types[].type',
      'svc webhooks listen --forward-to http://127.0.0.1:3000/hooks',
    ],
  )
}

const stateOf = (webhook: unknown): string => (at(webhook, 'enabled') === true ? 'enabled' : 'disabled')
const eventsOf = (webhook: unknown): string => listAt(webhook, 'events').map(String).join(', ') || 'all'
const typesOf = (types: string): string[] =>
  types
    .split(',')
    .map((type) => type.trim())
    .filter((type) => type !== '')

const view = (webhook: unknown, { style }: Context): string =>
  `${memberLines(
    [
      ['webhook', textAt(webhook, 'id')],
      ['url', textAt(webhook, 'url')],
      ['events', eventsOf(webhook)],
      ['state', stateOf(webhook)],
      ['why', textAt(webhook, 'disabled_reason')],
      ['failing since', timeAt(webhook, 'failing_since')],
      ['description', textAt(webhook, 'description')],
      ['secret', textAt(webhook, 'secret')],
    ],
    style,
  ).join('\n')}\n`

interface Settings {
  readonly url?: string
  readonly types?: string
  readonly description?: string
  readonly enable?: true
  readonly disable?: true
}

const addCreate: Fill = (command, frame) => {
  command
    .argument('<url>', 'public https URL')
    .option('--types <types>', 'only these types, separated by commas (all)')
    .option('--description <description>', 'purpose of the endpoint')
  withExamples(
    does<Settings>(command, frame, async (context, { types, description }, [url = '']) => {
      const answer = await context.request('POST /v1/webhooks', {
        body: { url, description, ...(types === undefined ? {} : { events: typesOf(types) }) },
      })
      await context.show(answer, (body) => view(body, context))
      if (!context.json) await context.note('Store the secret. It is shown only once.')
    }),
    ['svc webhooks create https://example.com/hooks --types email.received,email.bounced'],
  )
}

const addGet: Fill = (command, frame) => {
  command
    .argument('<webhook>', 'wh_…')
    .addOption(new Option('--status <status>', 'only these deliveries').choices(['pending', 'delivered', 'failed']))
  withExamples(
    does<{ readonly status?: string }>(command, frame, async (context, { status }, [id = '']) => {
      await context.show(
        await context.request('GET /v1/webhooks/{webhook_id}', { params: { webhook_id: id }, query: { status } }),
        (body) =>
          `${view(body, context)}${context.table(
            [
              { title: 'DELIVERY', whole: true },
              { title: 'STATUS', styled: styledState },
              { title: 'TYPE' },
              { title: 'TRIES', right: true },
              { title: 'LAST ANSWER' },
              { title: 'NEXT', whole: true },
            ],
            listAt(body, 'deliveries').map((delivery) => {
              const attempts = listAt(delivery, 'attempts')
              const last = attempts.at(-1)
              return [
                textAt(delivery, 'id'),
                textAt(delivery, 'status'),
                textAt(delivery, 'type'),
                String(attempts.length),
                textAt(last, 'status_code') || textAt(last, 'error'),
                timeAt(delivery, 'next_attempt_at'),
              ]
            }),
          )}`,
      )
    }),
    ['svc webhooks get wh_…', 'svc webhooks get wh_… --status failed'],
  )
}

const addUpdate: Fill = (command, frame) => {
  command
    .argument('<webhook>', 'wh_…')
    .option('--url <url>', 'another URL')
    .option('--types <types>', 'only these types, separated by commas; "all" for all types')
    .option('--description <description>', 'purpose of the endpoint')
    .option('--enable', 'enable the endpoint')
    .option('--disable', 'disable the endpoint; pending deliveries are dropped')
  withExamples(
    does<Settings>(command, frame, async (context, { url, types, description, enable, disable }, [id = '']) => {
      if (enable === true && disable === true) throw new UsageError('--enable and --disable exclude each other.')
      const answer = await context.request('PATCH /v1/webhooks/{webhook_id}', {
        params: { webhook_id: id },
        body: {
          url,
          description,
          ...(types === undefined ? {} : { events: types === 'all' ? [] : typesOf(types) }),
          ...(enable === true ? { enabled: true } : disable === true ? { enabled: false } : {}),
        },
      })
      await context.show(answer, (body) => view(body, context))
    }),
    ['svc webhooks update wh_… --enable'],
  )
}

const addDelete: Fill = (command, frame) => {
  command.argument('<webhook>', 'wh_…')
  withExamples(
    does(command, frame, async (context, _, [id = '']) => {
      await context.show(
        await context.request('DELETE /v1/webhooks/{webhook_id}', { params: { webhook_id: id } }),
        (body) => `${safeLine(textAt(body, 'id'))} deleted\n`,
      )
    }),
    ['svc webhooks delete wh_…'],
  )
}

const addTest: Fill = (command, frame) => {
  command.argument('<webhook>', 'wh_…')
  withExamples(
    does(command, frame, async (context, _, [id = '']) => {
      const answer = await context.request('POST /v1/webhooks/{webhook_id}/test', { params: { webhook_id: id } })
      await context.show(
        answer,
        (body) =>
          `${memberLines(
            [
              ['delivered', at(body, 'delivered') === true ? 'yes' : 'no'],
              ['answer', textAt(body, 'status_code')],
              ['error', textAt(body, 'error')],
              ['took', textAt(body, 'latency_ms') === '' ? '' : `${textAt(body, 'latency_ms')} ms`],
              ['delivery', textAt(body, 'delivery_id')],
            ],
            context.style,
          ).join('\n')}\n`,
      )
      return at(answer.body, 'delivered') === true ? 0 : 1
    }),
    ['svc webhooks test wh_…'],
  )
}

const addRotate: Fill = (command, frame) => {
  command.argument('<webhook>', 'wh_…')
  withExamples(
    does(command, frame, async (context, _, [id = '']) => {
      await context.show(
        await context.request('POST /v1/webhooks/{webhook_id}/rotate-secret', { params: { webhook_id: id } }),
        (body) => view(body, context),
      )
      if (!context.json)
        await context.note('Store the secret. It is shown only once. The previous secret also signs for 24 hours.')
    }),
    ['svc webhooks rotate-secret wh_…'],
  )
}

const addRetry: Fill = (command, frame) => {
  command.argument('<webhook>', 'wh_…').argument('<delivery>', 'whd_…')
  withExamples(
    does(command, frame, async (context, _, [id = '', delivery = '']) => {
      const answer = await context.request('POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/retry', {
        params: { webhook_id: id, delivery_id: delivery },
      })
      await context.show(answer, (body) => `${safeLine(`${textAt(body, 'id')} is ${textAt(body, 'status')}`)}\n`)
    }),
    ['svc webhooks retry wh_… whd_…'],
  )
}

const addRecover: Fill = (command, frame) => {
  command
    .argument('<webhook>', 'wh_…')
    .requiredOption('--since <time>', 'deliveries made from then on: a time, or a date (UTC)')
    .option('--until <time>', 'deliveries made before (now)')
  withExamples(
    does<{ readonly since: string; readonly until?: string }>(command, frame, async (context, window, [id = '']) => {
      const answer = await context.request('POST /v1/webhooks/{webhook_id}/recover', {
        params: { webhook_id: id },
        body: { since: window.since, ...(window.until === undefined ? {} : { until: window.until }) },
      })
      await context.show(answer, (body) => `${safeLine(`${textAt(body, 'deliveries')} deliveries are sent again`)}\n`)
      const next = textAt(answer.body, 'next_since')
      if (!context.json && next !== '') await context.note(`There are more: repeat it with --since ${next}`)
    }),
    ['svc webhooks recover wh_… --since 2026-11-20'],
  )
}
