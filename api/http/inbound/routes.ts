import type { InboundSecrets } from '../../../domain/settings/inbound-secrets.ts'
import type { Route } from '../../route.ts'
import { receiveAgentmail } from './agentmail.ts'
import type { InboundDeps } from './receive.ts'
import { receiveResend } from './resend.ts'
import { receiveUnipile } from './unipile.ts'

/** What providers tell (Spec 6). */
export const inboundRoutes = (deps: InboundDeps, secrets: InboundSecrets): Route[] =>
  [receiveAgentmail(deps, secrets.agentmail), receiveResend(deps, secrets.resend), receiveUnipile(deps, secrets.unipile)]
