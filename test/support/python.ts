import { spawnSync } from 'node:child_process'
import { describe } from '@jest/globals'

const NO_PYTHON = 'there is no python3 of 3.11 or newer with venv'

/** Tests that install Python packages: left out, by name, where there is no Python. */
export function describeWithPython(name: string, tests: () => void): void {
  const { status } = spawnSync('python3', ['-c', 'import sys, venv, ensurepip; assert sys.version_info >= (3, 11)'])
  if (status === 0) describe(name, tests)
  else describe.skip(`${name} (left out: ${NO_PYTHON})`, tests)
}
