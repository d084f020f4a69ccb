import type { JsonObject } from '../../../domain/json/json.ts'
import type { Seed } from './seed.ts'
import { slugOf } from './subject.ts'

/** The parts of simulated records. Every name is visibly not a real person's. */

const FIRST_NAMES = ['Robin', 'Alex', 'Kim', 'Sam', 'Jo', 'Chris', 'Charlie', 'Max'] as const
const LAST_NAMES = ['Sample', 'Example', 'Specimen', 'Placeholder', 'Muster', 'Exemple'] as const
const TITLES = ['Head of Operations', 'Product Manager', 'Sales Director', 'Software Engineer', 'Finance Lead'] as const
const SENIORITIES = ['head', 'manager', 'director', 'senior', 'entry'] as const
const DEPARTMENTS = ['operations', 'product', 'sales', 'engineering', 'finance'] as const
const INDUSTRIES = ['Software', 'Logistics', 'Manufacturing', 'Professional services'] as const
const PLACES: readonly [City, ...City[]] = [
  { city: 'Sampleton', region: 'Example State', country: 'US' },
  { city: 'Beispielstadt', region: 'Musterland', country: 'DE' },
  { city: 'Exempleville', region: 'Modele', country: 'FR' },
]

export interface City {
  readonly city: string
  readonly region: string
  readonly country: string
}

export const placeOf = (seed: Seed, salt: string): JsonObject => ({ ...seed.pick(`place ${salt}`, PLACES) })

export const employeeRange = (employees: number): string =>
  employees <= 50 ? '11-50' : employees <= 500 ? '51-500' : '501-5000'

export interface PersonTraits {
  readonly domain: string
  readonly company: string
  readonly title?: string | undefined
  readonly seniority?: string | undefined
  readonly department?: string | undefined
  /** The requested place, in the caller's spelling. */
  readonly place?: string | undefined
}

export function simulatedPerson(seed: Seed, position: number, traits: PersonTraits) {
  const salt = `person ${position}`
  const firstName = seed.pick(`first ${salt}`, FIRST_NAMES)
  const lastName = seed.pick(`last ${salt}`, LAST_NAMES)
  const kind = seed.number(`kind ${salt}`, 0, TITLES.length - 1)
  const title = traits.title ?? TITLES[kind] ?? TITLES[0]
  return {
    full_name: `${firstName} ${lastName}`,
    first_name: firstName,
    last_name: lastName,
    headline: `${title} at ${traits.company} (simulated)`,
    title,
    seniority: traits.seniority ?? SENIORITIES[kind] ?? null,
    department: traits.department ?? DEPARTMENTS[kind] ?? null,
    company: traits.company,
    domain: traits.domain,
    location: traits.place === undefined ? placeOf(seed, salt) : { city: traits.place, region: null, country: null },
    linkedin_url: `https://www.linkedin.com/in/simulated-${seed.id(salt)}`,
    // The position distinguishes two people of one name.
    email: `${slugOf(`${firstName} ${lastName}`, '.')}${position}@${traits.domain}`,
    phone: null,
  }
}

export interface CompanyTraits {
  readonly industry?: string | undefined
  readonly place?: string | undefined
  readonly employees: readonly [low: number, high: number]
  readonly founded: readonly [low: number, high: number]
}

export function simulatedCompany(seed: Seed, position: number, traits: CompanyTraits): JsonObject {
  const salt = `company ${position}`
  const slug = `sample-company-${seed.number(salt, 100, 999)}-${position}`
  const employees = seed.number(`size ${salt}`, ...traits.employees)
  return {
    name: `Sample Company ${position} (simulated)`,
    domain: `${slug}.example`,
    description: 'Simulated: makes examples for people who test integrations.',
    industry: traits.industry ?? seed.pick(`industry ${salt}`, INDUSTRIES),
    employees,
    employee_range: employeeRange(employees),
    founded_year: seed.number(`founded ${salt}`, ...traits.founded),
    headquarters:
      traits.place === undefined ? placeOf(seed, salt) : { city: traits.place, region: null, country: null },
    linkedin_url: `https://www.linkedin.com/company/${slug}`,
    logo_url: `https://logos.example.com/${slug}.png`,
  }
}

export function simulatedPost(
  seed: Seed,
  position: number,
  post: { platform: string; handle: string; author: string; text: string },
): JsonObject {
  return {
    platform: post.platform,
    handle: post.handle,
    author_name: post.author,
    author_url: `https://${post.platform}.example/${post.handle}`,
    post_url: `https://${post.platform}.example/${post.handle}/${seed.id(`post ${position}`)}`,
    text: post.text,
    posted_at: momentOf(position),
    likes: seed.number(`likes ${position}`, 0, 900),
    comments: seed.number(`comments ${position}`, 0, 90),
    shares: seed.number(`shares ${position}`, 0, 40),
  }
}

/** A day of one month; later positions are earlier days, because lists come newest first. */
export const dayOf = (position: number): string => `2024-11-${String(28 - ((position - 1) % 28)).padStart(2, '0')}`
export const momentOf = (position: number): string => `${dayOf(position)}T09:00:00Z`
