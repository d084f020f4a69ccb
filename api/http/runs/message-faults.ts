import { headerFaults, headerFaultsOfRaw } from '../../../domain/outbound/header-text.ts'
import { namesUnreadable } from '../../../domain/outbound/raw-send.ts'
import { isJsonList } from '../../../domain/json/json.ts'
import type { NewRun } from '../../../db/runs/accept.ts'
import { invalidRequest, type ValidationFault } from '../../validation/check.ts'

type Message = Pick<NewRun, 'work' | 'input'> & { readonly allowsUnchecked: boolean }

/** The faults of a message's header and of its recipients (Spec 4.8), before it is a run. */
export function refuseFaultyMessage(message: Message): void {
  const faults = faultsOf(message)
  if (faults.length > 0) throw invalidRequest(faults)
}

function faultsOf({ work, input: read, allowsUnchecked }: Message): ValidationFault[] {
  const input = isJsonList(read) ? [...read] : read
  const raw = 'raw' in work ? work.raw : null
  const lines =
    raw !== null
      ? headerFaultsOfRaw(raw, input)
      : 'capability' in work && work.capability === 'email.send'
        ? headerFaults(input)
        : []
  const faults = lines.map(({ at, message }) => ({ path: `/input${at}`, message }))
  return raw === null || allowsUnchecked || !namesUnreadable(raw, input) ? faults : [...faults, UNREADABLE]
}

const UNREADABLE = {
  path: '/input',
  message:
    'names recipients in a text that is not exactly addresses, so no suppression can be checked: write each recipient as `ada@example.com` or `Ada <ada@example.com>`, several as a list, also in `headers`; or set routing.allow_unchecked_recipients',
}
