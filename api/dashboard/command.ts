import type { View } from './page.ts'

/** A line of the command line as it is typed for the environment that is shown; the sandbox is what it asks unless told otherwise. */
export const commandFor = ({ environment }: Pick<View, 'environment'>, command: string): string =>
  (environment === 'live' ? command.replace(/(^|: )svc (?=\S)/, '$1svc --live ') : command)
