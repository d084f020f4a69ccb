import type { Static } from 'typebox'
import { html, type Html } from '../../../html/markup.ts'
import { SENDING_CHANNELS } from '../../../../domain/sending/policy.ts'
import { type Sender, SenderChannel, SenderList, SendingPolicy } from '../../../schemas/sending.ts'
import { badge, counted, type ShownRow, table, time, withNote } from '../../elements.ts'
import { type FormField, formOf } from '../../forms.ts'
import { can, type MakePage, pageUrl, type View } from '../../page.ts'
import { INBOXES_PATH } from '../inboxes/paths.ts'
import { ACCOUNTS_PATH } from '../messaging-accounts/paths.ts'

export const SENDERS_PATH = '/senders'

export const senderPath = (view: Pick<View, 'environment'>, senderId: string): string =>
  pageUrl(view, `${SENDERS_PATH}/${encodeURIComponent(senderId)}`)

type Channel = Static<typeof SenderChannel>

export const CHANNEL_NAMES: Readonly<Record<Channel['channel'], string>> = {
  email: 'Email',
  gmail: 'Gmail',
  'linkedin.invite': 'LinkedIn invitations',
  'linkedin.message': 'LinkedIn messages',
  instagram: 'Instagram',
  whatsapp: 'WhatsApp',
}

export const senderBadge = ({ paused, can_send: canSend }: Sender): Html => {
  if (!canSend) return badge('not connected', 'bad')
  return paused ? badge('paused', 'warn') : badge('sends', 'good')
}

export const sentToday = ({ today: { sent, cap } }: Channel): string =>
  cap === null ? counted(sent) : `${counted(sent)} of ${counted(cap)}`

/** What every inbox and account has sent today, and what waits for it. */
export const sendersPage: MakePage = ({ find }) => {
  const listSenders = find('listSenders', SenderList)
  const getSendingPolicy = find('getSendingPolicy', SendingPolicy)
  const updateSendingPolicy = find('updateSendingPolicy', SendingPolicy)
  return {
    path: SENDERS_PATH,
    section: SENDERS_PATH,
    navigation: { name: 'Senders', group: 'Sending' },
    async show(view) {
      const [{ items }, policy] = await Promise.all([listSenders(view), getSendingPolicy(view)])
      return {
        title: 'Senders',
        main: html`<p class="lead">How much each inbox and account may send, and when.
What has no slot now waits for one; nothing is held for it.</p>
${sendersTable(view, items)}
<h2>Defaults</h2>
${policyTable(policy)}
${can(view, 'owner') && policyForm(view)}`,
      }
    },
    async act(view, form) {
      const caps = { hour: numberIn(form, 'hour'), day: numberIn(form, 'day'), week: numberIn(form, 'week') }
      const of = form.get('of') ?? ''
      await updateSendingPolicy(view, {
        body: of === DOMAINS ? { domain_caps: caps } : { channels: { [of]: { caps } } },
      })
      return pageUrl(view, SENDERS_PATH)
    },
  }
}

const sendersTable = (view: View, senders: readonly Sender[]): Html =>
  table({
    id: 'senders',
    caption: 'Senders',
    headed: true,
    empty: html`No sender yet. Create an <a href="${pageUrl(view, INBOXES_PATH)}">inbox</a>, or connect a
<a href="${pageUrl(view, ACCOUNTS_PATH)}">messaging account</a>.`,
    columns: [
      { title: 'Sender', wraps: true },
      { title: 'State' },
      { title: 'Sent today', numeric: true },
      { title: 'Waiting', numeric: true },
      { title: 'Next slot' },
    ],
    rows: senders.flatMap((sender) =>
      sender.channels.map((channel): ShownRow => ({
        id: `${sender.sender_id}-${channel.channel}`,
        cells: [
          withNote(
            html`<a href="${senderPath(view, sender.sender_id)}">${sender.address ?? sender.sender_id}</a>`,
            CHANNEL_NAMES[channel.channel],
          ),
          senderBadge(sender),
          sentToday(channel),
          counted(channel.today.waiting),
          channel.today.next_slot_at === null ? '–' : time(channel.today.next_slot_at),
        ],
      })),
    ),
  })

/** Where the form names the caps of mail domains. */
const DOMAINS = 'domains'

const numberIn = (form: URLSearchParams, name: string): number | null => {
  const text = (form.get(name) ?? '').trim()
  return text === '' ? null : Number(text)
}

const policyTable = ({ channels = {}, domain_caps: domainCaps }: Static<typeof SendingPolicy>): Html => {
  const rows = [
    ...SENDING_CHANNELS.map((channel) => [CHANNEL_NAMES[channel], channels[channel]?.caps] as const),
    ['All inboxes of a mail domain', domainCaps] as const,
  ]
  const cap = (count: number | null | undefined): string => (count == null ? 'none' : counted(count))
  return table({
    id: 'defaults',
    caption: 'Caps of senders without own ones',
    headed: true,
    empty: '',
    columns: [
      { title: 'Channel', wraps: true },
      { title: 'An hour', numeric: true },
      { title: 'A day', numeric: true },
      { title: 'A week', numeric: true },
    ],
    rows: rows.map(([name, caps]): ShownRow => ({
      id: name,
      cells: [name, cap(caps?.hour), cap(caps?.day), cap(caps?.week)],
    })),
  })
}

function policyForm(view: View): Html {
  const number = (name: string, label: string): FormField => ({
    name,
    label,
    hint: 'Empty: none.',
    bare: true,
    optional: true,
    inputMode: 'numeric',
    autocomplete: 'off',
  })
  return formOf(
    {
      action: 'policy',
      submit: 'Set the caps',
      style: 'plain',
      columns: true,
      fields: [
        {
          name: 'of',
          label: 'Of',
          options: [
            ...SENDING_CHANNELS.map((channel) => [channel, CHANNEL_NAMES[channel]] as const),
            [DOMAINS, 'All inboxes of a mail domain'],
          ],
        },
        number('hour', 'An hour'),
        number('day', 'A day'),
        number('week', 'A week'),
      ],
    },
    view.refused,
  )
}
