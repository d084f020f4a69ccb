import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { findManifest } from '../../../activities/providers/manifests.ts'

const FOLDER = join(import.meta.dirname, '../../fixtures')
const providers = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .filter((slug) => findManifest(slug) !== undefined)
const files = providers.flatMap((provider) => readdirSync(join(FOLDER, provider)).map((file) => join(provider, file)))

describe('a recorded answer', () => {
  it.each(files)('%s names the source of its shape and how far to trust it', (file) => {
    const content: Record<string, unknown> = JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))
    expect(String(content.source).length).toBeGreaterThan(10)
    expect(['A', 'B']).toContain(content.grade)
  })
})
