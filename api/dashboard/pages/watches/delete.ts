import { html } from '../../../html/markup.ts'
import { Watch, WatchWithRefreshes } from '../../../schemas/watch.ts'
import { destroyPage } from '../../confirmation.ts'
import { pageUrl } from '../../page.ts'
import { watchPath, WATCHES_PATH } from './paths.ts'
import { watchedOf } from './watch-texts.ts'

/** Confirms that a watch ends. */
export const deleteWatchPage = destroyPage({
  path: `${WATCHES_PATH}/{watch_id}/delete`,
  section: WATCHES_PATH,
  read: ['getWatch', WatchWithRefreshes],
  destroy: ['deleteWatch', Watch],
  confirms: (watch, view) => ({
    title: 'Delete the watch?',
    consequences: html`<p>The watch of <strong>${watchedOf(watch)}</strong> goes with what it knows of earlier
refreshes. Its runs stay. This cannot be undone.</p>`,
    action: 'delete',
    submit: 'Delete the watch',
    back: watchPath(view, watch.id),
  }),
  next: (view) => pageUrl(view, WATCHES_PATH),
})
