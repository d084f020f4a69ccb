import type { RequestedSubject } from '../../../domain/history/requested-subject.ts'
import { ANSWER_CLASSES, type AnswerClass } from '../../../domain/replies/classes.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'
import { subjectValues, type HistoryScope, type SubjectValues } from './matches.ts'

export interface StoredReply {
  readonly eventId: string
  readonly class: AnswerClass
  readonly at: Date
}

export const READ_LAST_REPLY = statement<SubjectValues & { answers: readonly string[] }, StoredReply>({
  name: 'read_last_reply',
  effect: false,
  text: `select m.event_id as "eventId", m.class, m.at
      from unnest(:kinds::text[], :values::text[]) as requested (kind, value) cross join lateral (
        select event_id, class, at from message_sender where workspace_id = :workspaceId
          and environment = :environment and kind = requested.kind and value = requested.value
          and class = any (:answers::text[]) order by at desc limit 1
      ) m
    order by m.at desc limit 1`,
})

/** The newest answer of a subject, by any of its forms; of a domain, a name or a URL there is none. */
export async function readLastReply(
  db: Database,
  scope: HistoryScope,
  subject: RequestedSubject,
): Promise<StoredReply | null> {
  const [reply] = await db.query(READ_LAST_REPLY, { ...subjectValues(scope, subject), answers: ANSWER_CLASSES })
  return reply ?? null
}
