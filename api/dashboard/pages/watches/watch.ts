import { html } from '../../../html/markup.ts'
import { Refresh, WatchWithRefreshes } from '../../../schemas/watch.ts'
import { facts, live, type ShownRow, statusBadge, table, time } from '../../elements.ts'
import { formOf } from '../../forms.ts'
import { jsonOf } from '../../json-view.ts'
import { type MakePage, can, runPath } from '../../page.ts'
import { deleteWatchPath, watchPath, WATCHES_PATH } from './paths.ts'
import { everyOf, foundOf, watchBadge, watchedOf } from './watch-texts.ts'

const EVERY_MS = 5_000

/** One watch: what it repeats, and its last refreshes. */
export const watchPage: MakePage = ({ find }) => {
  const getWatch = find('getWatch', WatchWithRefreshes)
  const refreshWatch = find('refreshWatch', Refresh)
  return {
    path: `${WATCHES_PATH}/{watch_id}`,
    section: WATCHES_PATH,
    async show(view) {
      const watch = await getWatch(view, { params: view.params })
      return {
        title: watchedOf(watch),
        state: watchBadge(watch),
        actions: [
          can(view, 'run') &&
            formOf({ action: 'refresh', fields: [], submit: 'Refresh now', style: 'plain' }, view.refused),
          can(view, 'write') &&
            html`<a class="button danger" href="${deleteWatchPath(view, watch.id)}">Delete this watch…</a>`,
        ],
        main: html`${facts([
          ['Every', everyOf(watch)],
          ['Next refresh', watch.next_refresh_at === null ? 'none' : time(watch.next_refresh_at)],
          ['Most a run may cost', watch.routing.max_cost ?? 'not limited'],
          ['Into the table', watch.into?.table ?? 'none'],
          ['To webhooks', watch.webhook ? 'yes' : 'no'],
          ['Since', time(watch.created_at)],
          ['Watch', html`<code>${watch.id}</code>`],
        ])}
${live(
  { id: 'refreshes', everyMs: EVERY_MS },
  table({
    id: 'refresh-list',
    caption: 'Last refreshes, newest first',
    empty: 'No refresh yet.',
    columns: [{ title: 'Run' }, { title: 'Status' }, { title: 'Found', wraps: true }, { title: 'Began' }],
    rows: watch.refreshes.map((refresh): ShownRow => ({
      id: refresh.refresh_id,
      cells: [
        html`<a href="${runPath(view, refresh.run_id)}" id="run-${refresh.refresh_id}">${refresh.run_id}</a>`,
        statusBadge(refresh.status),
        foundOf(refresh),
        time(refresh.created_at),
      ],
    })),
  }),
)}
${watch.input !== undefined && html`<h2>Input</h2>${jsonOf('Input', watch.input)}`}`,
      }
    },
    async act(view) {
      const id = view.params['watch_id'] ?? ''
      await refreshWatch(view, { params: { watch_id: id }, query: { wait_seconds: 0 } })
      return watchPath(view, id)
    },
  }
}
