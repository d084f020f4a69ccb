import { isJsonList } from '../../../domain/json/json.ts'
import { sendsUnchecked } from '../../../domain/outbound/raw-send.ts'
import type { Problem } from '../../errors/problem.ts'
import type { RunRequest } from '../../schemas/run-request.ts'
import { invalidRequest } from '../../validation/check.ts'
import type { CheckedWork } from './work.ts'

/**
 * The refusal of a raw call that sends to people that only the provider knows (Spec 4.8; decisions, "unchecked
 * recipients"), whether tables are on or off; null: the call is no such send, or the caller answers for it.
 */
export function uncheckedRefusal({
  body,
  work,
  input,
}: Pick<CheckedWork, 'work' | 'input'> & { readonly body: RunRequest }): Problem | null {
  if (!('raw' in work) || body.routing?.allow_unchecked_recipients === true) return null
  if (!sendsUnchecked(work.raw, isJsonList(input) ? [...input] : input)) return null
  return invalidRequest([
    {
      path: '/endpoint',
      message:
        'sends to people that only the provider knows, so no suppression is checked: name the recipients in the input where the endpoint takes them, or set routing.allow_unchecked_recipients',
    },
  ])
}
