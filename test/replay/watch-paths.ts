import { TypedSearchAttributes } from '@temporalio/common'
import type { refreshWatch } from '../../workflows/refresh-watch.ts'
import { buildWorkspace } from '../build/workspace.ts'
import { type HttpClient, httpClient } from '../support/http.ts'
import { runActor } from '../support/live-providers.ts'
import { SEARCH_ATTRIBUTES } from '../../workflows/search-attributes.ts'
import { until, untilKnown } from '../support/until.ts'
import { CANARIES, UNBOOKED } from './canaries.ts'
import type { Stage } from '../support/stage.ts'
import type { Path } from './paths.ts'

interface Scene extends Stage {
  readonly client: HttpClient
  readonly watchId: string
}

const search = (query: string) => ({
  capability: 'person.search',
  input: { query: `${CANARIES.name} ${query}` },
  every: '30d',
})

/** A new workspace with one watch, which is deleted in the end. */
const watching =
  (watch: object, walk: (scene: Scene) => Promise<string>, environment: 'test' | 'live' = 'test'): Path =>
  async (stage) => {
    const { service } = stage
    const { keys } = await buildWorkspace(service.db)
    const client = httpClient(service.url, keys[environment])
    const watchId = String((await client.post('/v1/watch', watch)).at('id'))
    const id = await walk({ ...stage, client, watchId })
    await service.client.workflow.getHandle(id).result()
    await client.delete(`/v1/watch/${watchId}`)
    return id
  }

const workflowOf = ({ watchId }: Scene, refreshId: string): string => `${watchId}:${refreshId}`

/** Begins a manual refresh and waits only for its start; returns its id. */
async function request(scene: Scene): Promise<string> {
  const answer = await scene.client.post(`/v1/watch/${scene.watchId}/refresh?wait_seconds=0`)
  const refreshId = String(answer.at('refresh_id'))
  await untilKnown(scene.service.client.workflow.getHandle(workflowOf(scene, refreshId)))
  return refreshId
}

const byHand = async (scene: Scene): Promise<string> => workflowOf(scene, await request(scene))

/** Begins a refresh and waits until its run is at its provider. */
async function running(scene: Scene): Promise<string> {
  const refreshId = await request(scene)
  await until(
    () => scene.client.get(`/v1/watch/${scene.watchId}/refreshes/${refreshId}`),
    (answer) => answer.at('status') === 'running',
  )
  return refreshId
}

/** Fires the watch's Schedule; returns the workflow that it started. */
async function fire({ service, watchId }: Scene): Promise<string> {
  const handle = service.client.schedule.getHandle(watchId)
  await untilKnown(handle)
  await handle.trigger()
  const { info } = await until(
    () => handle.describe(),
    (schedule) => schedule.info.recentActions.length > 0,
  )
  return info.recentActions[0]?.action.workflow.workflowId ?? ''
}

/** Starts the workflow of a refresh as the Schedule does, under a new id. */
async function startLate({ service, watchId }: Scene, refreshId?: string): Promise<string> {
  const workflowId = `${watchId}:late`
  await service.client.workflow.start<typeof refreshWatch>('refreshWatch', {
    workflowId,
    taskQueue: service.temporal.taskQueue,
    args: [{ watchId, ...(refreshId === undefined ? {} : { refreshId }) }],
    typedSearchAttributes: new TypedSearchAttributes([{ key: SEARCH_ATTRIBUTES.capability, value: 'person.search' }]),
  })
  return workflowId
}

/** One path for each end of a watch's refresh. */
export const WATCH_PATHS: Readonly<Record<string, Path>> = {
  'watch-refreshed': watching(search(''), byHand),
  'watch-refreshed-on-schedule': watching(search(''), fire),
  'watch-refreshed-by-a-raw-run': watching(
    {
      provider: 'hunter',
      endpoint: '/email-finder',
      input: { full_name: CANARIES.name, domain: CANARIES.domain },
      every: '30d',
    },
    byHand,
  ),
  'watch-refresh-failed': watching(search('+error'), byHand),
  'watch-refresh-looked-up': watching(search('+slow-5'), byHand),
  'watch-refresh-before-the-final-bill': watching(
    { ...runActor({ input: { search: CANARIES.name } }), every: '30d' },
    async (scene) => {
      await scene.happen('apify', 'runs_behave', UNBOOKED)
      const id = await byHand(scene)
      await scene.service.client.workflow.getHandle(id).result()
      await scene.happen('apify', 'billed', { cost: 0.01 })
      return id
    },
    'live',
  ),
  'watch-refresh-carried-on': watching(search('+slow-2'), async (scene) => {
    const refreshId = await running(scene)
    await scene.service.client.workflow.getHandle(workflowOf(scene, refreshId)).terminate()
    return startLate(scene, refreshId)
  }),
  'watch-refresh-recorded-before': watching(search(''), async (scene) => {
    const refreshId = await request(scene)
    await scene.service.client.workflow.getHandle(workflowOf(scene, refreshId)).result()
    return startLate(scene, refreshId)
  }),
  'watch-refresh-of-none': watching(search(''), async (scene) => {
    await scene.client.delete(`/v1/watch/${scene.watchId}`)
    return startLate(scene)
  }),
  'watch-refresh-deleted-meanwhile': watching(search('+slow-2'), async (scene) => {
    const refreshId = await running(scene)
    await scene.client.delete(`/v1/watch/${scene.watchId}`)
    return workflowOf(scene, refreshId)
  }),
  'watch-refresh-paused': watching(search(''), async (scene) => {
    const sql = `update watch set status = 'paused', paused_reason = 'insufficient_balance' where id = $1`
    await scene.service.db.pool.query(sql, [scene.watchId])
    return startLate(scene)
  }),
  'watch-refresh-overlapping': watching(search('+slow-3'), async (scene) => {
    const under = await byHand(scene)
    const passed = await startLate(scene)
    await scene.service.client.workflow.getHandle(under).result()
    return passed
  }),
}
