import { html, type Html } from '../../../html/markup.ts'
import { Connection, ConnectionList } from '../../../schemas/connection.ts'
import { badge, type ShownRow, table, time, withNote } from '../../elements.ts'
import { formOf } from '../../forms.ts'
import { pageUrl, type MakePage, type View, can } from '../../page.ts'
import { CONNECTIONS_PATH, disconnectPath } from './paths.ts'

/** The workspace's own keys at providers: calls with them are not charged. */
export const connectionsPage: MakePage = ({ find }) => {
  const listConnections = find('listConnections', ConnectionList)
  const connectProvider = find('connectProvider', Connection)
  return {
    path: CONNECTIONS_PATH,
    section: CONNECTIONS_PATH,
    navigation: { name: 'Connections', group: 'Developers' },
    async show(view) {
      const { items } = await listConnections(view)
      return {
        title: 'Connections',
        main: html`<p class="lead">With your own key at a provider, its calls are made from your account there and cost
nothing here.</p>
${connectionTable(view, items)}
${can(view, 'owner') && html`<h2>Connect a provider</h2>${connectForm(view)}`}`,
      }
    },
    async act(view, form) {
      const [provider, account] = ['provider', 'account'].map((name) => (form.get(name) ?? '').trim())
      await connectProvider(view, {
        params: { provider: provider ?? '' },
        body: { api_key: (form.get('api_key') ?? '').trim(), ...(account ? { account } : {}) },
      })
      return pageUrl(view, CONNECTIONS_PATH)
    },
  }
}

const connectionTable = (view: View, connections: readonly Connection[]): Html =>
  table({
    id: 'connections',
    caption: 'Your own keys',
    empty: 'No provider is connected.',
    columns: [
      { title: 'Provider' },
      { title: 'State' },
      { title: 'Checked' },
      { title: 'Received mail', wraps: true },
      { title: 'Key' },
    ],
    rows: connections.map((one): ShownRow => ({
      id: `connection-${one.provider}`,
      cells: [
        withNote(one.provider, one.account),
        stateOf(one),
        one.last_verified_at === null ? 'not possible' : time(one.last_verified_at),
        one.receiving === null
          ? '–'
          : withNote(one.receiving ? 'arrives here' : 'does not arrive', one.receiving ? null : one.next_step),
        one.status !== 'revoked' &&
          html`<a href="${disconnectPath(view, one.provider)}" id="disconnect-${one.provider}">Disconnect</a>`,
      ],
    })),
  })

const stateOf = (one: Connection): Html | string => {
  if (one.status === 'rejected')
    return withNote(
      html`${badge('rejected', 'bad')} ${one.rejected_at !== null && time(one.rejected_at)}`,
      one.next_step,
    )
  return one.status === 'active' ? badge('active', 'good') : badge('revoked', 'quiet')
}

const connectForm = ({ refused }: View): Html =>
  formOf(
    {
      action: 'connect',
      submit: 'Connect',
      fields: [
        {
          name: 'provider',
          label: 'Provider',
          hint: 'Its name in the catalog, such as hunter.',
          autocomplete: 'off',
          maxLength: 100,
        },
        {
          name: 'api_key',
          label: 'Its key',
          type: 'password',
          hint: 'It is checked, stored encrypted, and never shown again. login:password if it has two parts.',
          autocomplete: 'off',
        },
        {
          name: 'account',
          label: 'Host of the account',
          optional: true,
          hint: 'Only for a provider that gives each account its own, such as Unipile.',
          autocomplete: 'off',
        },
      ],
    },
    refused,
  )
