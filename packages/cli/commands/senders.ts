import { Argument, Option } from 'commander'
import { noun, operation } from '../operation-command.ts'
import { itemsOf, time } from '../output/items.ts'
import { linesOf } from '../output/text.ts'
import { listAt, textAt } from '../output/value.ts'

interface Limits {
  readonly hour?: string
  readonly day?: string
  readonly week?: string
  readonly channel?: string
  readonly pause?: true
  readonly resume?: true
}

const SENDER = new Argument('<sender>', 'inbox_… or acct_…')

const channelLines = (sender: unknown): string[] =>
  listAt(sender, 'channels').map((channel) => {
    const cap = textAt(channel, 'today', 'cap')
    const sent = `${textAt(channel, 'today', 'sent')}${cap === '' ? '' : ` of ${cap}`} today`
    const waiting = `${textAt(channel, 'today', 'waiting')} waiting`
    const next = textAt(channel, 'today', 'next_slot_at')
    return `  ${textAt(channel, 'channel')}: ${sent}, ${waiting}, next slot ${next === '' ? 'none' : next}`
  })

const senderLines = (sender: unknown): string[] => {
  const state =
    textAt(sender, 'paused') === 'true' ? 'paused' : textAt(sender, 'can_send') === 'true' ? 'sends' : 'not connected'
  const address = textAt(sender, 'address')
  return [`${textAt(sender, 'sender_id')}${address === '' ? '' : ` ${address}`} (${state})`, ...channelLines(sender)]
}

const list = operation({
  name: 'list',
  summary: 'list senders with what they sent today, and their next slots',
  operation: 'GET /v1/senders',
  view: (body) => linesOf(listAt(body, 'items').flatMap(senderLines)),
  examples: ['svc senders', 'svc senders list --json'],
})

const schedule = operation({
  name: 'schedule',
  summary: 'list the sends that wait for a sender',
  operation: 'GET /v1/senders/{sender_id}/schedule',
  words: [SENDER],
  pages: { max: 100, by: 50 },
  sends: ({ words: [sender = ''] }) => ({ params: { sender_id: sender } }),
  view: itemsOf([
    { title: 'RUN', fixed: true, of: 'run_id' },
    { title: 'AT', fixed: true, of: time('at') },
    { title: 'REASON', of: 'reason' },
    { title: 'CHANNEL', of: 'channel' },
  ]),
  examples: ['svc senders schedule inbox_01j9zq3v6n4k8w2x5y7a9b1c3d'],
})

const count = (text: string | undefined): number | null | undefined =>
  text === undefined ? undefined : text === 'none' ? null : Number(text)

const limit = operation<Limits>({
  name: 'limit',
  summary: 'set the caps of a sender, or pause it',
  operation: 'PATCH /v1/senders/{sender_id}',
  words: [SENDER],
  options: [
    new Option('--hour <count>', 'most sends in an hour, or none'),
    new Option('--day <count>', 'most sends in a day, or none'),
    new Option('--week <count>', 'most sends in a week, or none'),
    new Option('--channel <channel>', 'of a LinkedIn account: linkedin.invite or linkedin.message'),
    new Option('--pause', 'let its sends wait').conflicts('resume'),
    new Option('--resume', 'let it send again'),
  ],
  sends: ({ words: [sender = ''], options: { hour, day, week, channel, pause, resume } }) => {
    const caps = { hour: count(hour), day: count(day), week: count(week) }
    const isCapped = [hour, day, week].some((cap) => cap !== undefined)
    return {
      params: { sender_id: sender },
      body: {
        ...(isCapped && (channel === undefined ? { caps } : { channels: { [channel]: { caps } } })),
        ...(pause === true && { paused: true }),
        ...(resume === true && { paused: false }),
      },
    }
  },
  view: (body) => linesOf(senderLines(body)),
  examples: ['svc senders limit inbox_01j9zq3v6n4k8w2x5y7a9b1c3d --day 40 --hour 8'],
})

/** The limits of inboxes and accounts (decisions, "Slots of senders"). */
export const senders = noun(list, schedule, limit)
