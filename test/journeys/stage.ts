import { httpClient } from '../support/http.ts'
import { startTestService, type TestService } from '../support/service.ts'
import type { Twins } from '../twins/kit/host.ts'
import { twinSettings } from '../twins/kit/settings.ts'
import { INBOUND_SECRETS } from '../twins/secrets.ts'
import { startTwins } from '../twins/twins.ts'

/** A service that calls the twins in place of all live providers, and gets their reports. */
export interface Stage {
  readonly service: TestService
  readonly twins: Twins
  /** Lets something happen at a provider: a mail arrives, a person signs in. */
  happen(twin: string, happening: string, what?: object): Promise<Record<string, unknown>>
  stop(): Promise<void>
}

export async function startStage(): Promise<Stage> {
  const twins = await startTwins()
  const service = await startTestService({
    providers: twinSettings(twins.world),
    inboundSecrets: INBOUND_SECRETS,
    // An actor's final bill is read soon after its run.
    finalBillDelayMs: 500,
  })
  twins.world.service = service.url
  const control = httpClient(twins.url)
  return {
    service,
    twins,
    async happen(twin, happening, what = {}) {
      const answer = await control.post('/_twin/happen', { twin, happening, ...what })
      if (answer.status !== 200) throw new Error(`${happening} at ${twin}: ${answer.text}`)
      return Object.assign({}, answer.body)
    },
    async stop() {
      await service.stop()
      await twins.close()
    },
  }
}
