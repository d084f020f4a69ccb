import { Problem } from '../../../errors/problem.ts'
import { html } from '../../../html/markup.ts'
import { Connection, ConnectionList } from '../../../schemas/connection.ts'
import { confirmationPage } from '../../confirmation.ts'
import { at, type MakePage } from '../../page.ts'
import { CONNECTIONS_PATH } from './paths.ts'

/** Confirms that a key is erased here. */
export const disconnectPage: MakePage = ({ find }) => {
  const listConnections = find('listConnections', ConnectionList)
  const disconnectProvider = find('disconnectProvider', Connection)
  return confirmationPage({
    path: `${CONNECTIONS_PATH}/{provider}/disconnect`,
    section: CONNECTIONS_PATH,
    async confirms(view) {
      const { items } = await listConnections(view)
      const found = items.find(({ provider, status }) => provider === view.params['provider'] && status === 'active')
      if (found === undefined) throw new Problem('not_found', 'There is no active connection with this provider.')
      return {
        title: 'Disconnect a provider',
        consequences: html`<p>The key of <strong>${found.provider}</strong> is erased here.
Runs use the account of the service again, where it has one, and are charged.</p>`,
        action: 'disconnect',
        submit: 'Disconnect',
        back: at(view, CONNECTIONS_PATH),
      }
    },
    async act(view) {
      await disconnectProvider(view, { params: { provider: view.params['provider'] ?? '' } })
      return at(view, CONNECTIONS_PATH)
    },
  })
}
