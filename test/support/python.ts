import { spawnSync } from 'node:child_process'
import { describeOnlyWith } from './only-with.ts'

const NO_PYTHON = 'there is no python3 of 3.11 or newer with venv'

/** Tests that install Python packages. */
export function describeWithPython(name: string, tests: () => void): void {
  const { status } = spawnSync('python3', ['-c', 'import sys, venv, ensurepip; assert sys.version_info >= (3, 11)'])
  describeOnlyWith({ found: status === 0 ? 'python3' : null, missing: NO_PYTHON }, name, tests)
}
