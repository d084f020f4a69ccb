/** Why a claim link is not for a person; without the address that the agent named, which others need not learn. */
export const CLAIM_REFUSALS = {
  unconfirmed: 'The agent named your address. Confirm it on the page "Account" first, and open this link again.',
  another: 'The agent named the address of another person. Sign in with that address.',
} as const

/** Whether a person may claim a workspace: `unconfirmed` is the right address, which is not confirmed yet. */
export type ClaimState = 'you' | keyof typeof CLAIM_REFUSALS
