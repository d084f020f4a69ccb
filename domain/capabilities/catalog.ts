import type { Capability } from './capability.ts'
import { chatSend } from './chat-send.ts'
import { companyBrand } from './company-brand.ts'
import { companyEmailPattern } from './company-email-pattern.ts'
import { companyEnrich } from './company-enrich.ts'
import { companyFilings } from './company-filings.ts'
import { companyFunding } from './company-funding.ts'
import { companyHeadcount } from './company-headcount.ts'
import { companyJobs } from './company-jobs.ts'
import { companyNews } from './company-news.ts'
import { companySearch } from './company-search.ts'
import { companySimilar } from './company-similar.ts'
import { companyTechnologies } from './company-technologies.ts'
import { contactDomainEmails } from './contact-domain-emails.ts'
import { contactFind } from './contact-find.ts'
import { contactFindByProfile } from './contact-find-by-profile.ts'
import { contactPersonalEmail } from './contact-personal-email.ts'
import { contactPhone } from './contact-phone.ts'
import { contactReverseEmail } from './contact-reverse-email.ts'
import { contactVerify } from './contact-verify.ts'
import { emailSend } from './email-send.ts'
import { linkedinCompany } from './linkedin-company.ts'
import { linkedinInvite } from './linkedin-invite.ts'
import { linkedinJobs } from './linkedin-jobs.ts'
import { linkedinMessage } from './linkedin-message.ts'
import { personDecisionMakers } from './person-decision-makers.ts'
import { personEnrich } from './person-enrich.ts'
import { personJobChange } from './person-job-change.ts'
import { personResolveProfile } from './person-resolve-profile.ts'
import { personSearch } from './person-search.ts'
import { seoBacklinks } from './seo-backlinks.ts'
import { seoKeywords } from './seo-keywords.ts'
import { seoSerp } from './seo-serp.ts'
import { socialComments } from './social-comments.ts'
import { socialPosts } from './social-posts.ts'
import { socialProfile } from './social-profile.ts'
import { socialSearch } from './social-search.ts'
import { webMap } from './web-map.ts'
import { webScrape } from './web-scrape.ts'
import { webSearch } from './web-search.ts'

/** Every capability of the routed product (Spec 2.2), in the order of the public catalog. */
export const CAPABILITIES: readonly Capability[] = [
  contactFind,
  contactFindByProfile,
  contactPersonalEmail,
  contactPhone,
  contactVerify,
  contactReverseEmail,
  contactDomainEmails,
  personEnrich,
  personSearch,
  personResolveProfile,
  personJobChange,
  personDecisionMakers,
  companyEnrich,
  companySearch,
  companyFunding,
  companyTechnologies,
  companyJobs,
  companyNews,
  companySimilar,
  companyHeadcount,
  companyEmailPattern,
  companyBrand,
  companyFilings,
  socialProfile,
  socialPosts,
  socialSearch,
  socialComments,
  linkedinCompany,
  linkedinJobs,
  webSearch,
  webScrape,
  webMap,
  seoKeywords,
  seoBacklinks,
  seoSerp,
  emailSend,
  linkedinInvite,
  linkedinMessage,
  chatSend,
]

const bySlug: ReadonlyMap<string, Capability> = new Map(CAPABILITIES.map((capability) => [capability.slug, capability]))

export const findCapability = (slug: string): Capability | undefined => bySlug.get(slug)

/**
 * The sets of input members of which any one is sufficient, required members included: the `requires` of an offer that
 * accepts all of the capability's inputs.
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

/** How many results a metered capability delivers when the input names no limit; null for the others. */
export function defaultLimit({ limitField, inputSchema }: Capability): number | null {
  const member: { readonly default?: unknown } | undefined =
    limitField === undefined ? undefined : inputSchema.properties[limitField]
  return typeof member?.default === 'number' ? member.default : null
}
