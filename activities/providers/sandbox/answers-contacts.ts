import { DOMAIN_EMAILS_LIMIT_DEFAULT } from '../../../domain/capabilities/contact-domain-emails.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { bounceOf, mailTagOf } from '../../../domain/sandbox/scenario.ts'
import { listOf } from './lists.ts'
import { placeOf, simulatedPerson } from './records.ts'
import type { Seed } from './seed.ts'
import { slugOf, subjectOf, textAt } from './subject.ts'

const TITLES = ['Head of Operations', 'Product Manager', 'Sales Director', 'Software Engineer', 'Finance Lead'] as const
const ROLES = ['info', 'sales', 'support', 'hello', 'contact', 'jobs', 'press', 'office'] as const

const confidence = (seed: Seed, salt = ''): number => seed.number(`confidence${salt}`, 72, 98) / 100

/** From the range that the North American numbering plan reserves for fiction: 555-0100 to 555-0199. */
export const fictionalPhone = (seed: Seed): string => `+12025550${seed.number('phone', 100, 199)}`

/** A bounce is played when mail is sent, so the found address keeps its tag. */
const mailbox = (input: JsonObject): string => `${slugOf(subjectOf(input).fullName, '.')}${mailTagOf(input)}`

export function contactFind(input: JsonObject, seed: Seed): JsonObject {
  const subject = subjectOf(input)
  return {
    email: `${mailbox(input)}@${subject.domain}`,
    email_status: seed.pick('status', ['valid', 'valid', 'accept_all']),
    confidence: confidence(seed),
    first_name: subject.firstName,
    last_name: subject.lastName,
    title: seed.pick('title', TITLES),
    company: subject.companyName,
    domain: subject.domain,
    linkedin_url: textAt(input, 'linkedin_url') ?? null,
  }
}

export function contactPersonalEmail(input: JsonObject, seed: Seed): JsonObject {
  const subject = subjectOf(input)
  const email = `${mailbox(input)}@mail.example`
  return {
    email,
    email_status: seed.pick('status', ['valid', 'valid', 'unknown']),
    confidence: confidence(seed),
    emails: [email],
    first_name: subject.firstName,
    last_name: subject.lastName,
    linkedin_url: textAt(input, 'linkedin_url') ?? null,
  }
}

export const contactPhone = (_input: JsonObject, seed: Seed): JsonObject => ({
  phone: fictionalPhone(seed),
  type: seed.pick('type', ['mobile', 'mobile', 'landline', 'voip']),
  country: 'US',
  confidence: confidence(seed),
})

export function contactVerify(input: JsonObject, seed: Seed): JsonObject {
  const email = typeof input.email === 'string' ? input.email : null
  return {
    email,
    // Mail to an address that was found invalid would surprise no one by bouncing.
    status:
      email !== null && bounceOf(email) !== null
        ? 'valid'
        : seed.pick('status', ['valid', 'valid', 'valid', 'accept_all', 'invalid', 'unknown']),
    score: confidence(seed),
    free: false,
    role: /^(?:info|sales|support|hello|contact)@/i.test(email ?? ''),
  }
}

export function contactReverseEmail(input: JsonObject, seed: Seed): JsonObject {
  const subject = subjectOf(input)
  const title = seed.pick('title', TITLES)
  return {
    email: typeof input.email === 'string' ? input.email : null,
    full_name: subject.fullName,
    first_name: subject.firstName,
    last_name: subject.lastName,
    headline: `${title} at ${subject.companyName}`,
    title,
    company: subject.companyName,
    domain: subject.domain,
    location: placeOf(seed, 'owner'),
    linkedin_url: `https://www.linkedin.com/in/simulated-${seed.id('profile')}`,
  }
}

export function contactDomainEmails(input: JsonObject, seed: Seed): JsonObject {
  const { domain, companyName } = subjectOf(input)
  const generic = textAt(input, 'type') === 'generic'
  const traits = {
    domain,
    company: companyName,
    seniority: textAt(input, 'seniority'),
    department: textAt(input, 'department'),
  }
  const status = (position: number) => ({
    email_status: seed.pick(`status${position}`, ['valid', 'valid', 'accept_all']),
    confidence: confidence(seed, `${position}`),
  })
  return {
    domain,
    company: companyName,
    pattern: '{first}.{last}',
    items: listOf(input, DOMAIN_EMAILS_LIMIT_DEFAULT, (position) =>
      generic
        ? { ...roleAddress(domain, position), ...status(position) }
        : { ...personAddress(seed, position, traits), ...status(position) },
    ),
  }
}

function personAddress(seed: Seed, position: number, traits: Parameters<typeof simulatedPerson>[2]): JsonObject {
  const {
    headline: _headline,
    company: _company,
    domain: _domain,
    location: _location,
    ...person
  } = simulatedPerson(seed, position, traits)
  return { ...person, type: 'personal' }
}

function roleAddress(domain: string, position: number): JsonObject {
  const role = ROLES[(position - 1) % ROLES.length] ?? ROLES[0]
  const round = Math.floor((position - 1) / ROLES.length)
  return {
    email: `${role}${round === 0 ? '' : round + 1}@${domain}`,
    type: 'generic',
    full_name: null,
    first_name: null,
    last_name: null,
    title: null,
    seniority: null,
    department: null,
    phone: null,
    linkedin_url: null,
  }
}
