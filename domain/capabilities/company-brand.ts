import type { Capability } from './capability.ts'
import { domain, input, listOut, name, nullable, object, output, textOut, urlOut } from './fields.ts'

const MEMBERS_MAX = 100

export const companyBrand: Capability = {
  slug: 'company.brand',
  title: 'Brand of a company',
  category: 'company',
  description:
    "Collects a company's brand assets: logos, icons, colors, fonts, slogan and the accounts it keeps on social networks.",
  billing: 'on_match',
  inputSchema: input({
    optional: {
      domain: domain("The company's domain."),
      name: name("The company's name, when the domain is not known."),
    },
    enough: [['domain'], ['name']],
  }),
  outputSchema: output({
    name: textOut(),
    domain: textOut(),
    description: textOut(),
    slogan: textOut(),
    logos: nullable(
      listOut(object({ url: urlOut(), type: textOut(), theme: textOut(), format: textOut() }), MEMBERS_MAX),
    ),
    colors: nullable(listOut(object({ hex: textOut(), type: textOut() }), MEMBERS_MAX)),
    fonts: nullable(listOut(object({ name: textOut(), type: textOut() }), MEMBERS_MAX)),
    social_links: nullable(listOut(object({ platform: textOut(), url: urlOut() }), MEMBERS_MAX)),
  }),
  sends: false,
  exampleInput: { domain: 'example.com' },
}
