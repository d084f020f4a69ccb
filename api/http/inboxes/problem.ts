import type { MailFailure } from '../../../domain/operations/operations.ts'
import { Problem } from '../../errors/problem.ts'
import { providerProblem } from '../accounts/find.ts'

/** Why a mail provider's operation failed. Nothing is half done: the same request may be repeated. */
export function mailProblem(failed: MailFailure, provider: string, cause?: unknown): Problem {
  switch (failed) {
    case 'no_account':
      return new Problem(
        'provider_not_available',
        `This deployment has no account at ${provider}. Connect your own key with \`POST /v1/connections/${provider}\`.`,
      )
    case 'disconnected':
      return new Problem(
        'provider_not_available',
        `It is in your own account at ${provider}, which is not connected. Connect the key again with \`POST /v1/connections/${provider}\`.`,
      )
    case 'refused':
    case 'unreachable':
      return providerProblem(failed, cause)
  }
}
