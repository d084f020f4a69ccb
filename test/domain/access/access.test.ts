import { describe, expect, it } from '@jest/globals'
import { ACCESS, type Access, type AccessCaller, refusalOfAccess } from '../../../domain/access/access.ts'

const KEY: AccessCaller = { kind: 'key' }
const SESSION: AccessCaller = { kind: 'session' }
const app = (...scopes: Extract<AccessCaller, { kind: 'app' }>['scopes'][number][]): AccessCaller => ({
  kind: 'app',
  scopes,
})

/** Who may call a route of each access; every other caller is refused. */
const CALLERS = {
  key: KEY,
  session: SESSION,
  'app: nothing': app(),
  'app: read': app('read'),
  'app: run': app('run'),
  'app: write': app('write'),
  'app: everything': app('read', 'run', 'write'),
}
const ADMITTED: Readonly<Record<Access, readonly (keyof typeof CALLERS)[]>> = {
  public: ['key', 'session', 'app: nothing', 'app: read', 'app: run', 'app: write', 'app: everything'],
  read: ['key', 'session', 'app: read', 'app: everything'],
  run: ['key', 'session', 'app: run', 'app: everything'],
  write: ['key', 'session', 'app: write', 'app: everything'],
  owner: ['key', 'session'],
  session: ['session'],
  self: ['session'],
}

describe('who may call a route', () => {
  it.each(ACCESS)('with access %s', (access) => {
    const admitted = Object.entries(CALLERS).flatMap(([name, caller]) =>
      refusalOfAccess(access, caller) === null ? [name] : [],
    )
    expect(admitted).toEqual(ADMITTED[access])
  })

  it('says which credential or scope the route needs', () => {
    expect(refusalOfAccess('session', KEY)).toMatch(/dashboard session/)
    expect(refusalOfAccess('owner', app('write'))).toMatch(/connected app/)
    expect(refusalOfAccess('run', app('read'))).toMatch(/`run`/)
  })
})
