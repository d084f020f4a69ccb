import semver from 'semver'
import { pythonVersion } from '../../api/version.ts'

/** A place that states the version of the service, its clients or its chart: `before`, the version, `after`. */
interface Place {
  readonly file: string
  readonly before: string
  readonly after: string
  /** The form of the version there; npm's, unless it says so. */
  readonly python?: true
}

/** Every place that states the version. A test finds those that are missing here. */
export const PLACES: readonly Place[] = [
  { file: 'package.json', before: '  "version": "', after: '",\n' },
  { file: 'package-lock.json', before: '  "name": "routed-data-service",\n  "version": "', after: '",\n' },
  { file: 'package-lock.json', before: '      "name": "routed-data-service",\n      "version": "', after: '",\n' },
  { file: 'package-lock.json', before: '      "name": "routed-data-client",\n      "version": "', after: '",\n' },
  { file: 'package-lock.json', before: '      "name": "routed-data-cli",\n      "version": "', after: '",\n' },
  { file: 'package-lock.json', before: '        "routed-data-client": "', after: '"\n' },
  { file: 'packages/client/package.json', before: '  "version": "', after: '",\n' },
  { file: 'packages/cli/package.json', before: '  "version": "', after: '",\n' },
  { file: 'packages/cli/package.json', before: '    "routed-data-client": "', after: '"\n' },
  { file: 'packages/cli/version.ts', before: "export const VERSION = '", after: "'\n" },
  { file: 'packages/client/transport.ts', before: "const USER_AGENT = 'svc-client/", after: "'\n" },
  { file: 'packages/client/README.md', before: 'routed-data-client-', after: '.tgz' },
  { file: 'packages/cli/README.md', before: 'routed-data-cli-', after: '.tgz' },
  { file: 'packages/python/README.md', before: 'routed_data_client-', after: '-py3-none-any.whl', python: true },
  { file: 'ops/helm/Chart.yaml', before: '\nversion: ', after: '\n' },
  { file: 'ops/helm/Chart.yaml', before: '\nappVersion: "', after: '"\n' },
  { file: 'README.md', before: '\nVersion ', after: ';' },
]

/** Why this cannot be the version after the one of today, as a sentence; null if it can. */
export function refusalOf(version: string, today: string): string | null {
  const example = semver.inc(today, 'prerelease', 'rc')
  if (semver.valid(version) !== version || !/^\d+\.\d+\.\d+(?:-rc\.\d+)?$/.test(version))
    return `"${version}" is no version; write one such as ${example}.`
  return semver.gt(version, today) ? null : `${version} is not after ${today}.`
}

/** The version that a place states in the text of its file; an error where it states none. */
export function statedAt({ file, before, after }: Place, text: string): string {
  const start = text.indexOf(before) + before.length
  const end = text.indexOf(after, start)
  const stated = text.slice(start, end)
  if (start < before.length || end < 0 || !/^[\w.-]+$/.test(stated))
    throw new Error(`${file} states no version between "${before}" and "${after}"`)
  return stated
}

/** The text of a file whose places state another version. */
export function withVersion(file: string, text: string, version: string): string {
  return PLACES.filter((place) => place.file === file).reduce((all, place) => {
    const stated = statedAt(place, all)
    const wanted = place.python === true ? pythonVersion(version) : version
    return all.replaceAll(`${place.before}${stated}${place.after}`, `${place.before}${wanted}${place.after}`)
  }, text)
}

/** Places that state another version than this one, as `file: version`. */
export const differing = (version: string, read: (file: string) => string): string[] =>
  PLACES.flatMap((place) => {
    const stated = statedAt(place, read(place.file))
    return stated === (place.python === true ? pythonVersion(version) : version) ? [] : [`${place.file}: ${stated}`]
  })
