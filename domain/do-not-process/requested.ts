import { findingSubjectsOfRequest } from '../history/request.ts'
import { type Json, type JsonObject, isJsonList } from '../json/json.ts'
import type { Send } from '../outbound/recipients.ts'
import type { RawRequest } from '../raw/request.ts'
import type { RunError } from '../runs/run-error.ts'
import { distinctKeys, keysOf } from './keys.ts'
import type { ListedKey } from './lists.ts'
import { findingNameZips } from './name-zip.ts'

/** The request of a run, as far as it names people and companies. */
export interface RequestToMatch {
  readonly input: JsonObject | Json[]
  readonly rawRequest: Pick<RawRequest, 'path' | 'query'> | null
  /** null: the run is no send. */
  readonly send: Pick<Send, 'recipients'> | null
}

/** The keys of a run: of a send those of its recipients, of any other run those of everyone that its request names. */
export function* findingRequestedKeys({ input, rawRequest, send }: RequestToMatch): Generator<void, ListedKey[]> {
  if (send !== null) return distinctKeys(send.recipients.flatMap((one) => keysOf(one)))
  const subjects = yield* findingSubjectsOfRequest(input, rawRequest)
  const nameZips = yield* findingNameZips(isJsonList(input) ? [...input] : input)
  const named = nameZips.map((value): ListedKey => ({ kind: 'name_zip', value }))
  return distinctKeys([...subjects.flatMap((one) => keysOf(one)), ...named])
}

/** How a run about someone on a list ends. The message names the list and no person. */
export const blockedByList = (listId: string): { status: 'blocked'; error: RunError } => ({
  status: 'blocked',
  error: {
    code: 'do_not_process',
    message: `The do-not-process list ${listId} covers a person or company that this request names. No provider was called, and nothing was charged.`,
  },
})
