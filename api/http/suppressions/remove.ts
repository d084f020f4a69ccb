import { readSuppressionSubject, type SuppressionSubject } from '../../../domain/outbound/subjects.ts'
import type { SecretCipher } from '../../../db/cipher.ts'
import type { Database } from '../../../db/database.ts'
import { unsuppress } from '../../../usecases/outreach/suppress.ts'
import { BODY_BYTES } from '../../body/limits.ts'
import { defineRoute } from '../../route/route.ts'
import { SuppressionsRemoved, SuppressionsToRemove } from '../../schemas/outbound.ts'
import { requireTables } from '../tables/require-tables.ts'

/** Spec 4.8: these people and domains may get messages again. */
export const removeSuppressions = (deps: { db: Database; cipher: SecretCipher }) =>
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
    idempotent: { store: deps },
    body: SuppressionsToRemove,
    bodyExamples: { person: { summary: 'One person', value: { subjects: ['robin@example.com'] } } },
    responses: {
      200: {
        description: 'The number of removed subjects, and the subjects that were not suppressed.',
        schema: SuppressionsRemoved,
      },
    },
    errors: ['forbidden'],
    async handler({ body, principal, saveResponse, reply }) {
      const requested = body.subjects.map((text) => ({ text, answer: readSuppressionSubject(text, body.platform) }))
      const subjects = new Map<string, SuppressionSubject>()
      for (const { answer } of requested)
        if (answer.kind === 'read') subjects.set(keyOf(answer.subject), answer.subject)
      // A text that an earlier reader took and today's refuses still removes what it has added.
      const present = (removed: Awaited<ReturnType<typeof unsuppress>>) => {
        // One that an erasure keeps has a hash in place of its identity.
        const gone = new Set(removed.flatMap(({ names }) => names))
        const texts = new Set(removed.map(({ subject }) => subject))
        const missing = requested.filter(
          ({ text, answer }) => !(answer.kind === 'read' && gone.has(keyOf(answer.subject))) && !texts.has(text.trim()),
        )
        return { removed: texts.size, not_found: missing.map(({ text }) => text) }
      }
      const removed = await unsuppress(
        deps.db,
        principal,
        { subjects: [...subjects.values()], texts: requested.map(({ text }) => text.trim()) },
        (tx, done) => saveResponse(tx, present(done)),
      )
      return reply(200, present(removed))
    },
  })

const keyOf = ({ kind, value }: SuppressionSubject): string => `${kind} ${value}`
