import { manifestJudge } from '../schemas/validator.ts'
import { type Manifest, nameOf } from './manifest.ts'

/** Finds what Kubernetes' schemas refuse. */
export function createFaultFinder(): (manifests: readonly Manifest[]) => string[] {
  const judge = manifestJudge()
  return (manifests) => manifests.flatMap((manifest) => judge(manifest).map((text) => `${nameOf(manifest)}: ${text}`))
}
