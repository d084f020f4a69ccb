import type { Static } from 'typebox'
import { Problem } from '../../../errors/problem.ts'
import { html } from '../../../html/markup.ts'
import { ConnectedApp, ConnectedAppList } from '../../../schemas/connected-app.ts'
import { confirmationPage } from '../../confirmation.ts'
import { at, type MakePage, type PageCall, type View } from '../../page.ts'
import { SETTINGS_PATH } from './paths.ts'

/** The app that the path names; throws `not_found`. */
export async function findApp(
  listConnectedApps: PageCall<typeof ConnectedAppList>,
  view: View,
): Promise<Static<typeof ConnectedApp>> {
  const { items } = await listConnectedApps(view)
  const app = items.find(({ id }) => id === view.params['app_id'])
  if (app === undefined) throw new Problem('not_found', 'There is no connected app with this id.')
  return app
}

/** Confirms that an app loses its access. */
export const disconnectAppPage: MakePage = ({ find }) => {
  const listConnectedApps = find('listConnectedApps', ConnectedAppList)
  const disconnectApp = find('disconnectApp', ConnectedApp)
  return confirmationPage({
    path: `${SETTINGS_PATH}/apps/{app_id}/disconnect`,
    section: SETTINGS_PATH,
    async confirms(view) {
      const app = await findApp(listConnectedApps, view)
      return {
        title: 'Disconnect an app',
        consequences: html`<p><strong>${app.name}</strong> loses access with its next request.
To act again, it has to ask you anew.</p>`,
        action: 'disconnect',
        submit: 'Disconnect',
        back: at(view, SETTINGS_PATH),
      }
    },
    async act(view) {
      await disconnectApp(view, { params: { app_id: view.params['app_id'] ?? '' } })
      return at(view, SETTINGS_PATH)
    },
  })
}
