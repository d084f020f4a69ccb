import type { AccountFailure } from '../../../domain/operations/operations.ts'
import { Problem } from '../../errors/problem.ts'

/** Another workspace's account is reported as missing. */
export const noSuchAccount = (): Problem =>
  new Problem('not_found', 'There is no such account on this network.', { param: '/account_id' })

/** Providers of this kind seldom recover sooner. */
const RETRY_AFTER_SECONDS = 10

/** Why a provider operation failed. Nothing is half done: the same request may be repeated. */
export function providerProblem(failed: AccountFailure, cause?: unknown): Problem {
  switch (failed) {
    case 'no_account':
      return new Problem('provider_not_available', 'This deployment has no account at the provider of this network.')
    case 'refused':
      return new Problem(
        'provider_not_available',
        'The provider refused the request. Nothing has changed: check the account at the provider, then repeat the request.',
        cause === undefined ? {} : { cause },
      )
    case 'unreachable':
      return new Problem('unavailable', 'The provider is unreachable. Nothing has changed; repeat the request.', {
        retry_after: RETRY_AFTER_SECONDS,
        ...(cause === undefined ? {} : { cause }),
      })
  }
}
