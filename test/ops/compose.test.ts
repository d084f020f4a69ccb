import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { variablesOf } from './helm/settings-table.ts'
import { at, entriesAt } from './helm/manifest.ts'
import { composeJudge } from './schemas/validator.ts'

const file = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const TEXT = file('docker-compose.yml')
const documented = variablesOf(file('docs/settings.md'))
const judge = composeJudge()

const services = (compose: unknown): readonly (readonly [string, unknown])[] => entriesAt(compose, 'services')
/** `${NAME}`, `${NAME:-default}`, `${NAME:?text}`, `$NAME`; `$$` is a dollar. */
const variablesIn = (text: string): readonly string[] =>
  [...text.replaceAll('$$', '').matchAll(/\$\{?([A-Z_]+)/g)].map(([, name = '']) => name)

/** The faults of a compose file beyond its schema. */
function wrongIn(text: string): readonly string[] {
  const compose: unknown = parse(text, { merge: true })
  const names = services(compose).map(([name]) => name)
  const targets = services(compose).flatMap(([name, service]) =>
    entriesAt(service, 'depends_on').map(([target, how]) => ({ name, target, condition: at(how, 'condition') })),
  )
  // Comments of the file describe the variables that only compose has.
  const comments = text
    .split('\n')
    .filter((line) => line.trimStart().startsWith('#'))
    .join('\n')
  const used = variablesIn(
    text
      .split('\n')
      .filter((line) => !line.trimStart().startsWith('#'))
      .join('\n'),
  )
  return [
    ...judge(compose),
    ...targets
      .filter(({ target }) => !names.includes(target))
      .map(({ name, target }) => `${name} waits for ${target}, which is not there`),
    ...targets
      .filter(
        ({ target, condition }) =>
          condition === 'service_healthy' && at(compose, `services.${target}.healthcheck`) === undefined,
      )
      .map(({ name, target }) => `${name} waits for the health of ${target}, which has no check`),
    ...used
      .filter((name) => !documented.includes(name) && !comments.includes(name))
      .map((name) => `${name} is documented nowhere`),
    ...services(compose).flatMap(([name, service]) =>
      unpinned(String(at(service, 'image') ?? ''), at(service, 'build') !== undefined).map(
        (image) => `${name}: ${image} is not pinned`,
      ),
    ),
    ...services(compose).flatMap(([name, service]) =>
      entriesAt(service, 'environment')
        .map(([variable]) => variable)
        .filter((variable) => at(service, 'build') !== undefined && !documented.includes(variable))
        .map((variable) => `${name}: ${variable} is documented nowhere`),
    ),
  ]
}

/** An image that another party could move; an image that is built here has no version. */
function unpinned(image: string, builtHere: boolean): readonly string[] {
  if (builtHere) return []
  const [, tag = ''] = /:([^:/]+)$/.exec(image.replace(/\$\{[A-Z_]+:-([^}]+)\}/g, '$1')) ?? []
  return /^\d/.test(tag) ? [] : [image]
}

describe('docker-compose.yml', () => {
  it('is valid by the published schema, waits only for what is there, documents its variables and pins its images', () => {
    expect(services(parse(TEXT, { merge: true })).map(([name]) => name)).toEqual(
      expect.arrayContaining(['postgres', 'temporal', 'migrate', 'api', 'worker']),
    )
    expect(wrongIn(TEXT)).toEqual([])
  })

  it('starts the programs that the image has', () => {
    const compose: unknown = parse(TEXT, { merge: true })
    const commands = services(compose)
      .filter(([, service]) => at(service, 'build') !== undefined)
      .map(([, service]) => at(service, 'command'))
    expect(commands).toEqual([
      ['node', 'ops/migrate.ts'],
      ['node', 'api/main.ts'],
      ['node', 'worker/main.ts'],
    ])
  })

  it.each([
    ['a key with a typo', 'healthcheck:', 'healtcheck:'],
    ['a number for a list of ports', '- "8080:8080"', '- {port: 8080}'],
    ['an unknown condition', 'condition: service_healthy', 'condition: service_is_healthy'],
    ['an object for a word', 'restart: unless-stopped', 'restart: {policy: always}'],
    ['an unknown dependency', 'postgres: { condition', 'postgresql: { condition'],
    [
      'a wait for an unknown check',
      'temporal-namespace: { condition: service_completed_successfully }',
      'temporal-namespace: { condition: service_healthy }',
    ],
    ['an undocumented variable', '${ENCRYPTION_KEYS:?', '${ENCRYPTON_KEYS:?'],
    ['an undocumented setting', 'PUBLIC_URL: ${', 'PUBLIC_URI: ${'],
    ['an image of any version', 'postgres:18', 'postgres'],
    ['the latest image', 'temporalio/server:${TEMPORAL_VERSION:-1.31.0}', 'temporalio/server:latest'],
  ])('would not pass with %s', (_, from, to) => {
    expect(TEXT).toContain(from)
    expect(wrongIn(TEXT.replace(from, to))).not.toEqual([])
  })
})
