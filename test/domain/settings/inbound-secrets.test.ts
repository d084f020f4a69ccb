import { describe, expect, it } from '@jest/globals'
import { readInboundSecrets } from '../../../domain/settings/inbound-secrets.ts'

const AGENTMAIL = 'PROVIDER_AGENTMAIL_WEBHOOK_SECRET'
const UNIPILE = 'PROVIDER_UNIPILE_WEBHOOK_SECRET'
const GOOD = 'whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQ='

describe('the secrets of providers', () => {
  it('are none unless they are set', () => {
    expect(readInboundSecrets({})).toEqual({ agentmail: [], resend: [], unipile: [] })
    expect(readInboundSecrets({ [AGENTMAIL]: ' ', [UNIPILE]: '' })).toEqual({ agentmail: [], resend: [], unipile: [] })
  })

  it('may be several', () => {
    expect(
      readInboundSecrets({
        [AGENTMAIL]: ` ${GOOD} , whsec_b3RoZXI= `,
        [UNIPILE]: 'a,b',
        PROVIDER_RESEND_WEBHOOK_SECRET: GOOD,
      }),
    ).toEqual({ agentmail: [GOOD, 'whsec_b3RoZXI='], resend: [GOOD], unipile: ['a', 'b'] })
  })

  it.each([
    [AGENTMAIL, 'secret-without-prefix'],
    [AGENTMAIL, 'whsec_='],
    [AGENTMAIL, 'whsec_not base64'],
    [AGENTMAIL, 'whsec_abcde'],
    [AGENTMAIL, `${GOOD},`],
    ['PROVIDER_RESEND_WEBHOOK_SECRET', 'whsec_abc*'],
    [UNIPILE, 'two words'],
    [UNIPILE, 'caf\u00e9'],
    [UNIPILE, 'a,,b'],
  ])('%s=%j stops the start with its name and without its value', (variable, value) => {
    const reading = () => readInboundSecrets({ [variable]: value })
    expect(reading).toThrow(variable)
    expect(reading).not.toThrow(value)
  })
})
