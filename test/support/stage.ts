import { INBOUND_SECRETS } from '../twins/secrets.ts'
import { type LiveProviders, startLiveProviders } from './live-providers.ts'
import { startTestService, type TestService, type TestServiceOptions } from './service.ts'

/** A service that calls the twins in place of all live providers, and gets their reports. */
export interface Stage extends Omit<LiveProviders, 'settings' | 'close'> {
  readonly service: TestService
  stop(): Promise<void>
}

export interface StageOptions extends Omit<TestServiceOptions, 'providers' | 'inboundSecrets'> {
  /** The providers that the service can call; all, unless set otherwise. */
  readonly providers?: readonly string[]
}

export async function startStage({ providers, ...options }: StageOptions = {}): Promise<Stage> {
  const { settings, close, ...live } = await startLiveProviders(providers ?? null)
  const service = await startTestService({ ...options, providers: settings, inboundSecrets: INBOUND_SECRETS })
  live.twins.world.service = service.url
  return {
    ...live,
    service,
    async stop() {
      await service.stop()
      await close()
    },
  }
}
