import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ worker: false })
}, 120_000)
afterAll(() => service.stop())

async function open(url: string): Promise<{ status: number; text: string; location: string | null }> {
  const response = await fetch(url, { redirect: 'manual' })
  return { status: response.status, text: await response.text(), location: response.headers.get('location') }
}

describe("the operator's pages", () => {
  it('are linked below the pages, and state when the operator has not published them', async () => {
    for (const page of ['', '/docs', '/api-reference', '/dashboard/sign-in']) {
      const { text } = await open(`${service.url}${page}`)
      for (const path of ['/terms', '/privacy', '/imprint'])
        expect([page, text]).toEqual([page, expect.stringContaining(`href="${path}"`)])
    }
    for (const path of ['/terms', '/privacy', '/imprint'])
      expect(await open(`${service.url}${path}`)).toMatchObject({
        status: 200,
        text: expect.stringContaining('The operator of this service has not published its'),
      })
    expect(await open(`${service.url}/.well-known/security.txt`)).toMatchObject({
      status: 200,
      text: '# The operator of this service has not published a contact for vulnerabilities yet.\n',
    })
    expect((await open(`${service.url}/openapi.json`)).text).not.toContain('termsOfService')
  })

  it('keep crawlers out of what needs a sign-in or a key', async () => {
    const { status, text } = await open(`${service.url}/robots.txt`)
    expect([status, text]).toEqual([200, 'User-agent: *\nDisallow: /dashboard\nDisallow: /oauth/\nDisallow: /v1/\n'])
  })

  it('redirect to a URL or show a file, and the contact is as RFC 9116 has it', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'pages-')), 'imprint.md')
    writeFileSync(file, '# Who we are\n\nEngines Ltd, <b>1 Example Street</b>.\n')
    const published = await service.startReplica({
      TERMS: 'https://example.com/terms',
      IMPRINT: file,
      SECURITY_CONTACT: 'security@example.com',
      SECURITY_EXPIRES: '2999-01-01',
    })
    try {
      const url = published.ownUrl
      expect(await open(`${url}/terms`)).toMatchObject({ status: 302, location: 'https://example.com/terms' })
      const { text } = await open(`${url}/imprint`)
      expect(text).toContain('<h1>Who we are</h1>')
      expect(text).not.toContain('<b>')
      expect((await open(`${url}/.well-known/security.txt`)).text).toMatch(
        /^Contact: mailto:security@example\.com\nExpires: 2999-01-01T00:00:00\.000Z\nCanonical: http\S+\/\.well-known\/security\.txt\n/,
      )
      const document: unknown = JSON.parse((await open(`${url}/openapi.json`)).text)
      expect(document).toMatchObject({ info: { termsOfService: 'https://example.com/terms' } })
    } finally {
      await published.drain()
    }
  })
})
