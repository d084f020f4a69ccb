import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startTestService, type TestService } from '../../support/service.ts'
import { openBrowser } from '../../support/browser.ts'
import { signedInBrowser, signUpPerson, type Person } from './person.ts'

let service: TestService
let person: Person
beforeAll(async () => {
  service = await startTestService({ worker: false })
  person = await signUpPerson(service.url, 'Analytical Engines')
})
afterAll(() => service.stop())

const address = (path: string) => `${service.url}/dashboard${path}`

describe('whoever has not signed in', () => {
  it.each([['/live/runs?status=failed'], ['/test'], ['/live/runs/run_01j9zq3v6n4k8w2x5y7a9b1c3d'], ['/nothing']])('is led from %s to the sign-in, and back from there', async (path) => {
    const browser = openBrowser()
    const refused = await browser.get(address(path))
    expect([refused.status, refused.headers.get('location')]).toEqual([303, `/dashboard/sign-in?to=${encodeURIComponent(`/dashboard${path}`)}`])
    const entered = await browser.post(`${service.url}${refused.headers.get('location')}`, person.form)
    expect([entered.status, entered.headers.get('location')]).toEqual([303, `/dashboard${path}`])
  })

  it.each([
    ['https://evil.example/'], ['//evil.example/dashboard'], ['/\\evil.example/dashboard'], ['/dashboard/..//evil.example'], ['/dashboard/%2e%2e//evil.example'],
    ['/dashboardx'], ['/v1/auth/me'], ['javascript:alert(1)'], ['\thttps://evil.example/'], ['http://dashboard.invalid:80@evil.example/dashboard'],
  ])('is never led elsewhere: %j', async (to) => {
    const entered = await openBrowser().post(address(`/sign-in?${new URLSearchParams({ to }).toString()}`), person.form)
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/dashboard'])
  })
})

describe('whoever has signed in', () => {
  it('sees who they are and what is in the wallet, in the environment that the address names', async () => {
    const browser = await signedInBrowser(service.url, person)
    const page = await browser.get(address('/test'))
    expect(page.status).toBe(200)
    expect(page.text).toContain('Analytical Engines')
    expect(page.text).toContain(person.email)
    expect(page.text).toContain('$1000.00')
    expect((await browser.get(address(''))).headers.get('location')).toBe('/dashboard/test')
  })
})
