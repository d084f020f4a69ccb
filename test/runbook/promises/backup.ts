import type { Promised } from '../../readme/walk.ts'

/** What a test does beside the commands, for the machine of the database is its own. */
export interface Machine {
  restartPostgres(): Promise<void>
  /** PostgreSQL refuses to run as root: the same command as whoever runs it. */
  asPostgres(command: string): string
}

const PREPARED = (folder: string): readonly Promised[] => [
  { command: `cp -a "$BACKUPS/base" "$BACKUPS/${folder}"` },
  { command: 'restore_command' },
]

const STARTED = (folder: string, { asPostgres }: Machine): readonly Promised[] => [
  { command: 'archive_mode = off' },
  { command: 'recovery.signal' },
  {
    command: 'pg_ctl start', because: 'A test may run as root, and PostgreSQL does not.',
    typed: asPostgres(`pg_ctl start -D "$BACKUPS/${folder}" -o "-p $RESTORED_PORT -c max_connections=200" -l "$BACKUPS/${folder}.log" || { tail -5 "$BACKUPS/${folder}.log"; false; }`),
  },
  { command: 'pg_is_in_recovery' },
  { command: 'the newest run is of', prints: /^the newest run is of 20/m },
  { command: 'ledger:verify', prints: /^\d+ wallets, [1-9]\d* transfers, 0 drifts$/m },
]

export const backupPromises = (machine: Machine): Readonly<Record<string, readonly Promised[]>> => ({
  Backup: [
    { command: 'export BACKUPS' },
    { command: 'mkdir' },
    { command: 'archive_timeout' },
    { command: 'archive_command' },
    { command: 'archive_mode', holds: () => machine.restartPostgres() },
    { command: 'pg_basebackup' },
    { command: 'pg_verifybackup', prints: /^backup successfully verified$/m },
    { command: 'pg_stat_archiver', prints: /\| +0 \|/ },
    { command: 'pg_dump' },
    { command: 'createdb' },
    { command: 'pg_restore' },
    { command: 'dropdb' },
  ],
  "The database's password": [{ command: 'NEW_PASSWORD=', prints: /^[0-9a-f]{48}$/m }, { command: 'alter role', prints: /^ALTER ROLE$/m }],
  Restore: [{ command: 'export BACKUPS' }, { command: 'export RESTORED' }, { command: 'test "$RESTORED"', prints: /^postgres(?:ql)?:\/\/[^@]+:\d+\/\w+$/m }],
  'To the latest moment': [
    { command: 'cp -n' },
    ...PREPARED('latest'),
    ...STARTED('latest', machine),
    { command: 'npm start', starts: true },
  ],
  'To a point in time': [
    ...PREPARED('earlier'),
    { command: 'recovery_target_time' },
    { command: 'recovery_target_action' },
    ...STARTED('earlier', machine),
    { command: 'restored -- review', prints: /^\d+ may have been made already$/m },
    { command: 'restored -- close', prints: /^\d+ are not made again, \d+ wallets fill themselves again tomorrow, [1-9]\d* sessions have ended$/m },
    { command: 'workflow terminate' },
    { command: 'npm start', starts: true },
    { command: 'runs -- open', prints: /^\d+ open/m },
    { command: 'ledger:verify', prints: /, 0 drifts$/m },
  ],
})
