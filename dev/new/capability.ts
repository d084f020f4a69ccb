import { CAPABILITIES } from '../../domain/capabilities/catalog.ts'
import { camel, chosen, formed, kebab, sentence, words } from './names.ts'
import { behind, importing, intoList, noted, type Addition, type Tree } from './plan.ts'
import { leftTest, quoted } from './text.ts'

const DOMAIN = ['domain', 'domain', 'The website of the company.', 'example.com'] as const
const PAGE = ['url', 'url', 'The page to look at.', 'https://example.com/robin'] as const
const EMAIL = ['email', 'email', 'The address of the person.', 'robin@example.com'] as const
const PROFILE = ['linkedin_url', 'personUrl', 'The profile.', 'https://www.linkedin.com/in/robin-sample'] as const

/** By category: the file of the sandbox that answers, and the input by which most are requested. */
const CATEGORIES = {
  contact: ['answers-contacts', EMAIL],
  person: ['answers-people', PROFILE],
  company: ['answers-companies', DOMAIN],
  social: ['answers-social', PAGE],
  web: ['answers-web', PAGE],
  seo: ['answers-web', DOMAIN],
} as const
// What sends is no lookup, and begins as a copy of `email-send.ts`.
const NAMES = ['contact', 'person', 'company', 'social', 'web', 'seo'] as const

const SANDBOX = 'activities/providers/sandbox'
const SERVED = 'test/activities/providers/inputs-served.test.ts'

/** `company.awards`: a capability with one input and one member of its result, which the sandbox answers. */
export function newCapability(_: Tree, [given]: readonly string[], { title }: { readonly title?: string }): Addition {
  const taken = CAPABILITIES.map((one) => one.slug)
  const form = 'name of a capability. It has a category: company.awards.'
  const slug = formed(given, /^[a-z]+\.[a-z]+(?:_[a-z]+)*$/, form, taken)
  const category = chosen(slug.split('.')[0], NAMES, 'category')
  const [answers, [member, field, description, example]] = CATEGORIES[category]
  const name = camel(slug)
  const file = kebab(name)
  const test = `test/domain/capabilities/${file}.test.ts`
  const left = leftOf(slug, file, answers)
  const capability = `import type { Capability } from './capability.ts'
import { ${[field, 'input', 'output', 'textOut'].toSorted().join(', ')} } from './fields.ts'

export const ${name}: Capability = {
  slug: '${slug}',
  title: ${quoted(title ?? sentence(slug))},
  category: '${category}',
  description: 'Finds the ${words(slug)}.',
  billing: 'on_match',
  inputSchema: input({ required: { ${member}: ${field}('${description}') } }),
  outputSchema: output({ name: textOut() }),
  sends: false,
  exampleInput: { ${member}: '${example}' },
}
`
  const answer = `
export const ${name} = (_input: JsonObject, seed: Seed): JsonObject => ({
  name: seed.pick('${name}', ['Example Works', 'Sample Works']),
})
`
  return {
    changes: [
      { path: `domain/capabilities/${file}.ts`, text: capability },
      importing('domain/capabilities/catalog.ts', `import { ${name} } from './${file}.ts'`),
      intoList('domain/capabilities/catalog.ts', /CAPABILITIES: readonly Capability\[\] = \[/, name),
      behind(`${SANDBOX}/${answers}.ts`, /\n(?![^])/, answer),
      intoList(`${SANDBOX}/answers.ts`, new RegExp(`import \\{(?=[^}]*\\} from './${answers}\\.ts')`), name),
      intoList(`${SANDBOX}/answers.ts`, /LOOKUPS: [^=]*= \{/, `'${slug}': ${name}`),
      intoList(`${SANDBOX}/prices.ts`, /FLAT: [^=]*= \{/, `'${slug}': ['0.01', '0.02']`),
      intoList(SERVED, /COMING: [^=]*= \{/, `'${slug}': 'new: no provider offers it yet'`),
      noted(`Capability \`${slug}\`, in the sandbox.`),
      { path: test, text: testOf({ slug, name, file, left }) },
    ],
    left,
    command: `npm run test:unit -- ${test}`,
  }
}

const leftOf = (slug: string, file: string, answers: string): readonly string[] => [
  `domain/capabilities/${file}.ts: describe it, and state its inputs, its result, and when it is paid.`,
  `${SANDBOX}/${answers}.ts: answer all members, and test here what the answer promises.`,
  `${SANDBOX}/prices.ts: state two prices that are close to real ones.`,
  'domain/watches/dedupe-keys.ts: add what identifies a record, where the result is a list.',
  'domain/discover/capability-tags.ts: add what people call this job.',
  `Add a live offer (npm run new:provider -- <name> <base URL> ${slug} 'GET /path'), and delete it from COMING in ${SERVED}.`,
]

interface Tested {
  readonly slug: string
  readonly name: string
  readonly file: string
  readonly left: readonly string[]
}

const testOf = ({ slug, name, file, left }: Tested): string => `import { expect, it } from '@jest/globals'
import { answer } from '../../../activities/providers/sandbox/answers.ts'
import { ${name} } from '../../../domain/capabilities/${file}.ts'

it('is answered by the sandbox', () => {
  const input = JSON.parse(JSON.stringify(${name}.exampleInput))
  const answered = answer({ provider: 'sandbox-alpha', capability: '${slug}', input, idempotencyKey: 'any' })
  expect(answered).toEqual({ name: expect.any(String), simulated: true })
})
${leftTest(left)}`
