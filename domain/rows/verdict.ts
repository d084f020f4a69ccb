import type { JsonObject } from '../json/json.ts'

/**
 * A result with the names of a row's fields. A row's `status` is the workspace's own, so the verdict of a verification
 * is the row's `email_status`, as finds name it.
 */
export function withRowNames(capability: string | null, result: JsonObject): JsonObject {
  if (capability !== 'contact.verify') return result
  const { status, ...others } = result
  return status === undefined ? result : { ...others, email_status: status }
}
