import { Problem } from '../../../errors/problem.ts'
import { html } from '../../../html/markup.ts'
import { titleOf } from '../../../../domain/senders/networks.ts'
import { confirmationPage } from '../../confirmation.ts'
import { pageUrl, type MakePage, type View } from '../../page.ts'
import { networkCalls } from './networks.ts'
import { ACCOUNTS_PATH } from './paths.ts'

/** Confirms that an account no longer sends or receives here. */
export const disconnectAccountPage: MakePage = ({ find }) => {
  const calls = networkCalls(find)
  const callsOf = (view: View) => {
    const found = calls.find(({ network }) => network === view.params['network'])
    if (found === undefined) throw new Problem('not_found', 'There is no network with this name.')
    return found
  }
  return confirmationPage({
    path: `${ACCOUNTS_PATH}/{network}/{account_id}/disconnect`,
    section: ACCOUNTS_PATH,
    async confirms(view) {
      const { network, list } = callsOf(view)
      const { items } = await list(view)
      const account = items.find(({ account_id: id }) => id === view.params['account_id'])
      if (account === undefined) throw new Problem('not_found', 'There is no account with this id.')
      return {
        title: `Disconnect ${titleOf(network)}?`,
        consequences: html`<p><strong>${account.name}</strong> no longer sends or receives messages here, and sends that
name it fail. It can be connected again as a new account.</p>`,
        action: 'disconnect',
        submit: 'Disconnect',
        back: pageUrl(view, ACCOUNTS_PATH),
      }
    },
    async act(view) {
      await callsOf(view).disconnect(view, { params: { account_id: view.params['account_id'] ?? '' } })
      return pageUrl(view, ACCOUNTS_PATH)
    },
  })
}
