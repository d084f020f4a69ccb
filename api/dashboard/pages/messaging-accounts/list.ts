import { randomUUID } from 'node:crypto'
import { CAPABILITIES } from '../../../../domain/capabilities/catalog.ts'
import { ACCOUNT_LINK_MINUTES } from '../../../../domain/senders/limits.ts'
import { Problem } from '../../../errors/problem.ts'
import { html, type Html } from '../../../html/markup.ts'
import { titleOf } from '../../../../domain/senders/networks.ts'
import { type MessagingNetwork, senderKinds } from '../../../../domain/senders/sender.ts'
import { badge, type ShownRow, table, time, type Tone, withCommas, withNote } from '../../elements.ts'
import { actionOf, formOf } from '../../forms.ts'
import { pageUrl, type MakePage, can, type Shown, type View } from '../../page.ts'
import { noteOf } from '../inboxes/domain-texts.ts'
import { networkCalls, type ShownAccount } from './networks.ts'
import { ACCOUNTS_PATH, disconnectAccountPath } from './paths.ts'

/** The accounts of people that messages leave from, by network. */
export const messagingAccountsPage: MakePage = ({ find }) => {
  const calls = networkCalls(find)
  return {
    path: ACCOUNTS_PATH,
    section: ACCOUNTS_PATH,
    navigation: { name: 'Messaging accounts', group: 'Sending' },
    async show(view) {
      const groups = await Promise.all(
        calls.map(async ({ network, list }) => groupOf(view, network, (await list(view)).items)),
      )
      return {
        title: 'Messaging accounts',
        main: html`<p class="lead">Messages leave from the accounts that people connect here.
Each person signs in on a page of the network, so no password is stored here.</p>
${groups}`,
      }
    },
    async act(view, form) {
      const found = calls.find(({ network }) => network === form.get('network'))
      if (actionOf(form) !== 'connect' || found === undefined)
        throw new Problem('invalid_request', 'There is no action with this name.')
      const account = form.get('account_id') ?? ''
      const { connect_url: url } = await found.connect(view, {
        body: account === '' ? {} : { account_id: account },
        headers: { 'Idempotency-Key': form.get('once') ?? '' },
      })
      return signInShown(view, found.network, url)
    },
  }
}

/** The sign-in opens in another window than the dashboard: its last page leads nowhere. */
const signInShown = (view: View, network: MessagingNetwork, url: string): Shown => ({
  title: `Connect ${titleOf(network)}`,
  main: html`<p class="lead">The sign-in opens in a new tab. It works for ${ACCOUNT_LINK_MINUTES} minutes and for one
account. When it is done, come back here.</p>
<p class="actions"><a class="button" href="${url}" target="_blank" rel="noopener">Open the sign-in</a>
<a class="button plain" href="${pageUrl(view, ACCOUNTS_PATH)}">I have signed in</a></p>`,
})

/** The capabilities that an account of the network can send with. */
const sendingBy = (network: MessagingNetwork): string[] =>
  CAPABILITIES.map(({ slug }) => slug).filter((slug) => senderKinds(slug).includes(network))

function groupOf(view: View, network: MessagingNetwork, accounts: readonly ShownAccount[]): Html {
  const title = titleOf(network)
  const decides = can(view, 'session')
  const sends = withCommas(sendingBy(network).map((capability) => html`<code>${capability}</code>`))
  return html`<section aria-labelledby="${network}"><div class="titled"><h2 id="${network}">${title}</h2>
${decides && connectForm(view, { network, submit: `Connect ${title}`, of: network })}</div>
${
  accounts.length === 0
    ? html`<p class="empty">No account yet. ${decides ? 'Connect one' : 'An owner of the workspace connects one'}
to send with ${sends}.</p>`
    : accountTable(view, network, accounts)
}</section>
`
}

interface ConnectForm {
  readonly network: MessagingNetwork
  readonly submit: string
  /** The network, or the account that is connected again. */
  readonly of: string
}

const connectForm = ({ refused }: View, { network, submit, of }: ConnectForm): Html =>
  formOf(
    {
      action: 'connect',
      of,
      submit,
      fields: [],
      style: 'plain',
      hidden: { network, once: randomUUID(), ...(of === network ? {} : { account_id: of }) },
    },
    refused,
  )

const TONES: Readonly<Record<ShownAccount['status'], Tone>> = {
  connecting: 'busy',
  connected: 'good',
  disconnected: 'bad',
  removed: 'quiet',
}

const accountTable = (view: View, network: MessagingNetwork, accounts: readonly ShownAccount[]): Html =>
  table({
    id: `accounts-${network}`,
    caption: `Accounts on ${titleOf(network)}`,
    headed: true,
    empty: '',
    columns: [{ title: 'Account', wraps: true }, { title: 'State' }, { title: 'Connected' }, { title: 'Actions' }],
    rows: accounts.map(({ account_id: id, name, status, account, connected_at: connectedAt }): ShownRow => ({
      id,
      cells: [
        withNote(name, noteOf(id, account)),
        badge(status, TONES[status]),
        connectedAt === null ? 'never' : time(connectedAt),
        can(view, 'session') &&
          html`<div class="row-actions">
${status !== 'connected' && connectForm(view, { network, submit: 'Reconnect', of: id })}
<a href="${disconnectAccountPath(view, network, id)}" id="${id}-disconnect">Disconnect</a></div>`,
      ],
    })),
  })
