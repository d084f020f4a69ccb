import {
  countOut,
  dateOut,
  emailOut,
  nullable,
  object,
  phoneOut,
  platformOut,
  textOut,
  urlOut,
  yearOut,
} from './fields.ts'

/** The records in lists. Each has one shape, so that rows made of them merge whatever list they came from. */

export const placeOut = () => nullable(object({ city: textOut(), region: textOut(), country: textOut() }))

const person = {
  full_name: textOut(),
  first_name: textOut(),
  last_name: textOut(),
  headline: textOut(),
  title: textOut(),
  seniority: textOut(),
  department: textOut(),
  company: textOut(),
  domain: textOut(),
  location: placeOut(),
  linkedin_url: urlOut(),
  email: emailOut(),
  phone: phoneOut(),
}

/**
 * A person in a search result: `domain` is the employer's; `email` and `phone` are set only if the list itself has
 * them.
 */
export const personRecord = () => object(person)

const company = {
  name: textOut(),
  domain: textOut(),
  description: textOut(),
  industry: textOut(),
  employees: countOut(),
  employee_range: textOut(),
  founded_year: yearOut(),
  headquarters: placeOut(),
  linkedin_url: urlOut(),
  logo_url: urlOut(),
}

/** A company in a search result. */
export const companyRecord = () => object(company)

/** A public post with its author. */
export const postRecord = () =>
  object({
    platform: platformOut(),
    handle: textOut(),
    author_name: textOut(),
    author_url: urlOut(),
    post_url: urlOut(),
    text: textOut(),
    posted_at: dateOut(),
    likes: countOut(),
    comments: countOut(),
    shares: countOut(),
  })
