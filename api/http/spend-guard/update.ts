import { type Microdollars, parseUsd } from '../../../domain/money/microdollars.ts'
import type { Database } from '../../../db/database.ts'
import { readSpendGuard, writeSpendGuard } from '../../../db/money/wallets/spend-guard.ts'
import { defineRoute } from '../../route/route.ts'
import { SpendGuard, SpendGuardUpdate } from '../../schemas/spend-guard.ts'
import { presentSpendGuard } from './present.ts'

/** Spec 4.10: switches the guard and sets its limits; members that are left out stay as they are. */
export const updateSpendGuard = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'updateSpendGuard',
    method: 'POST',
    path: '/v1/spend-guard',
    summary: 'Update the spend guard',
    description:
      'Omitted members stay unchanged; null removes a limit. Both environments share the settings and are counted separately.',
    tags: ['Spend guard'],
    spec: '4.10',
    access: 'owner',
    body: SpendGuardUpdate,
    bodyExamples: {
      caps: {
        summary: 'Ten dollars a day, one dollar a run',
        value: { enabled: true, daily_limit: '10.00', per_run_limit: '1.00' },
      },
    },
    responses: { 200: { description: 'The updated guard.', schema: SpendGuard } },
    errors: [],
    async handler({ body, principal, reply }) {
      await writeSpendGuard(deps.db, principal.workspaceId, {
        enabled: body.enabled,
        dailyLimit: limitOf(body.daily_limit),
        perRunLimit: limitOf(body.per_run_limit),
      })
      return reply(200, presentSpendGuard(await readSpendGuard(deps.db, principal.workspaceId, principal.environment)))
    },
  })

/** undefined leaves the limit as it is, null removes it. */
const limitOf = (amount: string | null | undefined): Microdollars | null | undefined =>
  typeof amount === 'string' ? parseUsd(amount) : amount
