import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from '@jest/globals'
import { temporalExecutable } from '../support/own-temporal.ts'

const run = promisify(execFile)
const SETUP = fileURLToPath(new URL('../../dev/setup.mjs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'setup-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

describe('the set-up', () => {
  it("has Temporal's command line for `npm run temporal`, also for another server", async () => {
    symlinkSync(temporalExecutable(), join(folder, 'temporal'))
    const env = {
      HOME: folder,
      PATH: `${folder}:${dirname(process.execPath)}:/usr/bin:/bin`,
      TEMPORAL_ADDRESS: '127.0.0.1:9',
    }
    const { stdout, stderr } = await run(process.execPath, [SETUP, 'temporal', '--version'], { env })
    expect(stdout).toMatch(/^temporal version .*Server 1\./)
    expect(stderr).toContain(`${join(folder, 'temporal')}, found on the PATH`)
  })

  it.each([['--pooled', '10'], ['--pooled=10']])(
    'states before it prepares anything that %s needs PgBouncer',
    async (...args) => {
      const env = { HOME: folder, PATH: '', PGBOUNCER: join(folder, 'no-pgbouncer') }
      const refused = await run(process.execPath, [SETUP, 'cluster', ...args], { env }).catch((error: unknown) => error)
      expect(refused).toMatchObject({
        code: 1,
        stderr:
          '\n--pooled needs PgBouncer: no PgBouncer was found: pgbouncer on the PATH, or its path in PGBOUNCER (Debian: apt-get install pgbouncer).\n',
      })
    },
  )
})
