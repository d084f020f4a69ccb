import { describe, expect, it } from '@jest/globals'
import { readStripeSettings } from '../../../domain/settings/payments.ts'

const KEY = 'sk_test_51AbCdEf'
const SECRET = 'whsec_abcDEF0123'

describe('the settings of payments', () => {
  it('are none where nothing is set', () => {
    expect(readStripeSettings({})).toBeNull()
    expect(readStripeSettings({ STRIPE_SECRET_KEY: ' ', STRIPE_WEBHOOK_SECRET: '' })).toBeNull()
  })

  it('are a key, the secrets of its webhook, and the mode of the key', () => {
    expect(readStripeSettings({ STRIPE_SECRET_KEY: KEY, STRIPE_WEBHOOK_SECRET: `${SECRET}, whsec_next` })).toEqual({
      secretKey: KEY,
      webhookSecrets: [SECRET, 'whsec_next'],
      baseUrl: null,
      livemode: false,
    })
    expect(
      readStripeSettings({
        STRIPE_SECRET_KEY: 'rk_live_1',
        STRIPE_WEBHOOK_SECRET: SECRET,
        STRIPE_BASE_URL: 'http://127.0.0.1:12111/',
      }),
    ).toMatchObject({ livemode: true, baseUrl: 'http://127.0.0.1:12111' })
  })

  it.each([
    [{ STRIPE_SECRET_KEY: KEY }, /Set STRIPE_WEBHOOK_SECRET too/],
    [{ STRIPE_WEBHOOK_SECRET: SECRET }, /without STRIPE_SECRET_KEY/],
    [{ STRIPE_SECRET_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: SECRET }, /not a secret key/],
    [{ STRIPE_SECRET_KEY: KEY, STRIPE_WEBHOOK_SECRET: `${SECRET},other` }, /Entry 2 of STRIPE_WEBHOOK_SECRET/],
    [
      { STRIPE_SECRET_KEY: KEY, STRIPE_WEBHOOK_SECRET: SECRET, STRIPE_BASE_URL: 'https://proxy.example/v1' },
      /STRIPE_BASE_URL/,
    ],
    [
      { STRIPE_SECRET_KEY: KEY, STRIPE_WEBHOOK_SECRET: SECRET, STRIPE_BASE_URL: 'ftp://proxy.example' },
      /STRIPE_BASE_URL/,
    ],
  ])('refuse %j, and quote no secret', (env, reason) => {
    const refused = (): unknown => readStripeSettings(env)
    expect(refused).toThrow(reason)
    try {
      refused()
    } catch (error) {
      for (const secret of [KEY, SECRET]) expect(String(error)).not.toContain(secret)
    }
  })
})
