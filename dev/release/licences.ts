import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Locked {
  readonly dev?: boolean
  /** A package of this repository. */
  readonly link?: boolean
  readonly optional?: boolean
  readonly version?: string
}

/** Packages that production installs, by their folders in the lock file. */
function installed(root: string): string[] {
  const { packages }: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  )
  // An optional one of another platform is not there.
  return Object.entries(packages)
    .filter(
      ([path, { dev, link, optional }]) =>
        path.startsWith('node_modules/') &&
        dev !== true &&
        link !== true &&
        (optional !== true || existsSync(join(root, path))),
    )
    .map(([path]) => path)
}

/**
 * What the packages of production are licensed under, each with the text that it brings: for the readers of a release.
 * Throws for a package that names no licence and brings no text of one.
 */
export function licencesOf(root: string): string {
  const parts = installed(root).map((path) => {
    const { name, version, license, licenses } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'))
    const files = readdirSync(join(root, path)).filter((file) => /^(?:licen[cs]e|copying|notice)(?:[.-]|$)/i.test(file))
    const texts = files.map((file) => readFileSync(join(root, path, file), 'utf8').trim())
    const named: unknown =
      license?.type ?? license ?? licenses?.[0]?.type ?? (texts.length > 0 ? 'as follows' : undefined)
    if (typeof named !== 'string' || named === '') throw new Error(`${path} names no licence`)
    return [`${name} ${version}: ${named}`, ...texts].join('\n\n')
  })
  return `${[...new Set(parts)].toSorted().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}
