import { RunEngine } from './20261121000000_run_engine.ts'
import { RawRuns } from './20261121010000_raw_runs.ts'
import { Connections } from './20261121020000_connections.ts'
import { IdempotentAnswers } from './20261121020100_idempotent_answers.ts'
import { OfferHealth } from './20261121030000_health.ts'
import { InboxesAndAccounts } from './20261121040000_inboxes_and_accounts.ts'
import { ActorSchemas } from './20261121050000_actor_schemas.ts'
import { Memory } from './20261121060000_memory.ts'
import { Events } from './20261122000000_events.ts'
import { Identity } from './20261123000000_identity.ts'
import { Payments } from './20261123010000_payments.ts'
import { Plans } from './20261123020000_plans.ts'
import { Subscriptions } from './20261123020100_subscriptions.ts'
import { ConnectedApps } from './20261123030000_connected_apps.ts'
import { Watches } from './20261123040000_watches.ts'
import { Feedback } from './20261123050000_feedback.ts'
import { Connecting } from './20261123050100_connecting.ts'
import { LedgerProof } from './20261124000000_ledger_proof.ts'
import { UnreadableBills } from './20261125010000_unreadable_bills.ts'
import { FairClaims } from './20261125030000_fair_claims.ts'
import { ReferralCredits } from './20261125050000_referral_credits.ts'
import { InboundTurns } from './20261125080000_inbound_turns.ts'

/** Every migration in the order of its date; a name never changes once it has been released. */
export const MIGRATIONS = [
  { name: '20261121000000_run_engine', class: RunEngine },
  { name: '20261121010000_raw_runs', class: RawRuns },
  { name: '20261121020000_connections', class: Connections },
  { name: '20261121020100_idempotent_answers', class: IdempotentAnswers },
  { name: '20261121030000_health', class: OfferHealth },
  { name: '20261121040000_inboxes_and_accounts', class: InboxesAndAccounts },
  { name: '20261121050000_actor_schemas', class: ActorSchemas },
  { name: '20261121060000_memory', class: Memory },
  { name: '20261122000000_events', class: Events },
  { name: '20261123000000_identity', class: Identity },
  { name: '20261123010000_payments', class: Payments },
  { name: '20261123020000_plans', class: Plans },
  { name: '20261123020100_subscriptions', class: Subscriptions },
  { name: '20261123030000_connected_apps', class: ConnectedApps },
  { name: '20261123040000_watches', class: Watches },
  { name: '20261123050000_feedback', class: Feedback },
  { name: '20261123050100_connecting', class: Connecting },
  { name: '20261124000000_ledger_proof', class: LedgerProof },
  { name: '20261125010000_unreadable_bills', class: UnreadableBills },
  { name: '20261125030000_fair_claims', class: FairClaims },
  { name: '20261125050000_referral_credits', class: ReferralCredits },
  { name: '20261125080000_inbound_turns', class: InboundTurns },
]
