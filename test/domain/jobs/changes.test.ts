import { expect, it } from '@jest/globals'
import { type Changer, changerOf } from '../../../domain/access/payer.ts'
import { type JobChangeKind, refusalOfChange } from '../../../domain/jobs/changes.ts'
import type { Principal } from '../../../domain/access/principal.ts'

const OWNER = { workspaceId: 'ws_1', environment: 'test' } as const
const key = { ...OWNER, kind: 'key', apiKeyId: 'key_1', limits: null, approver: false } as const
const session = { ...OWNER, kind: 'session', apiKeyId: null, sessionId: 'ses_1', userId: 'usr_1' } as const

it.each<[title: string, principal: Principal, caller: Changer]>([
  ['a key', key, { id: 'key_1', isLimited: false, isApprover: false }],
  ['a key with a budget', { ...key, limits: {} }, { id: 'key_1', isLimited: true, isApprover: false }],
  ['an approver', { ...key, approver: true }, { id: 'key_1', isLimited: false, isApprover: true }],
  ['a person', { ...session, role: 'member' }, { id: null, isLimited: false, isApprover: true }],
  [
    'an app',
    { ...OWNER, kind: 'app', apiKeyId: null, appId: 'app_1', scopes: ['run'] },
    { id: 'app_1', isLimited: true, isApprover: false },
  ],
])('%s is a caller of changes', (_, principal, caller) => {
  expect(changerOf(principal)).toEqual(caller)
})

const ALL = ['pause', 'resume', 'approve', 'cancel', 'edit'] as const
const LIMITED = { id: 'key_1', isLimited: true, isApprover: false }

it.each<[title: string, madeBy: string | null, caller: Partial<Changer>, allowed: readonly JobChangeKind[]]>([
  ['pauses the job of another key', 'key_2', {}, ['pause']],
  ['pauses the job of a person', null, {}, ['pause']],
  ['also approves or cancels that job as an approver', 'key_2', { isApprover: true }, ['pause', 'approve', 'cancel']],
  ['changes its own job', 'key_1', {}, ALL],
  ['without limits changes any job', 'key_2', { isLimited: false }, ALL],
])('a limited key %s', (_, madeBy, caller, allowed) => {
  expect(
    ALL.filter((kind) => refusalOfChange(kind, { madeBy, reason: null }, { ...LIMITED, ...caller }) === null),
  ).toEqual(allowed)
})

const MAKER = 'key_1'
it.each<[title: string, caller: Changer, isAllowed: boolean]>([
  ['a person', { id: null, isLimited: false, isApprover: true }, true],
  ['a viewer', { id: null, isLimited: false, isApprover: false }, false],
  ['another approver, also with limits', { id: 'key_2', isLimited: true, isApprover: true }, true],
  ['another key', { id: 'key_2', isLimited: false, isApprover: false }, false],
  ['its maker', { id: MAKER, isLimited: false, isApprover: false }, false],
  ['its maker, an approver', { id: MAKER, isLimited: false, isApprover: true }, false],
])('a job that the policy covers is approved by %s: %j, %s', (_, caller, isAllowed) => {
  const job = { madeBy: MAKER, reason: 'approval_needed' } as const
  expect(refusalOfChange('approve', job, caller) === null).toBe(isAllowed)
  expect(refusalOfChange('cancel', job, caller)).toBeNull()
})
