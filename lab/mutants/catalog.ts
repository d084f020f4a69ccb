import { ACCESS_MUTANTS } from './catalog/access.ts'
import { APPROVAL_MUTANTS } from './catalog/approvals.ts'
import { BATCHES } from './catalog/batches.ts'
import { BOUNCES } from './catalog/bounces.ts'
import { DATA } from './catalog/data.ts'
import { DELIVERY } from './catalog/delivery.ts'
import { GUARDS } from './catalog/guards.ts'
import { HIT_RATES } from './catalog/hit-rates.ts'
import { MCP } from './catalog/mcp.ts'
import { MONEY } from './catalog/money.ts'
import { OUTREACH } from './catalog/outreach.ts'
import { PROVIDERS } from './catalog/providers.ts'
import { RUNS } from './catalog/runs.ts'
import { SENDING } from './catalog/sending.ts'
import type { Mutant } from './mutant.ts'

/** Every mutant. Each is a promise of the service, broken. */
export const MUTANTS: readonly Mutant[] = [
  ...MONEY,
  ...RUNS,
  ...BATCHES,
  ...BOUNCES,
  ...OUTREACH,
  ...SENDING,
  ...ACCESS_MUTANTS,
  ...APPROVAL_MUTANTS,
  ...GUARDS,
  ...DELIVERY,
  ...HIT_RATES,
  ...PROVIDERS,
  ...DATA,
  ...MCP,
]
