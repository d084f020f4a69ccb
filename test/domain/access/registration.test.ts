import { describe, expect, it } from '@jest/globals'
import { isOurResource, knownScopes } from '../../../domain/access/resources.ts'
import { APP_NAME_PATTERN, refusalOfRedirectUri } from '../../../domain/access/registration.ts'

describe('where an app may receive its codes', () => {
  it.each([
    'https://app.example.com/callback',
    'https://app.example.com:8443/callback?tenant=1',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:8080/',
    'http://localhost:3000/cb',
    'http://[::1]:9999/cb',
    'cursor://anysphere.cursor-retrieval/oauth/callback',
    'com.example.app:/oauth',
    'vscode://publisher.extension/cb',
    'com.googleusercontent.apps.123-abc:/oauth2redirect',
    'io.github.someone:/cb',
    'uk.co.example:/cb',
    'CURSOR://x/cb',
    'vscode-insiders://x/cb',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'raycast://oauth?package_name=Extension',
    'vscode://publisher.extension/did-authenticate',
  ])('%s', (uri) => {
    expect(refusalOfRedirectUri(uri)).toBeNull()
  })

  it.each([
    ['javascript:alert(1)', 'scheme'],
    ['JavaScript:alert(1)', 'scheme'],
    ['data:text/html,<script>', 'scheme'],
    ['vbscript:x', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['blob:https://example.com/x', 'scheme'],
    ['about:blank', 'scheme'],
    ['view-source:https://example.com', 'scheme'],
    ['mailto:ada@example.com', 'scheme'],
    ['wss://example.com/', 'scheme'],
    ...[
      'search-ms:query=x&crumb=location:evil',
      'ms-msdt:/id',
      'feed:javascript:alert(1)',
      'ssh://-oProxyCommand=calc',
      'chrome-extension://abc/x',
      'smb://evil.example/x',
      'mhtml:https://evil.example/x',
      'itms-services://?action=download-manifest',
      'livescript:alert(1)',
      'mocha:alert(1)',
      'wyciwyg://0/x',
      'ms-settings:privacy',
      'moz-extension://abc/x',
      'ms-word:ofe|u|https://evil.example/x',
      'myapp://callback',
      'x://cb',
      'steam://run/1',
      'ftp://example.com/',
      'intent:#Intent',
      'web+app://x',
      // These look like an address, but are not a domain name, or they belong to the operating system.
      'soap.beep://x',
      'z39.50r://x',
      'iris.lwz://x',
      'a.b:/cb',
      'com:/cb',
      'uk.co:/cb',
      'com..app:/cb',
      'microsoft.windows.camera:',
      'com.apple.preferences:/x',
      'com.app.:/x',
      'net.tcp://x',
      'net.pipe://x',
    ].map((uri): [string, string] => [uri, uri.includes('#') ? 'fragment' : 'scheme']),
    // These are the schemes of known apps, but not their callbacks.
    ['cursor://anysphere.cursor-deeplink/mcp/install?name=x&config=y', 'a callback of cursor'],
    ['vscode://file/etc/passwd', 'a callback of vscode'],
    ['raycast://extensions/x/y?callback=1', 'a callback of raycast'],
    ...[
      'cursor://anysphere.cursor-deeplink/mcp/install/callback?name=x&config=abc',
      'cursor://anysphere.cursor-deeplink/mcp/install/callback',
      'vscode://vscode-remote/ssh-remote+auth.evil.example/home/x',
      'vscode://file/home/auth',
      'zed://ssh/auth.evil.example/x',
      'zed://agent/auth',
      'goose://extension/auth?cmd=npx',
      'raycast://extensions/evil/auth',
      'warp://launch/auth',
      'vscode:mcp/install/auth?%7B',
      'windsurf://codeium.windsurf/mcp/install/redirect',
      'kiro://kiro.mcp/add/callback?name=x',
      'cursor://anysphere.cursor-mcp/oauth/callback?next=x',
    ].map((uri): [string, string] => [uri, 'a callback of']),
    ['http://app.example.com/callback', 'https'],
    ['http://127.0.0.1.example.com/', 'https'],
    ['http://10.0.0.1/cb', 'https'],
    ['http://0.0.0.0/cb', 'https'],
    ['https://localhost/cb', 'http'],
    ['https://app.example.com/callback#top', 'fragment'],
    ['https://app.example.com/callback#', 'fragment'],
    ['https://user@app.example.com/', 'user part'],
    ['https://user:secret@app.example.com/', 'user part'],
    ['https://app.example.com\\@evil.example/', 'backslash'],
    ['/callback', 'absolute'],
    ['', 'absolute'],
    ['https://app.example.com/a b', 'blanks'],
    [' https://app.example.com/', 'blanks'],
    ['https://app.example.com/\n', 'blanks'],
    ['https://exämple.com/', 'ASCII'],
    ['java\tscript:alert(1)', 'blanks'],
    ['https://a;sandbox/', 'host'],
    ['https://a,b.example.com/', 'host'],
    ["https://a'b.example.com/", 'host'],
    ['https://a*.example.com/', 'host'],
    ['https:app.example.com/callback', 'host'],
    ['https:/app.example.com/callback', 'host'],
    ['https:///app.example.com/callback', 'host'],
  ])('not %j', (uri, why) => {
    expect(refusalOfRedirectUri(uri)).toContain(why)
  })
})

describe('the name of an app', () => {
  const fits = (name: string): boolean => new RegExp(APP_NAME_PATTERN, 'u').test(name)

  it('is what people read', () => {
    expect(['Claude', 'Ada’s <b>app</b>', 'アプリ', '🔑 Keys'].map(fits)).toEqual([true, true, true, true])
    expect(['a\u202egnp.exe', 'a\u0000b', 'a\nb', 'a\u200bb', ''].map(fits)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ])
    expect([' ', ' a', '\u3164', 'a\u3164', '\u2800', '\u0301'].map(fits)).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
    ])
  })
})

describe('the API that a token is for', () => {
  const OURS = 'https://api.example.com'

  it.each([OURS, `${OURS}/`, `${OURS}/v1`, `${OURS}/v1/`, `${OURS}/mcp`])('%s is this API', (resource) => {
    expect(isOurResource(OURS, resource)).toBe(true)
  })

  it.each([
    'https://other.example.com',
    'https://other.example.com/v1',
    'https://other.example.com/mcp',
    `${OURS}.evil.example`,
    `${OURS}/v1/events`,
    `${OURS}//`,
    `${OURS}/v2`,
    'http://api.example.com',
    `${OURS}:8443`,
    `${OURS}?x=1`,
    '',
  ])('%s is not', (resource) => {
    expect(isOurResource(OURS, resource)).toBe(false)
  })

  it('finds the scopes that it knows in a request, each once', () => {
    expect(knownScopes('openid write read offline_access read')).toEqual(['read', 'write'])
    expect([knownScopes('openid'), knownScopes(''), knownScopes('READ read:all')]).toEqual([[], [], []])
  })
})
