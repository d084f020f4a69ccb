import { readSuppressionSubject, type SuppressionSubject } from '../../../domain/outbound/subjects.ts'
import type { Database } from '../../../db/database.ts'
import { removeSuppressions as deleteSuppressions } from '../../../db/outbound/suppressions.ts'
import { BODY_BYTES } from '../../body/limits.ts'
import { defineRoute } from '../../route/route.ts'
import { SuppressionsRemoved, SuppressionsToRemove } from '../../schemas/outbound.ts'
import { requireTables } from '../tables/require-tables.ts'

/** Spec 4.8: these people and domains may get messages again. */
export const removeSuppressions = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'removeSuppressions',
    method: 'POST',
    path: '/v1/suppressions/remove',
    summary: 'Remove suppressions',
    description: 'Each subject removes only itself: an address stays suppressed while its domain is suppressed.',
    tags: ['Suppressions'],
    spec: '4.8',
    access: 'owner',
    allow: requireTables(deps.db),
    maxBodyBytes: BODY_BYTES.long,
    body: SuppressionsToRemove,
    bodyExamples: { person: { summary: 'One person', value: { subjects: ['robin@example.com'] } } },
    responses: {
      200: {
        description: 'The number of removed subjects, and the subjects that were not suppressed.',
        schema: SuppressionsRemoved,
      },
    },
    errors: ['forbidden'],
    async handler({ body, principal, reply }) {
      const requested = body.subjects.map((text) => ({ text, answer: readSuppressionSubject(text, body.platform) }))
      const subjects = new Map<string, SuppressionSubject>()
      for (const { answer } of requested)
        if (answer.kind === 'read') subjects.set(keyOf(answer.subject), answer.subject)
      const removed = await deleteSuppressions(deps.db, principal, [...subjects.values()])
      const gone = new Set(removed.map(keyOf))
      const missing = requested.filter(({ answer }) => answer.kind === 'refused' || !gone.has(keyOf(answer.subject)))
      return reply(200, { removed: removed.length, not_found: missing.map(({ text }) => text) })
    },
  })

const keyOf = ({ kind, value }: SuppressionSubject): string => `${kind} ${value}`
