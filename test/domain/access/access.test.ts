import { describe, expect, it } from '@jest/globals'
import type { Role } from '../../../domain/access/roles.ts'
import { ACCESS, type Access, type AccessCaller, refusalOfAccess } from '../../../domain/access/access.ts'

const KEY: AccessCaller = { kind: 'key', limits: null, approver: false }
const APPROVER: AccessCaller = { kind: 'key', limits: {}, approver: true }
const session = (role: Role): AccessCaller => ({ kind: 'session', role })
const app = (...scopes: Extract<AccessCaller, { kind: 'app' }>['scopes'][number][]): AccessCaller => ({
  kind: 'app',
  scopes,
})

/** Who may call a route of each access; every other caller is refused. */
const CALLERS = {
  key: KEY,
  approver: APPROVER,
  owner: session('owner'),
  member: session('member'),
  viewer: session('viewer'),
  'app: nothing': app(),
  'app: read': app('read'),
  'app: run': app('run'),
  'app: write': app('write'),
  'app: everything': app('read', 'run', 'write'),
}
const EVERYBODY = ['key', 'approver', 'owner', 'member', 'viewer'] as const
const ADMITTED: Readonly<Record<Access, readonly (keyof typeof CALLERS)[]>> = {
  public: [...EVERYBODY, 'app: nothing', 'app: read', 'app: run', 'app: write', 'app: everything'],
  read: [...EVERYBODY, 'app: read', 'app: everything'],
  run: ['key', 'approver', 'owner', 'member', 'app: run', 'app: everything'],
  write: ['key', 'approver', 'owner', 'member', 'app: write', 'app: everything'],
  owner: ['key', 'owner'],
  session: ['owner'],
  self: ['owner', 'member', 'viewer'],
  approve: ['approver', 'owner', 'member'],
}

describe('who may call a route', () => {
  it.each(ACCESS)('with access %s', (access) => {
    const admitted = Object.entries(CALLERS).flatMap(([name, caller]) =>
      refusalOfAccess(access, caller) === null ? [name] : [],
    )
    expect(admitted).toEqual(ADMITTED[access])
  })

  it('states which credential or scope the route needs', () => {
    expect(refusalOfAccess('session', KEY)).toMatch(/dashboard session/)
    expect(refusalOfAccess('owner', app('write'))).toMatch(/connected app/)
    expect(refusalOfAccess('run', app('read'))).toMatch(/`run`/)
    expect(refusalOfAccess('run', session('viewer'))).toMatch(/viewer/)
    expect(refusalOfAccess('approve', KEY)).toMatch(/approver/)
    expect(refusalOfAccess('approve', app('run'))).toMatch(/connected app/)
    expect(refusalOfAccess('session', session('member'))).toMatch(/member.*owner/)
  })
})
