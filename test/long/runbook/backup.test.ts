import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type BackedUp, startBackedUp } from './backed-up.ts'

if (process.env['POSTGRES_TOOLS'] === undefined) {
  describe('backup and restore', () => {
    it('are left out: there are no client programs of PostgreSQL 18 here', () => {
      console.warn('test/long/runbook/backup.test.ts is left out: set POSTGRES_TOOLS, or install PostgreSQL 18.')
      expect(process.env['CI']).toBeUndefined()
    })
  })
} else {
  describe('a service that has lost its database', () => {
    let world: BackedUp
    beforeAll(async () => {
      world = await startBackedUp()
    }, 600_000)
    afterAll(() => world.end(), 600_000)

    it('is backed up under load', async () => {
      await world.walk('Backup')
      await world.rememberTime()
    }, 600_000)

    it('goes on from the latest moment as if nothing had happened: every run that was accepted ends, once', async () => {
      const accepted = await world.crash()
      await world.walk('Restore')
      await world.walk('To the latest moment')
      await world.everythingEnds(accepted)
    }, 600_000)

    it('goes on from an earlier time beside a Temporal that is ahead: what it knows ends once, what it does not know is gone', async () => {
      await world.crash()
      await world.takeAway('latest')
      await world.walk('To a point in time')
      await world.everythingEnds(world.acceptedBefore())
    }, 600_000)

    it('goes on from an earlier time with an empty Temporal', async () => {
      await world.crash()
      await world.takeAway('earlier')
      world.emptyTemporal()
      await world.walk('To a point in time')
      await world.everythingEnds(world.acceptedBefore())
      await world.walk("The database's password")
    }, 600_000)
  })
}
