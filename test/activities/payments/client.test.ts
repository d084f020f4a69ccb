import { expect, it } from '@jest/globals'
import Stripe from 'stripe'
import { callStripe } from '../../../activities/payments/client.ts'

it.each([
  [
    'a key that Stripe no longer accepts',
    new Stripe.errors.StripeAuthenticationError({ type: 'invalid_request_error', message: 'no', statusCode: 401 }),
  ],
  [
    'a key without the permission',
    new Stripe.errors.StripePermissionError({ type: 'invalid_request_error', message: 'no', statusCode: 403 }),
  ],
])('%s is an error of the service and not an answer about a card: the request is repeated', async (_name, error) => {
  expect((await callStripe(() => Promise.reject(error))).kind).toBe('unknown')
})

it('an error that Stripe finds in the request is a refusal', async () => {
  const error = new Stripe.errors.StripeInvalidRequestError({
    type: 'invalid_request_error',
    message: 'no',
    statusCode: 400,
  })
  expect((await callStripe(() => Promise.reject(error))).kind).toBe('refused')
})
