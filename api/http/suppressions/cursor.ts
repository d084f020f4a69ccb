import { SUPPRESSION_KINDS } from '../../../domain/outbound/channels.ts'
import type { SuppressionPlace } from '../../../db/outbound/suppressions.ts'
import { Problem } from '../../problem.ts'

/** A time, a kind and a value, in this order and nothing else. */
const CURSOR = /^(\d{1,16}) ([a-z]+) ([^\0]{1,500})$/

export const writeCursor = ({ createdUs, kind, value }: SuppressionPlace): string =>
  Buffer.from(`${createdUs} ${kind} ${value}`).toString('base64url')

export function readCursor(cursor: string): SuppressionPlace {
  const [, createdUs = '', name, value = ''] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const kind = SUPPRESSION_KINDS.find((one) => one === name)
  if (kind === undefined) throw new Problem('invalid_request', 'There is no such page: the cursor is none that was given out.', { param: '/cursor' })
  return { createdUs: BigInt(createdUs), kind, value }
}
