import type { Environment } from '../runs/states.ts'

/** The caller that wants a permit: a workspace in an environment, or a client address. */
export interface Caller {
  readonly key: string
  readonly environment: Environment
}

/** Counts by environment. */
export type Counts = Readonly<Record<Environment, number>>

/** A workspace in the sandbox is another caller than the same workspace live. */
export const nameOf = ({ key, environment }: Caller): string => `${environment} ${key}`
