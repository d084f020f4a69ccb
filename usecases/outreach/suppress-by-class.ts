import type { Queries } from '../../db/database.ts'
import type { StreamOwner } from '../../db/delivery/events/write.ts'
import { readOutreachPolicy } from '../../db/outreach/law/settings.ts'
import { addSuppressions, type NewSuppression } from '../../db/outreach/outbound/suppressions.ts'
import { suppressUnsubscribed } from '../../db/outreach/outbound/unsubscribe.ts'
import type { ReplyClass } from '../../domain/replies/classes.ts'

/**
 * Suppresses the sender of a message by each of `people` where its class wants it: of an objection always, as an
 * unsubscription does; of `not_interested` where the outreach policy asks for it (decisions, "replies"). `kept`: they
 * were suppressed before.
 */
export async function suppressByClass(
  tx: Queries,
  owner: StreamOwner,
  { class: kind, people, source }: { class: ReplyClass; people: readonly NewSuppression[]; source: string },
): Promise<'added' | 'kept' | 'none'> {
  if (people.length === 0) return 'none'
  if (kind === 'unsubscribe_request')
    return (await suppressUnsubscribed(tx, owner, { subjects: people, source })) ? 'added' : 'kept'
  if (kind !== 'not_interested') return 'none'
  const { not_interested: declined } = await readOutreachPolicy(tx, owner.workspaceId)
  if (declined === 'off') return 'none'
  const { added } = await addSuppressions(tx, owner, { subjects: people, reason: 'not_interested', source })
  return added > 0 ? 'added' : 'kept'
}
