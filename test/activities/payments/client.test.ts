import { expect, it } from '@jest/globals'
import Stripe from 'stripe'
import { askStripe } from '../../../activities/payments/client.ts'

it.each([
  [
    'a key that Stripe no longer takes',
    new Stripe.errors.StripeAuthenticationError({ type: 'invalid_request_error', message: 'no', statusCode: 401 }),
  ],
  [
    'a key that may not do it',
    new Stripe.errors.StripePermissionError({ type: 'invalid_request_error', message: 'no', statusCode: 403 }),
  ],
])('%s is our fault and no answer about anybody’s card: it is asked again', async (_name, error) => {
  expect((await askStripe(() => Promise.reject(error))).kind).toBe('unknown')
})

it('what Stripe finds wrong with the question is a refusal', async () => {
  const error = new Stripe.errors.StripeInvalidRequestError({
    type: 'invalid_request_error',
    message: 'no',
    statusCode: 400,
  })
  expect((await askStripe(() => Promise.reject(error))).kind).toBe('refused')
})
