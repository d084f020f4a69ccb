import { expect } from '@jest/globals'
import { bash } from '../../support/bash.ts'
import type { SharedService } from '../../support/service.ts'

/** The blocks of a language in a text, also those within an item of a list. */
export const blocksOf = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^( *)\`\`\`${language}\\n([^]*?)^\\1\`\`\`$`, 'gm'))].map(
    ([, indent = '', block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  )

interface TypedCommands {
  /** The statuses of the answers that the shell shows, in their order. */
  readonly statuses: readonly number[]
  /** How many requests are sent so that their answers are shown. */
  readonly requests: number
  readonly stdout: string
}

/** Types commands into one shell, at the URL of the service and with a sandbox key. Each begins with curl. */
export async function typeCommands(
  blocks: readonly string[],
  service: SharedService,
  key: string = service.workspace.keys.test,
): Promise<TypedCommands> {
  for (const block of blocks) expect(block).toMatch(/^(?:curl|[A-Z]+=\$\(curl) /)
  const script = blocks.join('\n').replaceAll('https://api.example.com', service.url)
  const { code, stdout, stderr } = await bash(
    `curl() { command curl -w '\\nstatus %{http_code}\\n' "$@"; }\nset -o errexit\n${script}`,
    { SVC_API_KEY: key },
  )
  expect([code, stderr]).toEqual([0, ''])
  const statuses = [...stdout.matchAll(/^status (\d+)$/gm)].map(([, status]) => Number(status))
  return { statuses, requests: (script.match(/^curl /gm) ?? []).length, stdout }
}
