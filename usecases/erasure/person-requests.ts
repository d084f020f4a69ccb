import { dueAt, erasureUrl, firstReminder, reminderDue } from '../../domain/erasures/request.ts'
import type { NewEvent } from '../../domain/events/types.ts'
import type { PersonLink } from '../../domain/law/person-link.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { writeEvents } from '../../db/delivery/events/write.ts'
import { INSERT_REQUESTED_ERASURE, NOTE_REMINDED, type RequestToRemind } from '../../db/erasure/requests.ts'

/** The request and its event are committed together. */
export const REQUEST_ERASURE_BY_PERSON: Transaction = { name: 'request_erasure_by_person', effect: true }

interface Requested {
  readonly erasureId: string
  readonly at: Date
  readonly publicUrl: string
}

/**
 * The request of a person on their page, which waits for a decision. While one waits, another changes nothing. Returns
 * the deliveries of its event, to be started after the commit.
 */
export const requestErasureByPerson = (
  db: Database,
  { person, runId, ...owner }: PersonLink,
  { erasureId, at, publicUrl }: Requested,
): Promise<readonly DeliveryToStart[]> =>
  db.transaction(REQUEST_ERASURE_BY_PERSON, async (tx) => {
    const inserted = await tx.query(INSERT_REQUESTED_ERASURE, {
      id: erasureId,
      workspaceId: owner.workspaceId,
      environment: owner.environment,
      kind: person.kind,
      subject: person.value,
      runId,
      requestedAt: at,
      remindAt: firstReminder(at),
    })
    if (inserted.length === 0) return []
    const request = { ...owner, id: erasureId, kind: person.kind, runId, requestedAt: at }
    return (await writeEvents(tx, owner, [eventOf(request, { publicUrl, day: null })])).deliveries
  })

/** The reminder and its event are committed together. */
export const REMIND_OF_ERASURE: Transaction = { name: 'remind_of_erasure', effect: true }

/** Reminds the workspace of a request that it has not decided. The sweep of deliveries starts those of the event. */
export const remindOfErasure = (
  db: Database,
  request: RequestToRemind,
  { publicUrl, now }: { readonly publicUrl: string; readonly now: Date },
): Promise<void> =>
  db.transaction(REMIND_OF_ERASURE, async (tx) => {
    const due = reminderDue(request.requestedAt, request.remindAt, now)
    if (due === null) return
    const noted = await tx.query(NOTE_REMINDED, { id: request.id, remindAt: request.remindAt, next: due.next })
    if (noted.length > 0) await writeEvents(tx, request, [eventOf(request, { publicUrl, day: due.day })])
  })

const eventOf = (
  { id, environment, kind, runId, requestedAt }: Omit<RequestToRemind, 'remindAt'>,
  { publicUrl, day }: { readonly publicUrl: string; readonly day: number | null },
): NewEvent => ({
  type: 'erasure.requested',
  data: {
    erasure_id: id,
    kind,
    run_id: runId,
    requested_at: requestedAt.toISOString(),
    due_at: dueAt(requestedAt).toISOString(),
    reminder: day,
    url: erasureUrl(publicUrl, { environment, erasureId: id }),
  },
})
