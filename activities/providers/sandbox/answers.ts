import type { JsonObject } from '../../../domain/providers/manifest.ts'
import { companyEnrich, companyFilings, companyFunding, companyTechnologies } from './answers-companies.ts'
import { contactFind, contactPhone, contactVerify, personEnrich } from './answers-people.ts'
import { emailSend, linkedinInvite, linkedinMessage } from './answers-sends.ts'
import { socialProfile, socialSearch, webSearch } from './answers-web.ts'
import { seedOf } from './seed.ts'
import type { Seed } from './seed.ts'

type Answer = (input: JsonObject, seed: Seed) => JsonObject

const LOOKUPS: Readonly<Record<string, Answer>> = {
  'contact.find': contactFind,
  'contact.phone': contactPhone,
  'contact.verify': contactVerify,
  'person.enrich': personEnrich,
  'company.enrich': companyEnrich,
  'company.funding': companyFunding,
  'company.technologies': companyTechnologies,
  'company.filings': companyFilings,
  'social.profile': socialProfile,
  'social.search': socialSearch,
  'web.search': webSearch,
}

const SENDS: Readonly<Record<string, Answer>> = {
  'email.send': emailSend,
  'linkedin.invite': linkedinInvite,
  'linkedin.message': linkedinMessage,
}

export const isSend = (capability: string): boolean => Object.hasOwn(SENDS, capability)

/**
 * The simulated answer: a pure function of provider, capability and input. A send's ids come from the
 * idempotency key as well, because two sends of one text are two messages, and a repeated one is the same.
 */
export function answer(question: {
  readonly provider: string
  readonly capability: string
  readonly input: JsonObject
  readonly idempotencyKey: string
}): JsonObject | null {
  const { provider, capability, input } = question
  const send = SENDS[capability]
  if (send !== undefined) return { ...send(input, seedOf(provider, capability, input, question.idempotencyKey)), simulated: true }
  const lookup = LOOKUPS[capability]
  return lookup === undefined ? null : { ...lookup(input, seedOf(provider, capability, input)), simulated: true }
}
