/** The result of a command and its exit code: `refused` stays refused when repeated, `not yet` may succeed later. */
export const EXIT_CODES = { done: 0, refused: 1, 'not yet': 3 } as const

export interface DeploymentsAnswer {
  readonly lines: readonly string[]
  readonly ended: keyof typeof EXIT_CODES
  /** The change, for the audit. */
  readonly change?: Change
}

export interface Change {
  /** `deployment.<action>`. */
  readonly action: string
  readonly before: Readonly<Record<string, string | number | null>>
  readonly after: Readonly<Record<string, string | number | null>>
}

export const refused = (...lines: string[]): DeploymentsAnswer => ({ lines, ended: 'refused' })
export const notYet = (...lines: string[]): DeploymentsAnswer => ({ lines, ended: 'not yet' })
