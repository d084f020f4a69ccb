/** How a command ended, and its exit code: `refused` will be refused again, `not yet` may be asked again later. */
export const EXIT_CODES = { done: 0, refused: 1, 'not yet': 3 } as const

export interface DeploymentsAnswer {
  readonly lines: readonly string[]
  readonly ended: keyof typeof EXIT_CODES
  /** What was changed, for the audit. */
  readonly change?: Change
}

export interface Change {
  /** `deployment.<what was done>`. */
  readonly action: string
  readonly before: Readonly<Record<string, string | number | null>>
  readonly after: Readonly<Record<string, string | number | null>>
}

export const refused = (...lines: string[]): DeploymentsAnswer => ({ lines, ended: 'refused' })
export const notYet = (...lines: string[]): DeploymentsAnswer => ({ lines, ended: 'not yet' })
