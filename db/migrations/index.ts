import { Baseline } from './20261121000000_baseline.ts'
import { PayloadRetention } from './20261126000000_payload_retention.ts'
import { Erasures } from './20261127000000_erasures.ts'
import { ErasureReach } from './20261127120000_erasure_reach.ts'
import { Months } from './20261127130000_months.ts'
import { SessionClients } from './20261128000000_session_clients.ts'
import { MailLinks } from './20261128010000_account_mails.ts'
import { Members } from './20261128020000_members.ts'
import { ChangesOfRows } from './20261128030000_row_changes.ts'
import { Budgets } from './20261129000000_budgets.ts'
import { Approvals } from './20261130000000_approvals.ts'
import { ClientDocuments } from './20261201000000_client_documents.ts'
import { AgentSignUps } from './20261202000000_agent_sign_ups.ts'
import { HitCounts } from './20261203000000_offer_hits.ts'
import { RoutingPolicies } from './20261204000000_routing_policy.ts'
import { BounceCredits } from './20261205000000_bounce_credits.ts'
import { DiscoverVectors } from './20261206000000_discover_vectors.ts'
import { DiscoverMisses } from './20261207000000_discover_misses.ts'
import { FinishedRuns } from './20261210000000_finished_runs.ts'
import { Callbacks } from './20261210010000_callbacks.ts'

/** Every migration in the order of its date; a name never changes once it has been released. */
export const MIGRATIONS = [
  { name: '20261121000000_baseline', class: Baseline },
  { name: '20261126000000_payload_retention', class: PayloadRetention },
  { name: '20261127000000_erasures', class: Erasures },
  { name: '20261127120000_erasure_reach', class: ErasureReach },
  { name: '20261127130000_months', class: Months },
  { name: '20261128000000_session_clients', class: SessionClients },
  { name: '20261128010000_account_mails', class: MailLinks },
  { name: '20261128020000_members', class: Members },
  { name: '20261128030000_row_changes', class: ChangesOfRows },
  { name: '20261129000000_budgets', class: Budgets },
  { name: '20261130000000_approvals', class: Approvals },
  { name: '20261201000000_client_documents', class: ClientDocuments },
  { name: '20261202000000_agent_sign_ups', class: AgentSignUps },
  { name: '20261203000000_offer_hits', class: HitCounts },
  { name: '20261204000000_routing_policy', class: RoutingPolicies },
  { name: '20261205000000_bounce_credits', class: BounceCredits },
  { name: '20261206000000_discover_vectors', class: DiscoverVectors },
  { name: '20261207000000_discover_misses', class: DiscoverMisses },
  { name: '20261210000000_finished_runs', class: FinishedRuns },
  { name: '20261210010000_callbacks', class: Callbacks },
]
