import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { judgeAdvisories } from '../../dev/release/advisories.ts'
import { released, unreleased } from '../../dev/release/changelog.ts'
import { pythonVersion } from '../../api/version.ts'
import { differing, PLACES, refusalOf, withVersion } from '../../dev/release/versions.ts'

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const { version: today }: { readonly version: string } = JSON.parse(read('package.json'))

describe('the version', () => {
  it('is the same in every place', () => {
    expect(differing(today, read)).toEqual([])
  })

  it('is written into every place, in the form of its kind', () => {
    const texts = new Map(PLACES.map(({ file }) => [file, withVersion(file, read(file), '7.8.9-rc.10')]))
    expect(differing('7.8.9-rc.10', (file) => texts.get(file) ?? '')).toEqual([])
    expect(texts.get('packages/python/README.md')).toContain('routed_data_client-7.8.9rc10-py3')
    expect(texts.get('packages/client/README.md')).not.toContain(today)
  })

  it('that a place does not state is an error which names the file', () => {
    expect(() => withVersion('README.md', '# Nothing', '1.0.0')).toThrow('README.md')
  })

  it.each([
    ['1.0.0-rc.1', '0.1.0', null],
    ['1.0.0', '1.0.0-rc.2', null],
    ['1.0.0-rc.2', '1.0.0', '1.0.0-rc.2 is not after 1.0.0.'],
    ['1.0.0', '1.0.0', '1.0.0 is not after 1.0.0.'],
    ['1.0', '0.1.0', '"1.0" is no version; write one such as 0.1.1-rc.0.'],
    ['v1.0.0', '0.1.0', '"v1.0.0" is no version; write one such as 0.1.1-rc.0.'],
    ['1.0.0-beta', '0.1.0', '"1.0.0-beta" is no version; write one such as 0.1.1-rc.0.'],
  ])('%s after %s: %s', (version, before, refusal) => {
    expect(refusalOf(version, before)).toBe(refusal)
  })

  it.each([
    ['1.0.0-rc.1', '1.0.0rc1'],
    ['1.0.0', '1.0.0'],
  ])('%s is %s for Python', (version, python) => {
    expect(pythonVersion(version)).toBe(python)
  })
})

describe('the changelog', () => {
  const TEXT = '# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.9.0 (2026-01-01)\n\n- Old.\n'

  it('has a part for what no release has', () => {
    expect(unreleased(TEXT)).toBe('- New.')
    expect(() => unreleased('# Changelog\n')).toThrow('## Unreleased')
    expect(unreleased(read('CHANGELOG.md'))).toBeDefined()
  })

  it('puts it under the version, below an empty part', () => {
    const text = released(TEXT, '1.0.0', '2026-02-03')
    expect(text).toBe(
      '# Changelog\n\n## Unreleased\n\n## 1.0.0 (2026-02-03)\n\n- New.\n\n## 0.9.0 (2026-01-01)\n\n- Old.\n',
    )
    expect(() => released(text, '1.0.1', '2026-02-04')).toThrow('nothing to release')
  })
})

describe('the advisories of the dependencies', () => {
  const advisory = (severity: string) => ({
    source: 1,
    name: 'koa',
    severity,
    title: 'Anything may happen',
    url: 'https://example.com/advisories/GHSA-0000',
  })
  const report = (...via: readonly unknown[]): string => JSON.stringify({ vulnerabilities: { koa: { via } } })
  const allowed = [{ id: 'GHSA-0000', reason: 'The part is not used.', until: '2026-12-31' }]

  it.each([
    ['nothing found', JSON.stringify({ vulnerabilities: {} }), [], 'clean'],
    ['one of moderate severity', report(advisory('moderate')), [], 'clean'],
    ['one of high severity', report(advisory('high')), [], 'refused'],
    ['one of critical severity in a dependency', report('ajv', advisory('critical')), [], 'refused'],
    ['one that is allowed', report(advisory('high')), allowed, 'clean'],
    ['a registry that has none', JSON.stringify({ message: '405 Method Not Allowed' }), [], 'notChecked'],
    ['no registry', '', [], 'notChecked'],
  ])('%s', (_, output, allowing, kind) => {
    expect(judgeAdvisories(output, allowing, '2026-11-29').kind).toBe(kind)
  })

  it('are refused again after the day until which they are allowed', () => {
    expect(judgeAdvisories(report(advisory('high')), allowed, '2026-12-31').text).toContain('The part is not used.')
    expect(judgeAdvisories(report(advisory('high')), allowed, '2027-01-01')).toEqual({
      kind: 'refused',
      text: expect.stringContaining('GHSA-0000 high, koa: Anything may happen'),
    })
  })

  it('are reported as unchecked, with the reason', () => {
    const { text } = judgeAdvisories(JSON.stringify({ message: '405 Method Not Allowed' }), [], '2026-11-29')
    expect(text).toBe('Advisories: NOT CHECKED. 405 Method Not Allowed')
  })
})
