import { Baseline } from './20261121000000_baseline.ts'
import { AddMailAuthentication } from './20261129000000_mail_authentication.ts'
import { ClassOfEvents } from './20261130000000_class_of_events.ts'
import { DoNotProcess } from './20261130120000_do_not_process.ts'
import { MessageSenders } from './20261130130000_message_senders.ts'
import { LastReplies } from './20261130131000_last_replies.ts'
import { MailOfTheSandbox } from './20261130132000_mail_of_the_sandbox.ts'
import { AddSending } from './20261202000000_sending.ts'
import { SenderProfileAndOutreachPolicy } from './20261203000000_law.ts'
import { RemovedRecordsOfAttempts } from './20261203010000_removed_records.ts'
import { DoNotProcessSweeps } from './20261203011000_do_not_process_sweeps.ts'
import { RequestedErasures } from './20261204000000_requested_erasures.ts'

/** Every migration in the order of its date; a name never changes once it has been released. */
export const MIGRATIONS = [
  { name: '20261121000000_baseline', class: Baseline },
  { name: '20261129000000_mail_authentication', class: AddMailAuthentication },
  { name: '20261130000000_class_of_events', class: ClassOfEvents },
  { name: '20261130120000_do_not_process', class: DoNotProcess },
  { name: '20261130130000_message_senders', class: MessageSenders },
  { name: '20261130131000_last_replies', class: LastReplies },
  { name: '20261130132000_mail_of_the_sandbox', class: MailOfTheSandbox },
  { name: '20261202000000_sending', class: AddSending },
  { name: '20261203000000_law', class: SenderProfileAndOutreachPolicy },
  { name: '20261203010000_removed_records', class: RemovedRecordsOfAttempts },
  { name: '20261203011000_do_not_process_sweeps', class: DoNotProcessSweeps },
  { name: '20261204000000_requested_erasures', class: RequestedErasures },
]
