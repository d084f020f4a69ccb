import { objectOf, textOf } from '../../../domain/json/json.ts'
import { REPLY_CLASSES } from '../../../domain/replies/classes.ts'
import { EVENT_TYPES } from '../../../domain/events/types.ts'
import { html, type Html } from '../../html/markup.ts'
import { type Event, EventPage } from '../../schemas/event.ts'
import { live, time } from '../elements.ts'
import { classBadge } from '../message-class.ts'
import { type FormField, filterOf, menuOf } from '../forms.ts'
import { jsonOf } from '../json-view.ts'
import { can, pageUrl, type MakePage, type View } from '../page.ts'
import { CORRECT_PATH } from './correct-message.ts'
import { asInvalidRequest, oneWordOf } from '../query-values.ts'

const PATH = '/events'
const PAGE_EVENTS = 50
const EVERY_MS = 5_000
const DAY_MS = 86_400_000

const FILTERS = (since: string): readonly FormField[] => [
  menuOf('type', 'Type', EVENT_TYPES),
  menuOf('class', 'Class of a message', REPLY_CLASSES),
  { name: 'since', label: 'Since (UTC)', value: since },
]

/** The event stream: what happened, in its order, with its data. A page that reaches the end is kept up to date. */
export const eventsPage: MakePage = ({ find }) => {
  const listEvents = find('listEvents', EventPage)
  return {
    path: PATH,
    section: PATH,
    navigation: { name: 'Events', group: 'Developers' },
    async show(view) {
      const { after } = view.query
      const type = oneWordOf(EVENT_TYPES, view.query['type'])
      const kind = oneWordOf(REPLY_CLASSES, view.query['class'])
      const since = view.query['since'] ?? new Date(view.now.getTime() - DAY_MS).toISOString().slice(0, 10)
      const read = await listEvents(view, {
        query: {
          limit: PAGE_EVENTS,
          types: type ?? undefined,
          class: kind ?? undefined,
          ...(after === undefined ? { since } : { after }),
        },
      }).catch(asInvalidRequest)
      const filter = filterOf(
        {
          label: 'Filter the events',
          clear: type === null && kind === null && view.query['since'] === undefined ? null : pageUrl(view, PATH),
          fields: FILTERS(since),
          problem: 'publicMessage' in read ? read : null,
        },
        view.query,
      )
      const lead = html`<p class="lead">What happened, oldest first, for 30 days.
<a href="${pageUrl(view, '/webhooks')}">Webhooks</a> receive the same events.</p>
${filter}`
      if ('publicMessage' in read) return { title: 'Events', main: lead }
      return {
        title: 'Events',
        main: html`${lead}
${live(
  { id: 'events', everyMs: read.has_more ? null : EVERY_MS, announced: `Events: ${read.items.length}` },
  eventList(view, read.items),
)}
${read.has_more && html`<p><a class="button plain" rel="next" href="${pageUrl(view, PATH, { type, class: kind, after: read.next_after })}">Later events</a></p>`}`,
      }
    },
  }
}

const eventList = (view: View, events: readonly Event[]): Html =>
  events.length === 0
    ? html`<p class="empty">No events in this time.</p>`
    : html`<div class="folded">${events.map(
        ({ id, type, created_at: createdAt, data }) => html`<details id="${id}"><summary id="${id}-summary">
${type} ${classOf(data)} <span class="quiet">${time(createdAt)} <code>${id}</code></span></summary>
${jsonOf(`Data of ${id}`, data)}${correctionOf(view, data)}</details>
`,
      )}</div>`

/** Of a received message: what it is, and why. */
function classOf({ class: kind, evidence }: Event['data']): Html | null {
  if (typeof kind !== 'string') return null
  const { source, value } = objectOf(evidence)
  const why = textOf(value)
  const shown = source === 'correction' ? `corrected, was ${why}` : `“${why}”`
  return html`${classBadge(kind)}${why !== '' && html` <span class="quiet">${shown}</span>`}`
}

/** Of a received message, for those who may change it. */
function correctionOf(view: View, { class: kind, message_id: id }: Event['data']): Html | false {
  if (typeof kind !== 'string' || typeof id !== 'string' || !can(view, 'write')) return false
  return html`<p><a href="${pageUrl(view, CORRECT_PATH, { message: id, class: kind })}">Correct the class</a></p>`
}
