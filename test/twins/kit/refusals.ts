import { fixture } from '../../fixtures/load.ts'
import type { Refusals, TwinReply } from './twin.ts'

/** Refusals of an API that answers `{[member]: text}`. */
export const plainRefusals = (
  member: string,
  { credit, limited, invalidStatus = 400 }: { credit?: string; limited?: string; invalidStatus?: number } = {},
): Refusals => {
  const says = (status: number, text: string): TwinReply => ({ status, json: { [member]: text } })
  return {
    unauthorized: says(401, 'Unauthorized'),
    notFound: says(404, 'Not found'),
    invalid: (fault) => says(invalidStatus, fault),
    outOfCredit: credit === undefined ? says(402, 'Payment required') : fixture(credit),
    rateLimited: limited === undefined ? says(429, 'Too many requests') : fixture(limited),
  }
}
