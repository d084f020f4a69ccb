import { describe, expect, it } from '@jest/globals'
import {
  configPath,
  parseStored,
  readBaseUrl,
  resolveCredentials,
  resolveForPerson,
  type Sources,
  withLogin,
} from '../../../packages/cli/config.ts'

const CLOUD = 'https://api.example.com'
const LOCAL = 'http://127.0.0.1:8080'
const config = {
  base_url: CLOUD,
  test_key: 'svc_test_config',
  live_key: 'svc_live_config',
  session_token: 'svc_sess_config',
}
const local = {
  base_url: LOCAL,
  test_key: 'svc_test_local',
  live_key: 'svc_live_local',
  session_token: 'svc_sess_local',
}
const NONE: Sources = {
  flags: {},
  env: {},
  config: null,
  local: null,
  files: { config: '/home/ada/.config/svc/config.json', local: '/home/ada/clone/.data/credentials.json' },
}
const resolved = (sources: Partial<Sources>) => {
  const answer = resolveCredentials({ ...NONE, ...sources })
  return answer.kind === 'refused'
    ? answer.message
    : [answer.credentials.baseUrl, answer.credentials.token, answer.credentials.environment]
}

describe('credentials', () => {
  it.each<[string, Partial<Sources>, unknown]>([
    ['no files: a local start, without a key', {}, [LOCAL, null, null]],
    ['a local start in the folder: its sandbox key', { local }, [LOCAL, 'svc_test_local', null]],
    ['its live key', { local, flags: { environment: 'live' } }, [LOCAL, 'svc_live_local', null]],
    [
      'its session, in the sandbox',
      { local, flags: { session: true, environment: 'test' } },
      [LOCAL, 'svc_sess_local', 'test'],
    ],
    ["the person's file before the folder's", { config, local }, [CLOUD, 'svc_test_config', null]],
    ['a live key only', { config: { base_url: CLOUD, live_key: 'svc_live_only' } }, [CLOUD, 'svc_live_only', null]],
    [
      'a session in the sandbox, where there is no key of it',
      {
        config: { base_url: CLOUD, live_key: 'svc_live_a', session_token: 'svc_sess_only' },
        flags: { environment: 'test' },
      },
      [CLOUD, 'svc_sess_only', 'test'],
    ],
    ['a session only', { config: { base_url: CLOUD, session_token: 'svc_sess_only' } }, [CLOUD, 'svc_sess_only', null]],
    [
      "the environment before the files, at the address of the person's file",
      { env: { key: 'svc_live_env' }, config },
      [CLOUD, 'svc_live_env', null],
    ],
    [
      'the key before the session of the environment',
      { env: { key: 'svc_test_env', session: 'svc_sess_env' } },
      [LOCAL, 'svc_test_env', null],
    ],
    [
      'the session where a flag selects it',
      { env: { key: 'svc_test_env', session: 'svc_sess_env' }, flags: { session: true } },
      [LOCAL, 'svc_sess_env', null],
    ],
    [
      'the stored session next to a key of the environment',
      { env: { key: 'svc_test_env' }, config, flags: { session: true } },
      [CLOUD, 'svc_sess_config', null],
    ],
    [
      'flags before everything',
      {
        flags: { baseUrl: 'http://127.0.0.1:9/', key: 'svc_app_flag', environment: 'test' },
        env: { key: 'svc_live_env', baseUrl: CLOUD },
        config,
        local,
      },
      ['http://127.0.0.1:9', 'svc_app_flag', 'test'],
    ],
    [
      'a sign-in in the browser, in the sandbox',
      { config: { base_url: CLOUD, app_token: 'svc_app_a' } },
      [CLOUD, 'svc_app_a', 'test'],
    ],
    [
      'a sign-in in the browser where there is no key of the environment',
      { config: { base_url: CLOUD, app_token: 'svc_app_a', test_key: 'svc_test_a' }, flags: { environment: 'live' } },
      [CLOUD, 'svc_app_a', 'live'],
    ],
    [
      'a key before a sign-in',
      { config: { base_url: CLOUD, app_token: 'svc_app_a', test_key: 'svc_test_a' } },
      [CLOUD, 'svc_test_a', null],
    ],
    ["no sign-in of a folder's file", { local: { base_url: LOCAL, app_token: 'svc_app_a' } }, [LOCAL, null, null]],
  ])('%s', (_, sources, expected) => {
    expect(resolved(sources)).toEqual(expected)
  })

  it.each<[string, Partial<Sources>, unknown]>([
    [
      'a stored key to another address of the command line',
      { flags: { baseUrl: 'https://evil.example' }, config, local },
      ['https://evil.example', null, null],
    ],
    [
      'a stored key to another address of the environment',
      { env: { baseUrl: 'https://evil.example' }, config },
      ['https://evil.example', null, null],
    ],
    [
      'a key of the environment to an address that a folder names',
      { env: { key: 'svc_live_env' }, local: { ...local, base_url: 'https://evil.example' } },
      [LOCAL, 'svc_live_env', null],
    ],
    [
      'a key of the command line to an address that a folder names',
      { flags: { key: 'svc_live_flag' }, local: { ...local, base_url: 'http://10.0.0.1' } },
      [LOCAL, 'svc_live_flag', null],
    ],
  ])('is never sent to another service: %s', (_, sources, expected) => {
    expect(resolved(sources)).toEqual(expected)
  })

  it.each<[string, Partial<Sources>, unknown]>([
    ['the session, in the environment of the key', { local }, [LOCAL, 'svc_sess_local', 'test']],
    [
      'in the live one where that is selected',
      { local, flags: { environment: 'live' } },
      [LOCAL, 'svc_sess_local', 'live'],
    ],
    [
      'the stored session next to a key of the environment',
      { env: { key: 'svc_live_env' }, config },
      [CLOUD, 'svc_sess_config', 'live'],
    ],
    ['a key of the command line', { config, flags: { key: 'svc_test_flag' } }, [CLOUD, 'svc_test_flag', null]],
    [
      'the key where no session is stored',
      { config: { base_url: CLOUD, test_key: 'svc_test_a' } },
      [CLOUD, 'svc_test_a', null],
    ],
    ['no session of another service', { config, flags: { baseUrl: LOCAL } }, [LOCAL, null, null]],
  ])('where only a person may act, is %s', (_, sources, expected) => {
    const answer = resolveForPerson({ ...NONE, ...sources })
    expect(
      answer.kind === 'resolved'
        ? [answer.credentials.baseUrl, answer.credentials.token, answer.credentials.environment]
        : answer.message,
    ).toEqual(expected)
  })

  it('goes to the address that it was stored with, however that is chosen', () => {
    expect(resolved({ flags: { baseUrl: `${LOCAL}/` }, config, local })).toEqual([LOCAL, 'svc_test_local', null])
    expect(resolved({ env: { baseUrl: CLOUD }, config, local })).toEqual([CLOUD, 'svc_test_config', null])
  })

  it('is refused in the other environment, and with an invalid address', () => {
    expect(resolved({ env: { key: 'svc_test_env' }, flags: { environment: 'live' } })).toMatch(
      /SVC_API_KEY belongs to the sandbox/,
    )
    for (const baseUrl of ['127.0.0.1:8080', 'ftp://x', 'https://user:secret@x.example', 'https://x.example?a=1', ''])
      expect(resolved({ flags: { baseUrl } })).toMatch(/not the URL/)
  })

  it('names the reason when there is none', () => {
    const why = (sources: Partial<Sources>) => {
      const answer = resolveCredentials({ ...NONE, ...sources })
      return answer.kind === 'resolved' ? answer.credentials.why : null
    }
    expect(why({ flags: { baseUrl: 'https://evil.example' }, config })).toBe(
      `The stored credentials are for ${CLOUD}, and were not sent to https://evil.example.`,
    )
    expect(why({ flags: { environment: 'live' }, config: { base_url: CLOUD, test_key: 'svc_test_x' } })).toBe(
      'The config file has no key of the live environment.',
    )
    expect(why({ local, flags: { environment: 'live', session: true }, env: {} })).toBeNull()
    expect(why({ config })).toBeNull()
  })
})

describe('the config file', () => {
  it('stores a credential of each kind for one address, and starts empty with another', () => {
    const first = withLogin(null, { baseUrl: CLOUD, key: 'svc_test_a', session: null })
    const second = withLogin(first, { baseUrl: CLOUD, key: 'svc_live_b', session: 'svc_sess_c' })
    expect(second).toEqual({
      base_url: CLOUD,
      test_key: 'svc_test_a',
      live_key: 'svc_live_b',
      session_token: 'svc_sess_c',
    })
    expect(withLogin(null, { baseUrl: CLOUD, key: 'svc_app_e', session: null })).toEqual({
      base_url: CLOUD,
      session_token: 'svc_app_e',
    })
    expect(withLogin(second, { baseUrl: LOCAL, key: 'svc_test_d', session: null })).toEqual({
      base_url: LOCAL,
      test_key: 'svc_test_d',
    })
  })

  it('is in the folder of XDG_CONFIG_HOME, unless that is not a folder', () => {
    expect(configPath({ homeDir: '/home/a', xdgConfigHome: undefined })).toBe('/home/a/.config/svc/config.json')
    expect(configPath({ homeDir: '/home/a', xdgConfigHome: '/etc/a' })).toBe('/etc/a/svc/config.json')
    expect(configPath({ homeDir: '/home/a', xdgConfigHome: 'relative' })).toBe('/home/a/.config/svc/config.json')
  })

  it('ignores unknown members', () => {
    expect(
      parseStored('{"base_url":"https://a.example","test_key":"k","live_key":5,"password":"x","session_token":""}'),
    ).toEqual({ base_url: 'https://a.example', test_key: 'k' })
    for (const text of ['', '[]', 'null', '{']) expect(parseStored(text)).toBeNull()
    expect(readBaseUrl('https://a.example/base/')).toBe('https://a.example/base')
  })
})
