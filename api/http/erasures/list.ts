import Type from 'typebox'
import { ERASURE_STATUSES } from '../../../domain/erasures/stages.ts'
import type { Database } from '../../../db/database.ts'
import { listErasures as list } from '../../../db/erasure/erasures.ts'
import type { Cursors } from '../../route/cursors.ts'
import { defineRoute } from '../../route/route.ts'
import { closed, oneOf } from '../../schemas/common.ts'
import { ErasureList } from '../../schemas/erasure.ts'
import { presentErasure } from './present.ts'

const LIMIT_DEFAULT = 50
const LIMIT_MAX = 200

/** The erasures of the environment, and their receipts (decisions, "Erasures"). */
export const listErasures = (deps: { db: Database; cursors: Cursors }) =>
  defineRoute({
    operationId: 'listErasures',
    method: 'GET',
    path: '/v1/erasures',
    summary: 'List erasures',
    description: 'Returns the erasures of the environment with what each erased, newest first.',
    tags: ['Retention'],
    spec: '4.13',
    access: 'read',
    query: closed({
      status: Type.Optional(
        oneOf(ERASURE_STATUSES, { description: 'Only erasures in this state.', examples: ['requested'] }),
      ),
    }),
    paged: {
      cursors: deps.cursors,
      limit: { maximum: LIMIT_MAX, default: LIMIT_DEFAULT },
      list: ({ principal, query }) => ['erasures', principal.workspaceId, principal.environment, query.status ?? null],
    },
    responses: { 200: { description: 'A page of erasures.', schema: ErasureList } },
    errors: [],
    async handler({ principal, query, page, reply }) {
      const found = await list(deps.db, principal, {
        status: query.status ?? null,
        before: page.after(),
        limit: page.readLimit,
      })
      return reply(200, page.of(found, { present: presentErasure, positionOf: ({ id }) => id }))
    },
  })
