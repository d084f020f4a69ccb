import type { Database } from '../../../db/database.ts'
import { readSpendGuard } from '../../../db/money/wallets/spend-guard.ts'
import { defineRoute } from '../../route/route.ts'
import { SpendGuard } from '../../schemas/spend-guard.ts'
import { presentSpendGuard } from './present.ts'

/** Spec 4.10: the daily limit, how much of it is spent today, and when it resets. */
export const getSpendGuard = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'getSpendGuard',
    method: 'GET',
    path: '/v1/spend-guard',
    summary: 'Retrieve the spend guard',
    description: 'Returns the daily cap, the cap of a single run, and what is spent, held and left today.',
    tags: ['Spend guard'],
    spec: '4.10',
    access: 'read',
    responses: { 200: { description: 'The settings, and the spend of this environment today.', schema: SpendGuard } },
    errors: [],
    async handler({ principal, reply }) {
      return reply(200, presentSpendGuard(await readSpendGuard(deps.db, principal.workspaceId, principal.environment)))
    },
  })
