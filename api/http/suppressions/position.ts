import { SUPPRESSION_KINDS } from '../../../domain/outbound/channels.ts'
import type { SuppressionPosition } from '../../../db/outreach/outbound/suppressions.ts'
import { noSuchPage } from '../../route/cursors.ts'

/** A time, a kind and a value, in this order and nothing else. */
const POSITION = /^(\d{1,16}) ([a-z]+) ([^\0]{1,500})$/

/** The position of a suppression in the list, as its cursor keeps it. */
export const positionText = ({ createdUs, kind, value }: SuppressionPosition): string => `${createdUs} ${kind} ${value}`

export function readPosition(text: string): SuppressionPosition {
  const [, createdUs = '', name, value = ''] = POSITION.exec(text) ?? []
  const kind = SUPPRESSION_KINDS.find((one) => one === name)
  if (kind === undefined) throw noSuchPage()
  return { createdUs: BigInt(createdUs), kind, value }
}
