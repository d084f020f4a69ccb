import { afterAll, beforeAll, it } from '@jest/globals'
import { describeOnlyWith } from '../../support/only-with.ts'
import { type ServiceUnderLoad, startServiceUnderLoad } from './service-under-load.ts'

const found = process.env['POSTGRES_TOOLS'] ?? null
const missing = 'set POSTGRES_TOOLS, or install the client programs of PostgreSQL 18'

describeOnlyWith({ found, missing, requiredBy: 'CI' }, 'a service that has lost its database', () => {
  let world: ServiceUnderLoad
  beforeAll(async () => {
    world = await startServiceUnderLoad()
  }, 600_000)
  afterAll(() => world.end(), 600_000)

  it('is backed up under load', async () => {
    await world.walk('Backup')
    await world.rememberTime()
  }, 600_000)

  it('continues from the latest moment: every accepted run ends, once', async () => {
    const accepted = await world.crash()
    await world.walk('Restore')
    await world.walk('To the latest moment')
    await world.everythingEnds(accepted)
  }, 600_000)

  it('continues from an earlier time with a Temporal that is ahead: known runs end once, unknown ones are gone', async () => {
    await world.crash()
    await world.takeAway('latest')
    await world.walk('To a point in time')
    await world.everythingEnds(world.acceptedBefore())
  }, 600_000)

  it('continues from an earlier time with an empty Temporal', async () => {
    await world.crash()
    await world.takeAway('earlier')
    world.emptyTemporal()
    await world.walk('To a point in time')
    await world.everythingEnds(world.acceptedBefore())
    await world.walk("The database's password")
  }, 600_000)
})
