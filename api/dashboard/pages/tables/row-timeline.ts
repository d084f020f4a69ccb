import type { Static } from 'typebox'
import { CHANGES_KEPT } from '../../../../domain/rows/changed-fields.ts'
import { detectSubject } from '../../../../domain/identity/read.ts'
import { type identitiesOf, shownKey } from '../../../../domain/rows/identities.ts'
import { readRowTimeline, type RowTimeline, type TimelineEventType } from '../../../../db/tables/rows/row-timeline.ts'
import { html, type Html } from '../../../html/markup.ts'
import { History } from '../../../schemas/history.ts'
import { RowChanges, type RowsPage } from '../../../schemas/rows.ts'
import { badge, statusBadge, time, type Tone } from '../../elements.ts'
import { classBadge } from '../../message-class.ts'
import { type PageParts, type View, runPath } from '../../page.ts'
import { watchPath } from '../watches/paths.ts'
import { beforeChanges, changeEntries, chargedText, type TimelineEntry } from './row-change-entries.ts'

/** The newest ones, of everything together. */
const ENTRIES_MAX = 50

type Identities = ReturnType<typeof identitiesOf>
type HistoryItem = Static<typeof History>['items'][number]
type Touch = Static<typeof History>['touches'][number]

interface TimelineRow {
  readonly table: string
  readonly row: RowsPage['items'][number]
  readonly identities: Identities
}

/** What happened to a row and its person, newest first: what its changes, the history, watches and events state. */
export function timelineOf({ find, db }: Pick<PageParts, 'find' | 'db'>) {
  const readHistory = find('readHistory', History)
  const listChanges = find('listRowChanges', RowChanges)
  return async (view: View, { table, row, identities }: TimelineRow): Promise<Html> => {
    // The value of a workspace's own field identifies a row only in its table.
    const [{ items: changes }, ...found] = await Promise.all([
      listChanges(view, { params: { name: table, key: row.key } }),
      ...identities.flatMap((identity) =>
        identity.kind === 'field'
          ? []
          : [readHistory(view, { query: { q: shownKey(identity), kind: identity.kind, limit: ENTRIES_MAX } })],
      ),
    ])
    const runs = new Map(found.flatMap(({ items }) => items.map((item) => [item.run_id, item] as const)))
    const touches = new Map(
      found.flatMap((one) => one.touches.map((touch) => [`${touch.run_id} ${touch.channel}`, touch] as const)),
    )
    const more = await readRowTimeline(
      db,
      { table, key: row.key, runIds: [...runs.keys()], needles: identities.flatMap(needleOf) },
      view.caller.principal,
    )
    return listOf([
      ...changeEntries(view, changes, new Map([...runs.values()].map(({ run_id: id, charged }) => [id, charged]))),
      ...beforeChanges(row, changes),
      ...[...touches.values()].map((touch) => touchEntry(view, touch)),
      ...runEntries(view, { runs, touches: [...touches.values()], changes, more }),
      ...more.events.filter(({ people }) => people.some((one) => names(identities, one))).map(eventEntry),
    ])
  }
}

/** A text that the addresses of a person contain, as a first choice among events. */
const needleOf = ({ kind, value }: Identities[number]): string[] =>
  kind === 'field' || kind === 'domain' ? [] : [value.slice(value.indexOf(':') + 1).replace(/^\+/, '')]

function names(identities: Identities, text: string): boolean {
  const named = detectSubject(text)
  return named !== null && identities.some(({ kind, value }) => kind === named.kind && value === named.value)
}

const runLink = (view: View, runId: string, text: string): Html => html`<a href="${runPath(view, runId)}">${text}</a>`

const touchEntry = (view: View, { run_id: id, channel, capability, at: sent }: Touch): TimelineEntry => ({
  id: `touch-${id}-${channel}`,
  at: sent,
  badge: badge('contacted', 'busy'),
  text: html`A message by ${channel}: ${runLink(view, id, capability ?? 'a raw run')}.`,
})

interface RunsOfRow {
  readonly runs: ReadonlyMap<string, HistoryItem>
  readonly touches: readonly Touch[]
  readonly changes: RowChanges['items']
  readonly more: RowTimeline
}

/** Each run once: a run that contacted the person or changed the row is listed as that. */
function runEntries(view: View, { runs, touches, changes, more }: RunsOfRow): TimelineEntry[] {
  const contacted = new Set(touches.map(({ run_id: id }) => id))
  const changing = new Set(changes.map(({ run_id: id }) => id))
  const saved = new Map(more.saved.filter(({ runId }) => !changing.has(runId)).map((one) => [one.runId, one]))
  const watches = new Map(more.refreshes.map(({ runId, watchId }) => [runId, watchId]))
  const others = [...runs.values()].filter(
    ({ run_id: id }) => !contacted.has(id) && !changing.has(id) && !saved.has(id),
  )
  return [
    ...[...saved.values()].map(({ runId, capability, at: when }): TimelineEntry => {
      const charged = runs.get(runId)?.charged ?? null
      return {
        id: `saved-${runId}`,
        at: new Date(when).toISOString(),
        badge: badge('enriched', 'good'),
        text: html`The result of ${runLink(view, runId, capability)} is saved in the row${chargedText(charged)}.`,
      }
    }),
    ...others.map((run): TimelineEntry => {
      const watch = watches.get(run.run_id)
      const refresh = watch !== undefined && html`, a refresh of <a href="${watchPath(view, watch)}">a watch</a>`
      return {
        id: `run-${run.run_id}`,
        at: run.created_at,
        badge: statusBadge(run.status),
        text: html`${runLink(view, run.run_id, run.capability ?? run.endpoint ?? run.run_id)} ${
          run.matched.in === 'input' ? 'was run for it' : 'returned it'
        }${run.provider !== null && `, by ${run.provider}`}${chargedText(run.charged)}${refresh}.`,
      }
    }),
  ]
}

const EVENTS: Readonly<Record<TimelineEventType, readonly [word: string, tone: Tone, text: string]>> = {
  'email.received': ['replied', 'good', 'An email came in'],
  'gmail.received': ['replied', 'good', 'An email came in'],
  'linkedin.message_received': ['replied', 'good', 'A LinkedIn message came in'],
  'instagram.message_received': ['replied', 'good', 'An Instagram message came in'],
  'whatsapp.message_received': ['replied', 'good', 'A WhatsApp message came in'],
  'linkedin.new_connection': ['connected', 'good', 'A LinkedIn account has them as a new connection'],
  'email.bounced': ['bounced', 'bad', 'An email bounced'],
  'email.complained': ['complained', 'bad', 'An email was marked as spam'],
  'email.unsubscribed': ['unsubscribed', 'warn', 'They unsubscribed'],
}

function eventEntry({ id, type, at: when, subject, class: kind }: RowTimeline['events'][number]): TimelineEntry {
  const [word, tone, text] = EVENTS[type]
  return {
    id,
    at: new Date(when).toISOString(),
    badge: kind === null ? badge(word, tone) : classBadge(kind),
    text: subject === null ? `${text}.` : `${text}: “${subject}”.`,
  }
}

function listOf(entries: readonly TimelineEntry[]): Html {
  const newest = entries.toSorted((one, other) => other.at.localeCompare(one.at)).slice(0, ENTRIES_MAX)
  return html`<section aria-labelledby="timeline-title"><h2 id="timeline-title">Timeline</h2>
<p class="quiet lead">Newest first: what changed in the row (its newest ${CHANGES_KEPT} changes are kept), the runs
about its identities, messages to them, and what came back in the last 30 days. The last ${ENTRIES_MAX} are shown.</p>
<ol class="timeline">${newest.map(
    (entry) => html`<li id="${entry.id}"><span class="timeline-at">${time(entry.at)}</span>
<span>${entry.badge}</span> <span class="long">${entry.text}</span></li>
`,
  )}</ol></section>`
}
