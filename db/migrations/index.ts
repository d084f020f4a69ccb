import { Baseline } from './20261121000000_baseline.ts'
import { AddMailAuthentication } from './20261129000000_mail_authentication.ts'
import { ClassOfEvents } from './20261130000000_class_of_events.ts'
import { DoNotProcess } from './20261130120000_do_not_process.ts'

/** Every migration in the order of its date; a name never changes once it has been released. */
export const MIGRATIONS = [
  { name: '20261121000000_baseline', class: Baseline },
  { name: '20261129000000_mail_authentication', class: AddMailAuthentication },
  { name: '20261130000000_class_of_events', class: ClassOfEvents },
  { name: '20261130120000_do_not_process', class: DoNotProcess },
]
