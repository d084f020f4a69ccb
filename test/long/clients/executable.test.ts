import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { buildPerson } from '../../build/person.ts'
import { bash, type Shell } from '../../support/bash.ts'
import { EXECUTABLE, withFolder } from '../../support/cli.ts'
import { connect } from '../../support/oauth.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { statement } from '../../../db/statement.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

/** A shell that finds `svc` on its PATH, with its own home folder. */
const shell = (folder: string, script: string, more: Readonly<Record<string, string>> = {}): Promise<Shell> =>
  bash(`cd '${folder}'\n${script}`, {
    PATH: `${folder}/bin:${process.env['PATH']}`,
    HOME: folder,
    SVC_BASE_URL: service.url,
    SVC_API_KEY: service.workspace.keys.test,
    ...more,
  })

const inFolder = <T>(work: (folder: string) => Promise<T>): Promise<T> =>
  withFolder(async (folder) => {
    await mkdir(join(folder, 'bin'))
    await symlink(EXECUTABLE, join(folder, 'bin/svc'))
    return work(folder)
  })

describe('svc as an executable', () => {
  it('does the first steps: discover, inspect, run; help and version without a service', () =>
    inFolder(async (folder) => {
      const { stdout } = await shell(
        folder,
        `
      svc discover 'work email of a person' --limit 1 | tail -1
      svc inspect contact.find | head -1
      svc run contact.find full_name='Ada Example' domain=example.com | head -1
      svc --help | grep -A1 'Exit codes'
      svc --version
    `,
      )
      expect(stdout).toMatch(
        /^contact\.find .*\ncontact\.find {2}Find a work email\nsucceeded {2}contact\.find {2}simulated\nExit codes:\n +0 {2}success.*\n\d+\.\d+\.\d+\n$/,
      )
    }))

  it('ends with its documented exit codes', () =>
    inFolder(async (folder) => {
      const { stdout } = await shell(
        folder,
        `
      exec 2>/dev/null
      t() { svc "$@" >/dev/null; echo -n "$? "; }
      t wallet
      t run contact.find full_name='Ada +error' domain=example.com
      t run contact.find
      t wallet --key svc_test_none
      t inspect nothing
      t run contact.find full_name=Ada domain=example.com --max-cost 0.001
      t wallet --base-url http://127.0.0.1:9
    `,
      )
      expect(stdout.trim()).toBe('0 1 2 3 4 5 6')
    }))

  it('ends quietly when the next program has read enough', () =>
    inFolder(async (folder) => {
      const { stdout, stderr } = await shell(
        folder,
        'set -o pipefail\nsvc api GET /openapi.json | head -c 20; echo " $?"\nsvc errors | head -1 | cut -c1-4; echo "$?"',
      )
      expect(stderr).toBe('')
      expect(stdout).toMatch(/^\{.{19} 0\nCODE\n0\n$/)
    }))

  it('reads standard input, and files by @', () =>
    inFolder(async (folder) => {
      await writeFile(join(folder, 'q.json'), '{"query":"work email","limit":1}')
      const { stdout } = await shell(
        folder,
        `svc api POST /v1/discover -d @q.json | grep -c contact.find; svc api POST /v1/discover -d - < q.json | grep -c contact.find`,
      )
      expect(stdout).toBe('1\n1\n')
    }))

  it('stores credentials where only their owner reads them', () =>
    inFolder(async (folder) => {
      const { code, stderr } = await shell(
        folder,
        `umask 0; printf '%s\\n' "$KEY" | svc login --base-url "$SVC_BASE_URL" --key - && unset SVC_API_KEY SVC_BASE_URL && svc whoami >/dev/null`,
        { KEY: service.workspace.keys.test },
      )
      expect({ code, leaked: stderr.includes(service.workspace.keys.test) }).toEqual({ code: 0, leaked: false })
      const kept = join(folder, '.config/svc')
      expect(await readdir(kept)).toEqual(['config.json'])
      expect([(await stat(kept)).mode & 0o777, (await stat(join(kept, 'config.json'))).mode & 0o777]).toEqual([
        0o700, 0o600,
      ])
      expect(JSON.parse(await readFile(join(kept, 'config.json'), 'utf8'))).toEqual({
        base_url: service.url,
        test_key: service.workspace.keys.test,
      })
    }))

  it('signs in through the browser, and replaces an ended token once for processes that run at once', () =>
    inFolder(async (folder) => {
      const person = await buildPerson(service.db, service.workspace.id)
      const login = spawn(EXECUTABLE, ['login', '--base-url', service.url, '--no-browser'], {
        env: { ...process.env, HOME: folder },
      })
      const ended = once(login, 'exit')
      let output = ''
      login.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
      const page = () => /http\S+authorize\S+/.exec(output)?.[0] ?? ''
      await until(
        async () => page(),
        (url) => url !== '',
      )
      await fetch(await connect({ url: new URL(page()), state: '', verifier: '' }, person))
      expect(await ended).toEqual([0, null])
      const path = join(folder, '.config/svc/config.json')
      expect((await stat(path)).mode & 0o777).toBe(0o600)
      const kept = JSON.parse(await readFile(path, 'utf8'))
      await writeFile(path, JSON.stringify({ ...kept, app_token_ends_at: '2026-01-01T00:00:00.000Z' }))
      const { stdout } = await shell(
        folder,
        `unset SVC_API_KEY
        for i in 1 2 3; do { svc whoami >/dev/null; echo $?; } & done; wait; svc wallet >/dev/null; echo $?`,
      )
      expect(stdout).toBe('0\n0\n0\n0\n')
      expect(await readdir(join(folder, '.config/svc'))).toEqual(['config.json'])
      expect(JSON.parse(await readFile(path, 'utf8'))).not.toHaveProperty('app_token', kept.app_token)
    }))

  it('finds the credentials of a local start in its folder, and drops them for another address', () =>
    inFolder(async (folder) => {
      await mkdir(join(folder, '.data'))
      await writeFile(
        join(folder, '.data/credentials.json'),
        JSON.stringify({
          base_url: service.url,
          test_key: service.workspace.keys.test,
          live_key: service.workspace.keys.live,
        }),
      )
      const { stdout, stderr } = await shell(
        folder,
        `
      unset SVC_API_KEY SVC_BASE_URL
      svc whoami --json | grep -o '"environment":"[a-z]*"'
      svc whoami --live --json | grep -o '"environment":"[a-z]*"'
      svc whoami --base-url "$OTHER"; echo $?
    `,
        { OTHER: service.url.replace('127.0.0.1', 'localhost') },
      )
      expect(stdout).toBe('"environment":"test"\n"environment":"live"\n3\n')
      expect(stderr).toContain('unauthorized')
    }))

  it('reports on Ctrl-C that the run continues, and exits 130', () =>
    inFolder(async (folder) => {
      const child = spawn(
        join(folder, 'bin/svc'),
        ['run', 'contact.find', 'full_name=Ada +slow-6', 'domain=example.com', '--wait', '60'],
        {
          cwd: folder,
          detached: true,
          stdio: ['ignore', 'pipe', 'pipe'],
          env: {
            PATH: process.env['PATH'],
            HOME: folder,
            SVC_BASE_URL: service.url,
            SVC_API_KEY: service.workspace.keys.test,
          },
        },
      )
      let stderr = ''
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        stderr += text
      })
      const ended = new Promise<number | null>((resolve) => {
        child.on('close', resolve)
      })
      const running = () =>
        service.db.query(
          statement({ name: 'test_running', effect: false, text: `select status from run where status = 'running'` }),
          {},
        )
      await until(running, (rows) => rows.length > 0, 60)
      // As a terminal does: to the entire group, the program that was started and the Node that it started.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT')
      expect(await ended).toBe(130)
      expect(stderr).toMatch(/Interrupted before the service answered\. If a run was created, it continues/)
      expect(await running()).not.toEqual([])
    }))
})
