import { html } from '../../../html/markup.ts'
import { Watch, WatchWithRefreshes } from '../../../schemas/watch.ts'
import { confirmationPage } from '../../confirmation.ts'
import { at, type MakePage, type View } from '../../page.ts'
import { watchPath, WATCHES_PATH } from './paths.ts'
import { watchedOf } from './watch-texts.ts'

const paramsOf = (view: View) => ({ watch_id: view.params['watch_id'] ?? '' })

/** Confirms that a watch ends. */
export const deleteWatchPage: MakePage = ({ find }) => {
  const getWatch = find('getWatch', WatchWithRefreshes)
  const deleteWatch = find('deleteWatch', Watch)
  return confirmationPage({
    path: `${WATCHES_PATH}/{watch_id}/delete`,
    section: WATCHES_PATH,
    async confirms(view) {
      const watch = await getWatch(view, { params: paramsOf(view) })
      return {
        title: 'Delete the watch?',
        consequences: html`<p>The watch of <strong>${watchedOf(watch)}</strong> goes with what it knows of earlier
refreshes. Its runs stay. This cannot be undone.</p>`,
        action: 'delete',
        submit: 'Delete the watch',
        back: watchPath(view, watch.id),
      }
    },
    async act(view) {
      await deleteWatch(view, { params: paramsOf(view) })
      return at(view, WATCHES_PATH)
    },
  })
}
