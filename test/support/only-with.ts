import { describe, it } from '@jest/globals'

interface Needed {
  /** null: this machine has none. */
  readonly found: unknown
  /** What to do about that. */
  readonly missing: string
  /** The variable with which `.ci/run` makes it a failure; without one, the tests are only left out. */
  readonly requiredBy?: string
}

/** Tests that need a program of this machine: left out, by name, where there is none, or failing there. */
export function describeOnlyWith({ found, missing, requiredBy }: Needed, name: string, tests: () => void): void {
  if (found !== null) return describe(name, tests)
  if (requiredBy !== undefined && process.env[requiredBy])
    return describe(name, () =>
      it('finds what it needs', () => {
        throw new Error(missing)
      }),
    )
  describe.skip(`${name} (left out: ${missing})`, tests)
}
