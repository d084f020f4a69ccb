/** Whether a run's end touches no table and no person: the run in `alias` is no send and has no links to a table. */
export const PLAIN_SQL = (alias: string): string =>
  `(${alias}.send is null and ${alias}.record is null and ${alias}.landing is null)`
