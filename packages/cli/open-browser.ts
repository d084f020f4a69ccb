import { spawn } from 'node:child_process'

type Environment = Readonly<Record<string, string | undefined>>

/** A program that still runs after this time has shown the page, or is the browser itself. */
const STARTED_MS = 2_000

/** Opens a page in the person's browser; false where there is none, as on a server without a screen. */
export function openBrowser(url: string, env: Environment): Promise<boolean> {
  const command = commandFor(process.platform, env)
  if (command === null) return Promise.resolve(false)
  const [program, ...words] = command
  return new Promise((resolve) => {
    const child = spawn(program, [...words, url], { stdio: 'ignore', detached: true })
    const timer = setTimeout(() => resolve(true), STARTED_MS)
    const end = (opened: boolean): void => {
      clearTimeout(timer)
      resolve(opened)
    }
    child.once('error', () => end(false))
    child.once('exit', (code) => end(code === 0))
    child.unref()
  })
}

function commandFor(platform: NodeJS.Platform, env: Environment): readonly [string, ...string[]] | null {
  switch (platform) {
    case 'darwin':
      return ['open']
    case 'win32':
      return ['rundll32', 'url.dll,FileProtocolHandler']
    default:
      return (env['DISPLAY'] ?? '') === '' && (env['WAYLAND_DISPLAY'] ?? '') === '' ? null : ['xdg-open']
  }
}
