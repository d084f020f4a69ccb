import { describe, expect, it } from '@jest/globals'
import { databaseAccess, readPoolMax } from '../../../domain/settings/database.ts'
import { readWorkerSize } from '../../../domain/settings/worker-size.ts'

const SERVER = 'postgres://server/service'
const POOLER = 'postgres://pooler/service'

describe('the settings for reaching the database', () => {
  it.each([
    [
      'a server',
      { DATABASE_URL: SERVER },
      { url: SERVER, sessionUrl: SERVER, pooled: false, prepared: true, watched: true },
    ],
    [
      'a pooler in front of it',
      { DATABASE_URL: POOLER, DATABASE_LISTEN_URL: SERVER },
      { url: POOLER, sessionUrl: SERVER, pooled: true, prepared: true, watched: true },
    ],
    [
      'a pooler that does not follow names',
      { DATABASE_URL: POOLER, DATABASE_LISTEN_URL: SERVER, DATABASE_PREPARED: 'off' },
      { url: POOLER, sessionUrl: SERVER, pooled: true, prepared: false, watched: true },
    ],
    [
      'a release of the driver that was not tested',
      { DATABASE_URL: SERVER, DATABASE_CONNECTIONS_WATCHED: 'false' },
      { url: SERVER, sessionUrl: SERVER, pooled: false, prepared: true, watched: false },
    ],
  ])('%s', (_, env, expected) => {
    expect(databaseAccess(env)).toEqual(expected)
  })

  it('refuse what is no switch and no pool', () => {
    expect(() => databaseAccess({ DATABASE_URL: SERVER, DATABASE_PREPARED: 'sometimes' })).toThrow(
      'DATABASE_PREPARED is "sometimes"',
    )
    expect(() => readPoolMax({ DATABASE_POOL_MAX: '0' }, 20)).toThrow('DATABASE_POOL_MAX must be 1 or more')
  })
})

describe('the size of a worker', () => {
  it.each([
    ['without settings', {}, 300, 10, 20],
    ['of many slots', { WORKER_SLOTS: '1200' }, 1_200, 40, 80],
    ['of few', { WORKER_SLOTS: '20' }, 20, 2, 20],
    ['with each set', { WORKER_SLOTS: '100', WORKER_POLLERS: '3', DATABASE_POOL_MAX: '7' }, 100, 3, 7],
  ])('%s', (_, env, slots, pollers, poolMax) => {
    expect(readWorkerSize(env)).toEqual({
      slots: { workflowTasks: slots, localActivities: 2 * slots, activities: slots, pollers },
      poolMax,
    })
  })

  it.each([
    [{ WORKER_SLOTS: '9' }, 'WORKER_SLOTS must be 10 or more'],
    [{ WORKER_POLLERS: '1' }, 'WORKER_POLLERS must be 2 or more'],
  ])('refuses %o', (env, message) => {
    expect(() => readWorkerSize(env)).toThrow(message)
  })
})
