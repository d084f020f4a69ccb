import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { withoutTags } from '../../../domain/sandbox/scenario.ts'

/** The person or company that an input concerns, so that simulated answers fit the request. */
export interface SimulatedSubject {
  readonly firstName: string
  readonly lastName: string
  readonly fullName: string
  readonly companyName: string
  /** ASCII, and a reserved domain unless the caller gave one. */
  readonly domain: string
}

/** The local part of an email has at most 64 characters. */
const SLUG_LENGTH_MAX = 60
const hostPattern = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/

export function subjectOf(input: JsonObject): SimulatedSubject {
  const fullName = fullNameOf(input)
  const words = fullName.split(/\s+/)
  const domain = domainOf(input)
  return {
    fullName,
    firstName: words[0] ?? fullName,
    lastName: words.slice(1).join(' ') || 'Sample',
    companyName:
      textAt(input, 'company') ??
      textAt(input, 'name') ??
      `${capitalized(domain.split('.')[0] ?? 'example')} (simulated)`,
    domain,
  }
}

/** The company that an input concerns: by its name or domain, else by the last part of its LinkedIn URL. */
export function companyOf(input: JsonObject): { readonly name: string; readonly domain: string } {
  const handle = lastPathSegment(textAt(input, 'linkedin_url'))
  const isNamed = ['name', 'company', 'domain'].some((member) => textAt(input, member) !== undefined)
  const subject = subjectOf(isNamed || handle === undefined ? input : { company: nameFromHandle(handle) })
  return { name: subject.companyName, domain: subject.domain }
}

/** The member without scenario tags; undefined when it is absent, no string, or nothing but tags. */
export function textAt(input: JsonObject, member: string): string | undefined {
  const value: Json | undefined = input[member]
  return typeof value === 'string' ? withoutTags(value).trim() || undefined : undefined
}

/** The texts of a list member, each without scenario tags. */
export function textsAt(input: JsonObject, member: string): string[] {
  const value: Json | undefined = input[member]
  const texts = Array.isArray(value) ? value.filter((text) => typeof text === 'string') : []
  return texts.map((text) => withoutTags(text).trim()).filter((text) => text !== '')
}

/** "Zoë O'Neil" -> "zoe.oneil", safe in an email's local part and in a URL. */
export function slugOf(value: string, separator: string): string {
  const words = value
    .normalize('NFKD')
    .toLowerCase()
    .split(/[\s_./-]+/)
  const slug = words
    .map((word) => word.replaceAll(/[^a-z0-9]/g, ''))
    .filter((word) => word !== '')
    .join(separator)
  // The cut may leave a separator at the end, where no address may have one.
  return slug.slice(0, SLUG_LENGTH_MAX).replace(/[^a-z0-9]+$/, '') || 'sample'
}

function fullNameOf(input: JsonObject): string {
  const parts = [textAt(input, 'first_name'), textAt(input, 'last_name')].filter((part) => part !== undefined)
  const stated = textAt(input, 'full_name') ?? (parts.length > 0 ? parts.join(' ') : undefined)
  return (
    stated ?? nameFromHandle(textAt(input, 'email')?.split('@')[0] ?? lastPathSegment(textAt(input, 'linkedin_url')))
  )
}

function nameFromHandle(handle: string | undefined): string {
  const words = slugOf(handle ?? 'robin sample', ' ').split(' ')
  return words.map(capitalized).join(' ')
}

const lastPathSegment = (url: string | undefined): string | undefined =>
  url
    ?.split(/[?#]/)[0]
    ?.split('/')
    .filter((segment) => segment !== '')
    .at(-1)

function domainOf(input: JsonObject): string {
  const stated = (textAt(input, 'domain') ?? textAt(input, 'email')?.split('@').at(-1) ?? '').toLowerCase()
  if (hostPattern.test(stated)) return stated
  const company = textAt(input, 'company') ?? textAt(input, 'name')
  return company === undefined ? 'example.com' : `${slugOf(company, '-')}.example`
}

const capitalized = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)
