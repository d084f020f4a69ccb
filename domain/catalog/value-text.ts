import { isExactNumber } from '../json/exact.ts'
import type { Json } from '../json/json.ts'

/** A value of a path or a query as text; numbers keep their digits. null: it is neither text, number nor boolean. */
export function textOf(value: Json | undefined): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' || isExactNumber(value) ? JSON.stringify(value) : null
}
