import type { Static } from 'typebox'
import { Problem } from '../../../errors/problem.ts'
import { html } from '../../../html/markup.ts'
import { ConnectedApp, ConnectedAppList } from '../../../schemas/connected-app.ts'
import { destroyPage } from '../../confirmation.ts'
import { pageUrl, type View } from '../../page.ts'
import { SETTINGS_PATH } from './paths.ts'

/** The app that the path names; throws `not_found`. */
export function findApp(
  { items }: Static<typeof ConnectedAppList>,
  { params }: Pick<View, 'params'>,
): Static<typeof ConnectedApp> {
  const app = items.find(({ id }) => id === params['app_id'])
  if (app === undefined) throw new Problem('not_found', 'There is no connected app with this id.')
  return app
}

/** Confirms that an app loses its access. */
export const disconnectAppPage = destroyPage({
  path: `${SETTINGS_PATH}/apps/{app_id}/disconnect`,
  section: SETTINGS_PATH,
  read: ['listConnectedApps', ConnectedAppList],
  isListed: true,
  destroy: ['disconnectApp', ConnectedApp],
  confirms(apps, view) {
    const app = findApp(apps, view)
    return {
      title: 'Disconnect an app',
      consequences: html`<p><strong>${app.name}</strong> loses access with its next request.
To act again, it has to ask you again.</p>`,
      action: 'disconnect',
      submit: 'Disconnect',
      back: pageUrl(view, SETTINGS_PATH),
    }
  },
  next: (view) => pageUrl(view, SETTINGS_PATH),
})
