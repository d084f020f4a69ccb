import { html } from '../../../html/markup.ts'
import { WatchList } from '../../../schemas/watch.ts'
import { pager, type ShownRow, table, time, withNote } from '../../elements.ts'
import { pageUrl, type MakePage } from '../../page.ts'
import { mayWatch, newWatchPath, watchPath, WATCHES_PATH } from './paths.ts'
import { everyOf, foundOf, watchBadge, watchedOf } from './watch-texts.ts'

const PAGE_WATCHES = 50

/** The saved queries that are refreshed on a schedule. */
export const watchesPage: MakePage = ({ find }) => {
  const listWatches = find('listWatches', WatchList)
  return {
    path: WATCHES_PATH,
    section: WATCHES_PATH,
    navigation: { name: 'Watches', group: 'Data' },
    async show(view) {
      const { cursor } = view.query
      const { items, next_cursor: next } = await listWatches(view, {
        query: { limit: PAGE_WATCHES, cursor },
      })
      return {
        title: 'Watches',
        actions: [mayWatch(view) && html`<a class="button" href="${newWatchPath(view)}">New watch</a>`],
        main: html`<p class="lead">A watch repeats a run on a schedule and states what is new or has changed.</p>
${table({
  id: 'watches',
  caption: 'Watches, newest first',
  empty: 'No watch yet. Choose what to repeat, how often, and the most that it may cost.',
  columns: [
    { title: 'Watch' },
    { title: 'State' },
    { title: 'Every' },
    { title: 'Last refresh', wraps: true },
    { title: 'Next' },
  ],
  rows: items.map((watch): ShownRow => ({
    id: watch.id,
    cells: [
      withNote(html`<a href="${watchPath(view, watch.id)}">${watchedOf(watch)}</a>`, watch.id),
      watchBadge(watch),
      everyOf(watch),
      watch.last_refresh === null ? 'none yet' : foundOf(watch.last_refresh),
      watch.next_refresh_at === null ? '–' : time(watch.next_refresh_at),
    ],
  })),
})}
${pager({ next, cursor, pathAt: (page) => pageUrl(view, WATCHES_PATH, page) })}`,
      }
    },
  }
}
