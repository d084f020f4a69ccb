import { Baseline } from './20261121000000_baseline.ts'
import { WaitingRecords } from './20261123170000_waiting_records.ts'
import { ActorPrices } from './20261123172000_actor_prices.ts'
import { MailThreads } from './20261123173000_mail_threads.ts'
import { ConnectionAccount } from './20261123174000_connection_account.ts'
import { SendingDomains } from './20261123180000_sending_domains.ts'
import { SubjectBlocks } from './20261123190000_subject_blocks.ts'
import { OwnAccounts } from './20261123191000_own_accounts.ts'
import { ConnectionWebhooks } from './20261123200000_connection_webhooks.ts'
import { RefusedWatches } from './20261123210000_refused_watches.ts'

/** Every migration in the order of its date; a name never changes once it has been released. */
export const MIGRATIONS = [
  { name: '20261121000000_baseline', class: Baseline },
  { name: '20261123170000_waiting_records', class: WaitingRecords },
  { name: '20261123172000_actor_prices', class: ActorPrices },
  { name: '20261123173000_mail_threads', class: MailThreads },
  { name: '20261123174000_connection_account', class: ConnectionAccount },
  { name: '20261123180000_sending_domains', class: SendingDomains },
  { name: '20261123190000_subject_blocks', class: SubjectBlocks },
  { name: '20261123191000_own_accounts', class: OwnAccounts },
  { name: '20261123200000_connection_webhooks', class: ConnectionWebhooks },
  { name: '20261123210000_refused_watches', class: RefusedWatches },
]
