/** How files of contact tools name what a row calls otherwise; compared without case, blanks and marks. */
const KNOWN: Readonly<Record<string, string>> = {
  email: 'email',
  emailaddress: 'email',
  workemail: 'email',
  name: 'full_name',
  fullname: 'full_name',
  contactname: 'full_name',
  firstname: 'first_name',
  lastname: 'last_name',
  linkedin: 'linkedin_url',
  linkedinurl: 'linkedin_url',
  linkedinprofile: 'linkedin_url',
  personlinkedinurl: 'linkedin_url',
  company: 'company',
  companyname: 'company',
  organization: 'company',
  website: 'domain',
  companydomain: 'domain',
  companywebsite: 'domain',
  domain: 'domain',
  jobtitle: 'title',
  title: 'title',
  position: 'title',
  phone: 'phone',
  phonenumber: 'phone',
  mobile: 'phone',
}

/** The column of a table for the heading of a file: `Email Address` is `email`, `Score (2026)` is `score_2026`. */
export function columnOfHeading(heading: string): string {
  const plain = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  return (
    KNOWN[plain] ??
    heading
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join('_') ??
    ''
  )
}
