import { randomBytes } from 'node:crypto'
import type { Context } from '../context.ts'
import { EXIT } from '../exit-codes.ts'
import { UsageError } from '../failures.ts'
import { type Cursor, endOfStream, follow } from '../following.ts'
import { createForwarder, type Forwarded, type Forwarder } from '../forwarding.ts'
import { action, type CommandSetup, withExamples } from '../frame.ts'
import { safeLine } from '../output/text.ts'

interface Options {
  readonly forwardTo: string
  readonly types?: string
  readonly after?: string
  readonly secret?: string
  readonly allowRemote?: true
}

/**
 * Spec 6, "Webhook delivery", for a receiver on this machine: no endpoint is registered, and the credential needs only
 * read access.
 */
export const addListen: CommandSetup = (command, frame) => {
  command
    .requiredOption('--forward-to <url>', 'URL of the receiver')
    .option('--types <types>', 'only these types, separated by commas')
    .option('--after <event>', 'start after this event (default: new events only)')
    .option('--secret <secret>', 'secret for signatures (default: a new one, which is printed)')
    .option('--allow-remote', 'allow addresses outside of this machine and its private network')
  withExamples(
    action<Options>(command, frame, async (context, options) => {
      const url = urlOf(options.forwardTo)
      const secret = options.secret ?? `whsec_${randomBytes(33).toString('base64')}`
      if (!/^[\x21-\x7e]+$/.test(secret)) throw new UsageError('A secret is one word of visible characters.')
      const { machine } = context
      const forward = createForwarder({ url, secret, allowRemote: options.allowRemote === true, machine })
      const from = options.after === undefined ? await endOfStream(context) : { after: options.after }
      const cursor: Cursor = { after: options.after }
      await context.note(`Forwarding to ${url.href}; Ctrl-C ends it.`)
      // A secret that the person passed is not printed, so that it does not appear on the screen.
      if (options.secret === undefined) await context.warn(`Signed with ${secret}`)
      try {
        await follow(context, {
          ...from,
          types: options.types?.split(',').map((type) => type.trim()),
          cursor,
          handle: async (event) => shown(context, forward, event),
        })
      } finally {
        if (cursor.after !== undefined)
          await context.note(`Forwarded to ${cursor.after}. To continue: --after ${cursor.after}`)
      }
      return machine.interrupted.aborted ? EXIT.interrupted : EXIT.done
    }),
    [
      'svc webhooks listen --forward-to http://127.0.0.1:3000/hooks',
      'svc webhooks listen --forward-to http://127.0.0.1:3000/hooks --types email.received --secret whsec_local',
    ],
  )
}

function urlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new UsageError(
      '--forward-to is the URL of your receiver, as in http://127.0.0.1:3000/hooks, without a password.',
    )
  }
  return url
}

async function shown(
  context: Context,
  forward: Forwarder,
  event: Parameters<Forwarder>[0],
): Promise<'continue' | 'undone'> {
  const forwarded = await forward(event)
  // The person interrupted: the next listener begins with this event.
  if (!forwarded.delivered && context.machine.interrupted.aborted) return 'undone'
  if (context.json) await context.jsonLine(JSON.stringify({ event_id: event.id, type: event.type, ...forwarded }))
  else
    await context.print(
      `${safeLine(`${event.created_at.slice(11, 19)}  ${event.id}  ${event.type}  ${wordsOf(forwarded)}`)}\n`,
    )
  return 'continue'
}

function wordsOf({ delivered, status_code: statusCode, error, latency_ms: latencyMs, tries }: Forwarded): string {
  const answer =
    statusCode === null
      ? (error ?? '')
      : `${statusCode}${delivered ? '' : ' (no 2xx: the service would retry in a minute)'}`
  return `${answer}  ${latencyMs} ms${tries > 1 ? `, at try ${tries}` : ''}`
}
