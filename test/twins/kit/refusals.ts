import { fixture } from '../../fixtures/load.ts'
import type { Refusals, TwinReply } from './twin.ts'

/** Refusals of an API that answers `{[member]: text}`. */
export const plainRefusals = (
  member: string,
  { credit, limited, invalidStatus = 400 }: { credit?: string; limited?: string; invalidStatus?: number } = {},
): Refusals => {
  const refusal = (status: number, text: string): TwinReply => ({ status, json: { [member]: text } })
  return {
    unauthorized: refusal(401, 'Unauthorized'),
    notFound: refusal(404, 'Not found'),
    invalid: (fault) => refusal(invalidStatus, fault),
    outOfCredit: credit === undefined ? refusal(402, 'Payment required') : fixture(credit),
    rateLimited: limited === undefined ? refusal(429, 'Too many requests') : fixture(limited),
  }
}
