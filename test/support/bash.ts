import { spawn } from 'node:child_process'

export interface Shell {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a script in a real bash, without a user's settings; `env` in addition to the PATH. */
export function bash(script: string, env: Readonly<Record<string, string>> = {}): Promise<Shell> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['--norc', '--noprofile', '-s'], {
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const written = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      written.stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      written.stderr += text
    })
    child.on('error', reject).on('close', (code) => resolve({ code: code ?? -1, ...written }))
    child.stdin.end(script)
  })
}

/** What bash makes of lines that are pasted into it one after the other: the words that each hands to `svc`. */
export async function wordsOf(lines: readonly string[]): Promise<string[][]> {
  const { code, stdout, stderr } = await bash(`svc() { printf '%s\\0' "$#" "$@"; }\n${lines.join('\n')}\n`)
  if (code !== 0 || stderr !== '') throw new Error(`bash ended with ${code}: ${stderr}`)
  const words = stdout.split('\0')
  const read: string[][] = []
  for (let index = 0; index < words.length - 1;) {
    const count = Number(words[index])
    read.push(words.slice(index + 1, index + 1 + count))
    index += 1 + count
  }
  return read
}
