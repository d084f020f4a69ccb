import type { Capability } from './capability.ts'
import { companyEnrich } from './company-enrich.ts'
import { companyFilings } from './company-filings.ts'
import { companyFunding } from './company-funding.ts'
import { companyTechnologies } from './company-technologies.ts'
import { contactFind } from './contact-find.ts'
import { contactPhone } from './contact-phone.ts'
import { contactVerify } from './contact-verify.ts'
import { emailSend } from './email-send.ts'
import { linkedinInvite } from './linkedin-invite.ts'
import { linkedinMessage } from './linkedin-message.ts'
import { personEnrich } from './person-enrich.ts'
import { socialProfile } from './social-profile.ts'
import { socialSearch } from './social-search.ts'
import { webSearch } from './web-search.ts'

/** Every capability of the routed product (Spec 2.2), in the order of the public catalog. */
export const CAPABILITIES: readonly Capability[] = [
  contactFind,
  contactPhone,
  contactVerify,
  personEnrich,
  companyEnrich,
  companyFunding,
  companyTechnologies,
  companyFilings,
  socialProfile,
  socialSearch,
  webSearch,
  emailSend,
  linkedinInvite,
  linkedinMessage,
]

const bySlug: ReadonlyMap<string, Capability> = new Map(CAPABILITIES.map((capability) => [capability.slug, capability]))

export const findCapability = (slug: string): Capability | undefined => bySlug.get(slug)

/**
 * The sets of members of which any one is enough, required members included: what an offer that takes
 * everything the capability takes states as `requires`.
 */
export function sufficientInputs(capability: Capability): readonly (readonly string[])[] {
  const required = capability.inputSchema.required ?? []
  const alternatives = alternativesOf(capability.inputSchema)
  return alternatives.length === 0 ? [required] : alternatives.map((alternative) => [...required, ...alternative])
}

function alternativesOf(schema: object): readonly (readonly string[])[] {
  if (!('anyOf' in schema) || !Array.isArray(schema.anyOf)) return []
  return schema.anyOf.map((branch: { readonly required: readonly string[] }) => branch.required)
}
