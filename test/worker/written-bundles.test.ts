import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { bundleWorkflows, workerBundle, writeBundles } from '../../worker/workflow-bundle.ts'

it('a worker finds the bundle of each kind of worker in the folder, as it would have made it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bundles-'))
  try {
    await writeBundles(folder)
    expect(readdirSync(folder)).toHaveLength(4)
    const version = { deploymentName: 'service', buildId: 'v2' }
    for (const kind of [
      { version, traced: false },
      { version: null, traced: true },
    ])
      expect((await workerBundle(folder, kind)).code === (await bundleWorkflows(kind)).code).toBe(true)
    await expect(workerBundle(join(folder, 'none'), { version: null, traced: false })).rejects.toThrow('none')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 120_000)
