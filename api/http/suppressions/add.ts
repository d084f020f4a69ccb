import { shownSubject } from '../../../domain/outbound/reread.ts'
import { readSuppressionSubject } from '../../../domain/outbound/subjects.ts'
import type { SecretCipher } from '../../../db/cipher.ts'
import type { Database } from '../../../db/database.ts'
import type { AddedSuppressions, NewSuppression } from '../../../db/outreach/outbound/suppressions.ts'
import { suppress } from '../../../usecases/outreach/suppress.ts'
import { BODY_BYTES } from '../../body/limits.ts'
import { Problem } from '../../errors/problem.ts'
import { quotaProblem } from '../../errors/quota.ts'
import { defineRoute } from '../../route/route.ts'
import { SuppressionsAdded, SuppressionsToAdd } from '../../schemas/outbound.ts'
import { requireTables } from '../tables/require-tables.ts'
import { presentSuppression } from './present.ts'

/** Spec 4.8: these people and domains get no further messages, over any channel that a row ties to them. */
export const addSuppressions = (deps: { db: Database; cipher: SecretCipher }) =>
  defineRoute({
    operationId: 'addSuppressions',
    method: 'POST',
    path: '/v1/suppressions',
    summary: 'Add suppressions',
    description:
      'Blocks all later sends to these subjects, and queued ones. Adding a subject twice changes nothing, so the request can be repeated. Unreadable subjects are in `refused`; if none is readable, the request is refused.',
    tags: ['Suppressions'],
    spec: '4.8',
    access: 'write',
    allow: requireTables(deps.db),
    maxBodyBytes: BODY_BYTES.long,
    idempotent: { store: deps },
    body: SuppressionsToAdd,
    bodyExamples: {
      people: {
        summary: 'An unsubscribed person and an entire domain',
        value: { subjects: ['robin@example.com', 'example.org'], reason: 'unsubscribe' },
      },
      handles: {
        summary: 'A handle',
        value: { subjects: ['@robin.sample'], platform: 'instagram', reason: 'not_interested' },
      },
    },
    responses: { 200: { description: 'The added subjects, and the unreadable ones.', schema: SuppressionsAdded } },
    errors: ['forbidden', 'limit_reached'],
    async handler({ body, principal, saveResponse, reply }) {
      const { subjects, refused } = read(body.subjects, body.platform)
      const [first] = refused
      if (first !== undefined && subjects.length === 0)
        throw new Problem('invalid_request', `${JSON.stringify(first.subject)}: ${first.reason}`, {
          param: '/subjects/0',
        })
      const present = ({ added, items }: AddedSuppressions) => ({
        added,
        unchanged: subjects.length - added,
        items: items.map(presentSuppression),
        refused,
      })
      const done = await suppress(
        deps.db,
        principal,
        { subjects, reason: body.reason ?? 'manual', source: 'api' },
        (tx, added) => saveResponse(tx, present(added)),
      )
      if ('kind' in done) throw quotaProblem(done)
      return reply(200, present(done))
    },
  })

/** Two spellings of one subject are one; the first is kept. */
function read(texts: readonly string[], platform: string | undefined) {
  const subjects = new Map<string, NewSuppression>()
  const refused: { subject: string; reason: string }[] = []
  for (const text of texts) {
    const answer = readSuppressionSubject(text, platform)
    if (answer.kind === 'refused') {
      refused.push({ subject: text, reason: answer.reason })
      continue
    }
    const key = `${answer.subject.kind} ${answer.subject.value}`
    if (!subjects.has(key)) subjects.set(key, { ...answer.subject, subject: shownSubject(text, answer.subject) })
  }
  return { subjects: [...subjects.values()], refused }
}
