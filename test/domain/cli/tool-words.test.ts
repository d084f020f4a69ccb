import { expect, it } from '@jest/globals'
import { inspectEndpointCommand } from '../../../domain/cli/commands.ts'
import { discoverRequest, inspectCapabilityRequest } from '../../../domain/cli/requests.ts'
import { inToolWords } from '../../../domain/cli/tool-words.ts'

it.each([
  [
    `Inspect the best match before you run it: ${inspectCapabilityRequest('contact.find')}`,
    'Inspect the best match before you run it: inspect {"capability":"contact.find"}',
  ],
  [
    inspectEndpointCommand('sec', '/submissions/CIK{cik}.json'),
    'inspect {"provider":"sec","endpoint":"/submissions/CIK{cik}.json"}',
  ],
  [`Try: ${discoverRequest("a person's email")}`, 'Try: discover {"query":"a person\'s email"}'],
  [`Read its result at \`poll_url\`: GET /v1/runs/run_1`, 'Read its result at `poll_url`: get_run with run_id "run_1"'],
  ['See GET /v1/catalog/providers/hunter/endpoints.', 'See discover with provider "hunter".'],
  [
    'Find the name with `POST /v1/discover` or `GET /v1/catalog/capabilities`.',
    'Find the name with `discover` or `discover`.',
  ],
  ['Turn them on with `POST /v1/features`.', 'Turn them on with `POST /v1/features`.'],
  ['svc serves POST /v1/people of a provider', 'svc serves POST /v1/people of a provider'],
])('a hint speaks the language of tools: %s', (hint, expected) => {
  expect(inToolWords(hint)).toBe(expected)
})
