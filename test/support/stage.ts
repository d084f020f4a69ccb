import type { ListedCall } from '../twins/kit/calls.ts'
import type { Twins } from '../twins/kit/host.ts'
import type { Mode, ModeName } from '../twins/kit/mode.ts'
import { twinSettings } from '../twins/kit/settings.ts'
import { INBOUND_SECRETS } from '../twins/secrets.ts'
import { startTwins } from '../twins/twins.ts'
import { httpClient } from './http.ts'
import { startTestService, type TestService, type TestServiceOptions } from './service.ts'

/** A service that calls the twins in place of all live providers, and gets their reports. */
export interface Stage {
  readonly service: TestService
  readonly twins: Twins
  /** Lets something happen at a provider: a mail arrives, a person signs in. */
  happen(twin: string, happening: string, what?: object): Promise<Record<string, unknown>>
  /** The calls of a twin so far, or those of one of its endpoints (`POST /emails`). */
  calls(twin: string, route?: string): readonly ListedCall[]
  /** How a twin behaves from now on. */
  set(twin: string, mode: ModeName, more?: Partial<Mode>): void
  /** The owner of an account revokes its key. */
  revoke(twin: string, account: string): Promise<void>
  /** Every twin behaves as usual, and its calls so far are forgotten. */
  calm(): void
  /** The same, and the accounts at the providers are forgotten with what they hold. */
  reset(): Promise<void>
  stop(): Promise<void>
}

export interface StageOptions extends Omit<TestServiceOptions, 'providers' | 'inboundSecrets'> {
  /** The providers that the service can call; all, unless said otherwise. */
  readonly providers?: readonly string[]
}

export async function startStage({ providers, ...options }: StageOptions = {}): Promise<Stage> {
  const twins = await startTwins()
  const { world } = twins
  const service = await startTestService({
    ...options,
    providers: twinSettings(world, providers),
    inboundSecrets: INBOUND_SECRETS,
  })
  world.service = service.url
  const control = httpClient(twins.url)
  return {
    service,
    twins,
    async happen(twin, happening, what = {}) {
      const answer = await control.post('/_twin/happen', { twin, happening, ...what })
      if (answer.status !== 200) throw new Error(`${happening} at ${twin}: ${answer.text}`)
      return Object.assign({}, answer.body)
    },
    calls: (twin, route) =>
      world.calls.filter((call) => call.twin === twin && (route === undefined || call.route === route)),
    set: (twin, mode, more = {}) => void world.modes.set(twin, { mode, ms: 0, times: null, ...more }),
    async revoke(twin, account) {
      await control.post('/_twin/revoke', { twin, account })
    },
    calm() {
      world.modes.clear()
      world.calls.length = 0
    },
    async reset() {
      await control.post('/_twin/reset')
    },
    async stop() {
      await service.stop()
      await twins.close()
    },
  }
}
