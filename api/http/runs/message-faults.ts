import { type HeaderFault, headerFaults, headerFaultsOfRaw } from '../../../domain/outbound/header-text.ts'
import { namesUnreadable, unknownNameOf } from '../../../domain/outbound/raw-send.ts'
import { leadsElsewhere } from '../../../domain/outbound/written-addresses.ts'
import { EMAIL_FIELDS } from '../../../domain/outbound/recipients.ts'
import { isJsonList, isJsonObject, type Json } from '../../../domain/json/json.ts'
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
        ? [...headerFaults(input), ...forwardedFaults(input)]
        : []
  const faults = lines.map(({ at, message }) => ({ path: `/input${at}`, message }))
  if (raw === null || allowsUnchecked) return faults
  const unknown = unknownNameOf(raw, input)
  return [
    ...faults,
    ...(namesUnreadable(raw, input) ? [UNREADABLE] : []),
    ...(unknown === null ? [] : [unknownFault(unknown)]),
  ]
}

/** The recipients of `email.send` behind which another address may be, as those of a raw send. */
function forwardedFaults(input: Json): HeaderFault[] {
  if (!isJsonObject(input)) return []
  return EMAIL_FIELDS.filter((field) =>
    [input[field]].flat().some((address) => typeof address === 'string' && leadsElsewhere(address)),
  ).map((field) => ({
    at: `/${field}`,
    message:
      'has `%`, `!` or an encoded word before its `@`, by which a server may forward to an address that no suppression is checked for: write the address itself, for example `ada@example.com`',
  }))
}

/** Of a name, which its caller has written and may be any text. */
const NAME_LENGTH_MAX = 80

const unknownFault = (name: string): ValidationFault => ({
  path: '/input',
  message: `has \`${name.slice(0, NAME_LENGTH_MAX).toWellFormed()}\`, in which the provider may read recipients, so no suppression can be checked: name every recipient in \`to\`, \`cc\` or \`bcc\`, for example \`ada@example.com\`, and leave this out; or set routing.allow_unchecked_recipients`,
})

const UNREADABLE = {
  path: '/input',
  message:
    'names recipients in a text that is not exactly addresses, so no suppression can be checked: write each recipient as `ada@example.com` or `Ada <ada@example.com>`, several as a list, also in `headers`; or set routing.allow_unchecked_recipients',
}
