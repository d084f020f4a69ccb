import { describe, expect, it } from '@jest/globals'
import { readOperatorSettings, workflowUrl } from '../../../domain/settings/operators.ts'

const UI = 'https://temporal.example.com/'
const read = (env: Readonly<Record<string, string>>, deployment: 'local' | 'production' = 'production') =>
  readOperatorSettings(env, { deployment, namespace: 'default' })
const person = (email: string, verified = true) => ({ email, email_verified: verified })
const RUN = 'run_1'

describe('the link to a workflow in Temporal', () => {
  const operators = read({ TEMPORAL_UI_URL: UI, OPERATOR_EMAILS: ' Ada@example.com, grace@example.com' })

  it.each<[string, ReturnType<typeof person> | null, boolean]>([
    ['an operator', person('ada@example.com'), true],
    ['an operator whose address is written otherwise', person('GRACE@example.com'), true],
    ['an address of an operator that is not confirmed', person('ada@example.com', false), false],
    ['a customer', person('robin@example.com'), false],
    ['nothing but a key', null, false],
  ])('with %s is shown or not', (_, signedIn, isShown) => {
    expect(workflowUrl(operators, signedIn, RUN)).toBe(
      isShown ? 'https://temporal.example.com/namespaces/default/workflows/run_1' : null,
    )
  })

  it('is shown to customers neither without operators nor without a Web UI', () => {
    expect(workflowUrl(read({ TEMPORAL_UI_URL: UI }), person('ada@example.com'), RUN)).toBeNull()
    expect(workflowUrl(read({ OPERATOR_EMAILS: 'ada@example.com' }), person('ada@example.com'), RUN)).toBeNull()
  })

  it('is shown to everybody on a local start', () => {
    const local = read({ TEMPORAL_UI_URL: 'http://127.0.0.1:8233' }, 'local')
    expect(workflowUrl(local, person('demo@example.com', false), RUN)).toBe(
      'http://127.0.0.1:8233/namespaces/default/workflows/run_1',
    )
  })

  it('needs the URL of a Web UI', () => {
    expect(() => read({ TEMPORAL_UI_URL: 'javascript:alert(1)' })).toThrow('TEMPORAL_UI_URL must be a URL')
    expect(() => read({ TEMPORAL_UI_URL: 'temporal' })).toThrow('TEMPORAL_UI_URL must be a URL')
  })
})
