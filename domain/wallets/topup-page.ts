import type { Environment } from '../runs/states.ts'

/** The page of the dashboard on which a person tops up the wallet. An agent hands its URL on; it needs a sign-in. */
export const topupPageUrl = (publicUrl: string, environment: Environment): string =>
  `${publicUrl}/dashboard/${environment}/wallet`
