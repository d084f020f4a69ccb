import type { JsonObject } from '../../../domain/json/json.ts'
import {
  companyEnrich,
  companyFilings,
  companyFunding,
  companySearch,
  companySimilar,
  companyTechnologies,
} from './answers-companies.ts'
import {
  companyBrand,
  companyEmailPattern,
  companyHeadcount,
  companyJobs,
  companyNews,
  linkedinCompany,
  linkedinJobs,
} from './answers-company-facts.ts'
import {
  contactDomainEmails,
  contactFind,
  contactPersonalEmail,
  contactPhone,
  contactReverseEmail,
  contactVerify,
} from './answers-contacts.ts'
import {
  personDecisionMakers,
  personEnrich,
  personJobChange,
  personResolveProfile,
  personSearch,
} from './answers-people.ts'
import { chatSend, emailSend, linkedinInvite, linkedinMessage } from './answers-sends.ts'
import { socialComments, socialPosts, socialProfile, socialSearch } from './answers-social.ts'
import { seoBacklinks, seoKeywords, seoSerp, webMap, webScrape, webSearch } from './answers-web.ts'
import { seedOf, type Seed } from './seed.ts'

type Answer = (input: JsonObject, seed: Seed) => JsonObject

const LOOKUPS: Readonly<Record<string, Answer>> = {
  'contact.find': contactFind,
  'contact.find_by_profile': contactFind,
  'contact.personal_email': contactPersonalEmail,
  'contact.phone': contactPhone,
  'contact.verify': contactVerify,
  'contact.reverse_email': contactReverseEmail,
  'contact.domain_emails': contactDomainEmails,
  'person.enrich': personEnrich,
  'person.search': personSearch,
  'person.resolve_profile': personResolveProfile,
  'person.job_change': personJobChange,
  'person.decision_makers': personDecisionMakers,
  'company.enrich': companyEnrich,
  'company.search': companySearch,
  'company.funding': companyFunding,
  'company.technologies': companyTechnologies,
  'company.jobs': companyJobs,
  'company.news': companyNews,
  'company.similar': companySimilar,
  'company.headcount': companyHeadcount,
  'company.email_pattern': companyEmailPattern,
  'company.brand': companyBrand,
  'company.filings': companyFilings,
  'social.profile': socialProfile,
  'social.posts': socialPosts,
  'social.search': socialSearch,
  'social.comments': socialComments,
  'linkedin.company': linkedinCompany,
  'linkedin.jobs': linkedinJobs,
  'web.search': webSearch,
  'web.scrape': webScrape,
  'web.map': webMap,
  'seo.keywords': seoKeywords,
  'seo.backlinks': seoBacklinks,
  'seo.serp': seoSerp,
}

const SENDS: Readonly<Record<string, Answer>> = {
  'email.send': emailSend,
  'linkedin.invite': linkedinInvite,
  'linkedin.message': linkedinMessage,
  'chat.send': chatSend,
}

export const isSend = (capability: string): boolean => Object.hasOwn(SENDS, capability)

/**
 * The simulated answer: a pure function of provider, capability and input. The ids of a send also depend on the
 * idempotency key, because two sends of one text are two messages, and a repeated one is the same.
 */
export function answer(question: {
  readonly provider: string
  readonly capability: string
  readonly input: JsonObject
  readonly idempotencyKey: string
}): JsonObject | null {
  const { provider, capability, input } = question
  const send = SENDS[capability]
  if (send !== undefined)
    return { ...send(input, seedOf(provider, capability, input, question.idempotencyKey)), simulated: true }
  const lookup = LOOKUPS[capability]
  return lookup === undefined
    ? null
    : { ...lookup(input, seedOf(provider, capability, withoutPaging(input))), simulated: true }
}

/** Paging does not change a list: page two continues where page one ended. */
function withoutPaging({ limit: _limit, page: _page, ...question }: JsonObject): JsonObject {
  return question
}
