/** `at` is a JSON pointer into the run's request. */
export interface Fault {
  readonly at: string
  readonly message: string
}

/** RFC 6901. */
export const pointer = (member: string, name: string): string => `/${member}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
