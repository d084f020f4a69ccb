import { createTopupStarter } from '../../workflows/starters/topups.ts'
import { walletClient } from '../api/http/wallet/wallet-client.ts'
import { buildWorkspace } from '../build/workspace.ts'
import type { SharedService } from '../support/service.ts'
import type { Stage } from '../support/stage.ts'
import type { Path } from './paths.ts'

const SETTING = { enabled: true, threshold: '10.00', amount: '20.00', monthly_limit: '100.00' }

const start = ({ client, temporal: { taskQueue } }: SharedService, workspaceId: string) =>
  createTopupStarter({ client, taskQueue, eager: false }).start({ workspaceId, environment: 'test' })

/** A sandbox wallet with 5.00, paid by a simulated card, whose setting triggers a top-up; returns its workflow's id. */
const filling =
  (setting: object, card = 'works') =>
  async ({ service }: Stage): Promise<string> => {
    const { id: workspaceId, keys } = await buildWorkspace(service.db, { test: '0.00' })
    const wallet = walletClient(service.url, keys.test)
    await wallet.pay((await wallet.open('5.00')).topup_id, card)
    await wallet.setAutoTopup({ ...SETTING, ...setting })
    await start(service, workspaceId)
    return `topup:${workspaceId}:test`
  }

/** One path for each end of a top-up. */
export const TOPUP_PATHS: Readonly<Record<string, Path>> = {
  'topup-paid': filling({}),
  'topup-failed': filling({}, 'declines_later'),
  'topup-not-needed': filling({ threshold: '5.00' }),
  'topup-limit-reached': async (stage) => {
    const id = await filling({ threshold: '100.00', monthly_limit: '20.00' })(stage)
    await stage.service.client.workflow.getHandle(id).result()
    const [, workspaceId = ''] = id.split(':')
    await start(stage.service, workspaceId)
    return id
  },
}
