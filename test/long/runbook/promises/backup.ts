import { expect } from '@jest/globals'
import type { CommandPromise, CommandOutput } from '../../pages/walk.ts'

/** What a test does in addition to the commands, because the database has its own machine. */
export interface Machine {
  restartPostgres(): Promise<void>
}

const PROVED: readonly CommandPromise[] = [
  { command: 'the newest run is of', prints: /^the newest run is of 20/m },
  { command: 'ledger:verify', prints: /^\d+ wallets, [1-9]\d* transfers, 0 drifts$/m },
]

/**
 * A time that the base backup does not cover: the server ends, and so does the command; and its remains are not written
 * into.
 */
async function failsEarly({ terminal }: Pick<CommandOutput, 'terminal'>): Promise<void> {
  const tooEarly = `restore too_early "recovery_target_time = '2020-01-01 00:00:00+00'" "recovery_target_action = promote"`
  expect(await terminal.run(tooEarly)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/recovery stop point is before consistent recovery point/),
  })
  expect(await terminal.run(tooEarly)).toMatchObject({ code: 1, stdout: expect.stringMatching(/too_early is there/) })
  expect(await terminal.run('rm -r "$BACKUPS/too_early"')).toMatchObject({ code: 0 })
}

export const backupPromises = (machine: Machine): Readonly<Record<string, readonly CommandPromise[]>> => ({
  Backup: [
    { command: 'export DATABASE_URL' },
    { command: 'postgres-tools' },
    { command: 'owner()' },
    { command: 'mkdir' },
    { command: 'chown' },
    { command: 'archive_timeout' },
    { command: 'archive_command' },
    { command: 'archive_mode', check: () => machine.restartPostgres() },
    { command: 'pg_basebackup' },
    { command: 'pg_verifybackup', prints: /^backup successfully verified$/m },
    { command: 'chown -R' },
    { command: 'pg_stat_archiver', prints: /\| +0 \|/ },
    { command: 'pg_dump' },
    { command: 'createdb' },
    { command: 'pg_restore' },
    { command: 'dropdb' },
  ],
  "The database's password": [
    { command: 'NEW_PASSWORD=', prints: /^[0-9a-f]{48}$/m },
    { command: 'alter role', prints: /^ALTER ROLE$/m },
  ],
  Restore: [
    { command: 'export DATABASE_URL' },
    { command: 'postgres-tools' },
    { command: 'export RESTORED' },
    { command: 'as_server()' },
    { command: 'restore()' },
    { command: 'test "$RESTORED"', prints: /^postgres(?:ql)?:\/\/[^@]+:\d+\/\w+$/m },
  ],
  'To the latest moment': [
    { command: 'cp -n' },
    { command: 'restore latest' },
    ...PROVED,
    { command: 'npm start', startsService: true },
  ],
  'To a point in time': [
    { command: 'restore earlier', first: failsEarly },
    ...PROVED,
    { command: 'npm start -- temporal', readyWhen: /Temporal alone at/ },
    { command: 'restored -- review', prints: /^\d+ may have been made already$/m },
    {
      command: 'restored -- close',
      prints: /^\d+ are not made again, \d+ wallets fill themselves again tomorrow, [1-9]\d* sessions have ended$/m,
    },
    { command: 'OPEN=' },
    { command: 'workflow terminate', prints: /Started batch/ },
    {
      command: 'workflow count',
      async check({ terminal }) {
        expect((await terminal.run('temporal workflow count --query "$OPEN"')).stdout).toMatch(/^Total: 0$/m)
      },
    },
    { command: 'npm start', first: ({ interrupt }) => interrupt(), startsService: true },
    { command: 'runs -- open', prints: /^\d+ open/m },
    { command: 'ledger:verify', prints: /, 0 drifts$/m },
  ],
})
