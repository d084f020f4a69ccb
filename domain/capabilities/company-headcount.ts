import type { Capability } from './capability.ts'
import {
  changeOut,
  countOut,
  dateOut,
  domain,
  input,
  companyUrl,
  listOut,
  name,
  nullable,
  object,
  output,
  textOut,
  urlOut,
} from './fields.ts'

export const companyHeadcount: Capability = {
  slug: 'company.headcount',
  title: 'Headcount of a company',
  category: 'company',
  description:
    'Counts the employees of a company, in total and by department, and how that number has grown or shrunk. Every answer is billed.',
  billing: 'per_call',
  inputSchema: input({
    optional: {
      domain: domain("The company's domain; the most reliable of the three."),
      linkedin_url: companyUrl("The company's LinkedIn page."),
      name: name("The company's name."),
    },
    enough: [['domain'], ['linkedin_url'], ['name']],
  }),
  outputSchema: output({
    name: textOut(),
    domain: textOut(),
    linkedin_url: urlOut(),
    employees: countOut(),
    employee_range: textOut(),
    growth: nullable(object({ six_months: changeOut(), twelve_months: changeOut(), twenty_four_months: changeOut() })),
    departments: nullable(listOut(object({ name: textOut(), employees: countOut() }), 100)),
    history: nullable(listOut(object({ date: dateOut(), employees: countOut() }), 240)),
  }),
  sends: false,
  exampleInput: { domain: 'example.com' },
}
