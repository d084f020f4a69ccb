import { Problem } from '../../../errors/problem.ts'
import { html } from '../../../html/markup.ts'
import { Connection, ConnectionList } from '../../../schemas/connection.ts'
import { destroyPage } from '../../confirmation.ts'
import { pageUrl } from '../../page.ts'
import { CONNECTIONS_PATH } from './paths.ts'

/** Confirms that a key is erased here. */
export const disconnectPage = destroyPage({
  path: `${CONNECTIONS_PATH}/{provider}/disconnect`,
  section: CONNECTIONS_PATH,
  read: ['listConnections', ConnectionList],
  isListed: true,
  destroy: ['disconnectProvider', Connection],
  confirms({ items }, view) {
    const found = items.find(({ provider, status }) => provider === view.params['provider'] && status === 'active')
    if (found === undefined) throw new Problem('not_found', 'There is no active connection with this provider.')
    return {
      title: 'Disconnect a provider',
      consequences: html`<p>The key of <strong>${found.provider}</strong> is erased here.
Runs use the account of the service again, where it has one, and are charged.</p>`,
      action: 'disconnect',
      submit: 'Disconnect',
      back: pageUrl(view, CONNECTIONS_PATH),
    }
  },
  next: (view) => pageUrl(view, CONNECTIONS_PATH),
})
