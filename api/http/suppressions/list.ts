import Type from 'typebox'
import { SUPPRESSION_KINDS, SUPPRESSION_REASONS } from '../../../domain/outbound/channels.ts'
import type { Database } from '../../../db/database.ts'
import { listSuppressions as readSuppressions } from '../../../db/outbound/suppressions.ts'
import { defineRoute } from '../../route.ts'
import { closed, oneOf, pageLimit } from '../../schemas/common.ts'
import { SuppressionList } from '../../schemas/outbound.ts'
import { requireTables } from '../tables/require-tables.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { presentSuppression } from './present.ts'

const LIMIT_DEFAULT = 50
const LIMIT_MAX = 500

/** Spec 4.8: who is never written to, newest first. */
export const listSuppressions = (deps: { db: Database }) => defineRoute({
  operationId: 'listSuppressions',
  method: 'GET',
  path: '/v1/suppressions',
  summary: 'List suppressions',
  description: 'Whom nothing is sent to, why, and who said so.',
  tags: ['Suppressions'],
  spec: '4.8',
  access: 'read',
  allow: requireTables(deps.db),
  query: closed({
    kind: Type.Optional(oneOf(SUPPRESSION_KINDS, { description: 'Subjects of this kind.' })),
    reason: Type.Optional(oneOf(SUPPRESSION_REASONS, { description: 'Subjects that were suppressed for this reason.' })),
    limit: pageLimit({ maximum: LIMIT_MAX, default: LIMIT_DEFAULT }),
    cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 4_000, description: '`next_cursor` of the page before.' })),
  }),
  responses: { 200: { description: 'A page of suppressions.', schema: SuppressionList } },
  errors: ['forbidden'],
  async handler({ query, principal, reply }) {
    const limit = query.limit ?? LIMIT_DEFAULT
    // One more than asked tells whether there is another page.
    const found = await readSuppressions(deps.db, {
      workspaceId: principal.workspaceId, environment: principal.environment,
      kind: query.kind ?? null, reason: query.reason ?? null, after: query.cursor === undefined ? null : readCursor(query.cursor), limit: limit + 1,
    })
    const page = found.slice(0, limit)
    const last = page.at(-1)
    return reply(200, { items: page.map(presentSuppression), next_cursor: found.length > limit && last !== undefined ? writeCursor(last) : null })
  },
})
