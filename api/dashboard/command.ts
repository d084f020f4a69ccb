import type { View } from './page.ts'

/** A command line for the environment that is shown; without an option the command line uses the sandbox. */
export const commandFor = ({ environment }: Pick<View, 'environment'>, command: string): string =>
  environment === 'live' ? command.replace(/(^|: )svc (?=\S)/, '$1svc --live ') : command
