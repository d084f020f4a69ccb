import Type from 'typebox'
import { SUPPRESSION_KINDS, SUPPRESSION_REASONS } from '../../../domain/outbound/channels.ts'
import type { Database } from '../../../db/database.ts'
import { listSuppressions as readSuppressions } from '../../../db/outreach/outbound/suppressions.ts'
import type { Cursors } from '../../route/cursors.ts'
import { defineRoute } from '../../route/route.ts'
import { closed, oneOf } from '../../schemas/common.ts'
import { SuppressionList } from '../../schemas/outbound.ts'
import { requireTables } from '../tables/require-tables.ts'
import { positionText, readPosition } from './position.ts'
import { presentSuppression } from './present.ts'

const LIMIT_DEFAULT = 50
const LIMIT_MAX = 500

/** Spec 4.8: the suppressions, newest first. */
export const listSuppressions = (deps: { db: Database; cursors: Cursors }) =>
  defineRoute({
    operationId: 'listSuppressions',
    method: 'GET',
    path: '/v1/suppressions',
    summary: 'List suppressions',
    description: 'Returns suppressed recipients with the reason and the source of each suppression.',
    tags: ['Suppressions'],
    spec: '4.8',
    access: 'read',
    allow: requireTables(deps.db),
    query: closed({
      kind: Type.Optional(oneOf(SUPPRESSION_KINDS, { description: 'Subjects of this kind.' })),
      reason: Type.Optional(oneOf(SUPPRESSION_REASONS, { description: 'Subjects suppressed for this reason.' })),
    }),
    paged: {
      cursors: deps.cursors,
      limit: { maximum: LIMIT_MAX, default: LIMIT_DEFAULT },
      list: ({ principal: { workspaceId, environment }, query }) => [
        'suppressions',
        workspaceId,
        environment,
        query.kind ?? null,
        query.reason ?? null,
      ],
    },
    responses: { 200: { description: 'A page of suppressions.', schema: SuppressionList } },
    errors: ['forbidden'],
    async handler({ query, principal: { workspaceId, environment }, page, reply }) {
      const position = page.after()
      const found = await readSuppressions(deps.db, {
        workspaceId,
        environment,
        kind: query.kind ?? null,
        reason: query.reason ?? null,
        after: position === null ? null : readPosition(position),
        limit: page.readLimit,
      })
      return reply(200, page.of(found, { present: presentSuppression, positionOf: positionText }))
    },
  })
