import type { Database } from '../../../db/database.ts'
import { listOwnWorkspaces } from '../../../db/access/members/members.ts'
import { switchWorkspace as change } from '../../../usecases/access/switch-workspace.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { SwitchWorkspaceRequest, WorkspaceList, WorkspaceSwitched } from '../../schemas/auth.ts'
import { presentSession } from './present.ts'

/** Decisions, "Members". */
export const listWorkspaces = ({ db }: { db: Database }) =>
  defineRoute({
    operationId: 'listWorkspaces',
    method: 'GET',
    path: '/v1/auth/workspaces',
    summary: 'List your workspaces',
    description: 'The workspaces that the person of this session belongs to, and their role in each.',
    tags: ['Authentication'],
    spec: '5.3',
    access: 'self',
    responses: { 200: { description: 'The workspaces, the oldest membership first.', schema: WorkspaceList } },
    errors: [],
    async handler({ principal, reply }) {
      const workspaces = await listOwnWorkspaces(db, principal.userId)
      return reply(200, {
        items: workspaces.map(({ id, name, role }) => ({ id, name, role, current: id === principal.workspaceId })),
      })
    },
  })

export const switchWorkspace = ({ db }: { db: Database }) =>
  defineRoute({
    operationId: 'switchWorkspace',
    method: 'POST',
    path: '/v1/auth/workspace',
    summary: 'Switch to another workspace',
    description:
      'Replaces this session by one in another workspace of the person. Their next sign-in leads to that workspace too.',
    tags: ['Authentication'],
    spec: '5.3',
    access: 'self',
    body: SwitchWorkspaceRequest,
    bodyExamples: {
      other: { summary: 'Another workspace of the person', value: { workspace_id: 'ws_01j9zq3v6n4k8w2x5y7a9b1c3d' } },
    },
    responses: { 200: { description: 'A session in the other workspace.', schema: WorkspaceSwitched } },
    errors: ['not_found'],
    async handler({ body, principal, requestHeader, log, reply }) {
      const { userId, sessionId } = principal
      const workspaceId = body.workspace_id
      const userAgent = requestHeader('User-Agent') ?? null
      const entered = await change(db, { userId, sessionId, workspaceId, userAgent })
      if (entered === null)
        throw new Problem('not_found', 'You belong to no workspace with this id.', { param: '/workspace_id' })
      log.info({ user_id: userId, workspace_id: workspaceId }, 'workspace_switched')
      return reply(200, presentSession(entered.session, { id: workspaceId, name: entered.workspace }))
    },
  })
