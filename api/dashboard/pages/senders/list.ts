import type { Static } from 'typebox'
import { html, type Html } from '../../../html/markup.ts'
import { type Sender, SenderChannel, SenderList } from '../../../schemas/sending.ts'
import { badge, counted, type ShownRow, table, time, withNote } from '../../elements.ts'
import { type MakePage, pageUrl, type View } from '../../page.ts'
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
  return {
    path: SENDERS_PATH,
    section: SENDERS_PATH,
    navigation: { name: 'Senders', group: 'Sending' },
    async show(view) {
      const { items } = await listSenders(view)
      return {
        title: 'Senders',
        main: html`<p class="lead">How much each inbox and account may send, and when.
What has no slot now waits for one; nothing is held for it.</p>
${sendersTable(view, items)}`,
      }
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
