import type { Static } from 'typebox'
import type { JsonObject } from '../../../../domain/json/json.ts'
import { Problem } from '../../../errors/problem.ts'
import { html, type Html } from '../../../html/markup.ts'
import { Sender, SenderChannel, SenderSchedule } from '../../../schemas/sending.ts'
import { counted, facts, humanize, pager, type ShownRow, table, time } from '../../elements.ts'
import { actionOf, type FormField, formOf, hasChanged } from '../../forms.ts'
import { can, type MakePage, pageUrl, type View } from '../../page.ts'
import { CHANNEL_NAMES, senderBadge, senderPath, SENDERS_PATH, sentToday } from './list.ts'

type Channel = Static<typeof SenderChannel>

const DAYS = 'mon tue wed thu fri'
const CAP_LENGTH_MAX = 6
const ZONE_LENGTH_MAX = 64

/** One inbox or account: its limits, and the sends that wait for it with the reason of each. */
export const senderPage: MakePage = ({ find }) => {
  const getSender = find('getSender', Sender)
  const updateSender = find('updateSender', Sender)
  const listScheduledSends = find('listScheduledSends', SenderSchedule)
  return {
    path: `${SENDERS_PATH}/{sender_id}`,
    section: SENDERS_PATH,
    async show(view) {
      const { params, query } = view
      const cursor = query['cursor']
      const [sender, waiting] = await Promise.all([
        getSender(view, { params }),
        listScheduledSends(view, { params, query: cursor === undefined ? {} : { cursor } }),
      ])
      const decides = can(view, 'write')
      return {
        title: sender.address ?? sender.sender_id,
        state: senderBadge(sender),
        actions: [decides && pauseForm(sender)],
        main: html`${sender.channels.map((channel) => channelPart(view, { sender, channel, decides }))}
<h2>Waiting</h2>
${waitingTable(view, waiting.items)}
${pager({
  next: waiting.next_cursor,
  cursor,
  pathAt: ({ cursor: at }) =>
    `${senderPath(view, sender.sender_id)}${at === undefined ? '' : `?cursor=${encodeURIComponent(at)}`}`,
  order: 'rising',
})}`,
      }
    },
    async act(view, form) {
      const { params } = view
      const action = actionOf(form)
      if (action === 'pause' || action === 'resume')
        await updateSender(view, { params, body: { paused: action === 'pause' } })
      else if (action === 'limits') {
        const channel = form.get('channel') ?? ''
        await updateSender(view, { params, body: { channels: { [channel]: limitsIn(form) } } })
      } else throw new Problem('invalid_request', 'There is no action with this name.')
      return senderPath(view, params['sender_id'] ?? '')
    },
  }
}

const pauseForm = ({ paused }: Sender): Html =>
  formOf(
    paused
      ? { action: 'resume', submit: 'Send again', style: 'main', fields: [] }
      : { action: 'pause', submit: 'Pause', style: 'plain', fields: [] },
    null,
  )

function channelPart(
  view: View,
  { sender, channel, decides }: { readonly sender: Sender; readonly channel: Channel; readonly decides: boolean },
): Html {
  const { caps, window, spacing, ramp, today } = channel
  const cap = (count: number | null | undefined): string => (count == null ? 'none' : counted(count))
  return html`<h2>${CHANNEL_NAMES[channel.channel]}</h2>
${facts([
  ['Sent today', sentToday(channel)],
  ['Next slot', today.next_slot_at === null ? 'none' : time(today.next_slot_at)],
  ['Caps', `${cap(caps.hour)} an hour, ${cap(caps.day)} a day, ${cap(caps.week)} a week`],
  [
    'Window',
    window === null ? 'always' : `${window.days.join(', ')} ${window.from} to ${window.to}, ${window.timezone}`,
  ],
  ['Spacing', spacing === null ? 'none' : `${spacing.min_seconds} to ${spacing.max_seconds} seconds`],
  ['Ramp', ramp === null ? 'none' : `${ramp.start}, ${ramp.step_per_day} more a day, up to ${ramp.target}`],
])}
${
  decides &&
  html`<details${view.refused !== null && html` open`}><summary>Change the limits</summary>${formOf(
    {
      action: 'limits',
      of: `${sender.sender_id}-${channel.channel}`,
      submit: 'Save the limits',
      columns: true,
      changes: true,
      hidden: { channel: channel.channel },
      fields: limitFields(channel),
    },
    view.refused,
  )}</details>`
}`
}

function limitFields({ channel, caps, window, spacing }: Channel): FormField[] {
  const shown = (number: number | null | undefined): string => (number == null ? '' : String(number))
  const at = (path: string): string => `channels/${channel}/${path}`
  const field = (name: string, label: string, more: Partial<FormField>): FormField => ({
    name,
    label,
    bare: true,
    optional: true,
    autocomplete: 'off',
    ...more,
  })
  const number = (name: string, label: string, path: string, value: number | null | undefined): FormField =>
    field(name, label, { at: at(path), value: shown(value), inputMode: 'numeric', maxLength: CAP_LENGTH_MAX })
  return [
    number('hour', 'An hour', 'caps/hour', caps.hour),
    number('day', 'A day', 'caps/day', caps.day),
    number('week', 'A week', 'caps/week', caps.week),
    field('timezone', 'Timezone of the window', {
      at: at('window/timezone'),
      value: window?.timezone ?? '',
      hint: 'Such as Europe/Berlin; empty: it sends always.',
      maxLength: ZONE_LENGTH_MAX,
    }),
    field('days', 'Days', {
      at: at('window/days'),
      value: window?.days.join(' ') ?? DAYS,
      hint: 'mon tue wed thu fri sat sun',
    }),
    field('from', 'From', { at: at('window/from'), value: window?.from ?? '09:00' }),
    field('to', 'To', { at: at('window/to'), value: window?.to ?? '17:00' }),
    number('min_seconds', 'Least gap in seconds', 'spacing/min_seconds', spacing?.min_seconds),
    number('max_seconds', 'Greatest gap in seconds', 'spacing/max_seconds', spacing?.max_seconds),
  ]
}

/** The limits that the person changed; a group of fields is changed together. */
function limitsIn(form: URLSearchParams): JsonObject {
  const text = (name: string): string => (form.get(name) ?? '').trim()
  const numberIn = (name: string): number | null => (text(name) === '' ? null : Number(text(name)))
  const isChanged = (...names: readonly string[]): boolean => names.some((name) => hasChanged(form, name))
  const window = {
    timezone: text('timezone'),
    days: text('days')
      .split(/[\s,]+/)
      .filter((day) => day !== ''),
    from: text('from'),
    to: text('to'),
  }
  const [least, greatest] = [numberIn('min_seconds'), numberIn('max_seconds')]
  return {
    ...(isChanged('hour', 'day', 'week') && {
      caps: { hour: numberIn('hour'), day: numberIn('day'), week: numberIn('week') },
    }),
    ...(isChanged('timezone', 'days', 'from', 'to') && { window: window.timezone === '' ? null : window }),
    ...(isChanged('min_seconds', 'max_seconds') && {
      spacing:
        least === null && greatest === null
          ? null
          : { min_seconds: least ?? greatest ?? 0, max_seconds: greatest ?? least ?? 0 },
    }),
  }
}

const waitingTable = (view: View, items: Static<typeof SenderSchedule>['items']): Html =>
  table({
    id: 'waiting',
    caption: 'Sends that wait',
    headed: true,
    empty: 'Nothing waits.',
    columns: [{ title: 'Run', wraps: true }, { title: 'Expected' }, { title: 'Waits for' }, { title: 'Requested' }],
    rows: items.map(({ run_id: runId, at, reason, requested_at: requestedAt }): ShownRow => ({
      id: runId,
      cells: [
        html`<a href="${pageUrl(view, `/runs/${runId}`)}"><code>${runId}</code></a>`,
        at === null ? 'once it sends again' : time(at),
        humanize(reason),
        time(requestedAt),
      ],
    })),
  })
