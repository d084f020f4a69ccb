import { readApiKey } from '../../domain/keys/api-key.ts'
import { ENVIRONMENTS, type Environment } from '../../domain/runs/states.ts'

/**
 * The environment that a public route shows to a caller (decisions, "shown environment"). A key has a fixed one, which
 * its prefix names; any other caller may name one. Nothing is looked up: what a public route shows is no secret of
 * either environment.
 */
export const shownEnvironment = ({
  token,
  requested,
}: {
  /** The bearer token, if one came. */
  readonly token: string | undefined
  /** The header `Service-Environment`. */
  readonly requested: string
}): Environment => readApiKey(token ?? '') ?? ENVIRONMENTS.find((environment) => environment === requested) ?? 'live'
