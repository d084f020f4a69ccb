/** `at` is a JSON pointer into the run's request. */
export interface CatalogFault {
  readonly at: string
  readonly message: string
}

/** Every fault in one line, for the detail of an attempt. */
export const faultsText = (faults: readonly CatalogFault[]): string =>
  faults.map(({ at, message }) => `${at} ${message}`).join('; ')

/** RFC 6901. */
export const pointer = (member: string, name: string): string =>
  `/${member}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
