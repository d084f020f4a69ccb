import type { Static } from 'typebox'
import { isJsonObject, textOf } from '../../../domain/json/json.ts'
import { writerOf } from '../../../domain/rows/change-cause.ts'
import type { Database } from '../../../db/database.ts'
import { correctClass, type Corrected } from '../../../usecases/outreach/correct-class.ts'
import { requireAccess } from '../../auth/required-access.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { CorrectedMessage, MessageCorrection, MessageParams } from '../../schemas/message.ts'

/** Corrects what a received message is (decisions, "replies"). */
export const correctMessage = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'correctMessage',
    method: 'PATCH',
    path: '/v1/messages/{message_id}',
    summary: 'Correct the class of a message',
    description:
      'Events, the timeline and the `last_reply_*` fields of rows show the corrected class. `unsubscribe_request` suppresses the sender. Another class keeps a suppression that the message has made, unless an owner sends `lift_suppression`. A message can be corrected as long as its event is on the stream.',
    tags: ['Events'],
    spec: '4.8',
    access: 'write',
    params: MessageParams,
    body: MessageCorrection,
    bodyExamples: {
      objection: { summary: 'The person objects', value: { class: 'unsubscribe_request' } },
      mistake: { summary: 'No objection', value: { class: 'reply', lift_suppression: true } },
    },
    responses: { 200: { description: 'The message as it is now.', schema: CorrectedMessage } },
    errors: ['not_found', 'forbidden'],
    async handler({ params, body, principal, log, reply }) {
      const { class: kind, lift_suppression: liftSuppression = false } = body
      if (liftSuppression) requireAccess(principal, 'owner')
      if (liftSuppression && kind === 'unsubscribe_request')
        throw new Problem('invalid_request', 'An objection keeps its suppression: send another class to lift it.', {
          param: '/lift_suppression',
        })
      const corrected = await correctClass(deps.db, principal, {
        messageId: params.message_id,
        class: kind,
        liftSuppression,
        actor: writerOf(principal),
      })
      if (corrected === null)
        throw new Problem('not_found', 'There is no received message with this id on the stream.', {
          param: '/message_id',
        })
      const { events, suppression } = corrected
      log.info({ event_ids: events.map(({ id }) => id), class: kind, suppression }, 'message_corrected')
      return reply(200, present(kind, corrected))
    },
  })

function present(
  kind: Static<typeof MessageCorrection>['class'],
  { events, suppression }: Corrected,
): Static<typeof CorrectedMessage> {
  const { message_id: id, evidence, returns_at: returnsAt, successor } = events[0]?.data ?? {}
  return {
    message_id: textOf(id),
    class: kind,
    evidence: isJsonObject(evidence) ? { source: textOf(evidence['source']), value: textOf(evidence['value']) } : null,
    returns_at: textOf(returnsAt) || null,
    successor: textOf(successor) || null,
    event_ids: events.map(({ id: eventId }) => eventId),
    suppression,
  }
}
