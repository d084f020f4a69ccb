import type { Database } from '../../../db/database.ts'
import { readErasure } from '../../../db/erasure/erasures.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { Erasure, ErasureParams } from '../../schemas/erasure.ts'
import { presentErasure } from './present.ts'

/** The receipt of an erasure (decisions, "Erasures"). */
export const getErasure = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'getErasure',
    method: 'GET',
    path: '/v1/erasures/{erasure_id}',
    summary: 'Retrieve an erasure',
    description: 'Returns how much was erased, and when it was finished. It does not name the person.',
    tags: ['Retention'],
    spec: '4.13',
    access: 'read',
    params: ErasureParams,
    responses: { 200: { description: 'The erasure, or its receipt.', schema: Erasure } },
    errors: ['not_found'],
    async handler({ params, principal, reply }) {
      const erasure = await readErasure(deps.db, principal, params.erasure_id)
      if (erasure === null)
        throw new Problem('not_found', 'There is no erasure with this id.', { param: '/erasure_id' })
      return reply(200, presentErasure(erasure))
    },
  })
