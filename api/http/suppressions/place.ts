import { SUPPRESSION_KINDS } from '../../../domain/outbound/channels.ts'
import type { SuppressionPlace } from '../../../db/outreach/outbound/suppressions.ts'
import { noSuchPage } from '../../route/cursors.ts'

/** A time, a kind and a value, in this order and nothing else. */
const PLACE = /^(\d{1,16}) ([a-z]+) ([^\0]{1,500})$/

/** The position of a suppression in the list, as its cursor keeps it. */
export const placeOf = ({ createdUs, kind, value }: SuppressionPlace): string => `${createdUs} ${kind} ${value}`

export function readPlace(text: string): SuppressionPlace {
  const [, createdUs = '', name, value = ''] = PLACE.exec(text) ?? []
  const kind = SUPPRESSION_KINDS.find((one) => one === name)
  if (kind === undefined) throw noSuchPage()
  return { createdUs: BigInt(createdUs), kind, value }
}
