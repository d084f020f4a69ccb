import { describe, expect, it } from '@jest/globals'
import { isPublicMailDomain, isSharedSite } from '../../../domain/identity/shared-hosts.ts'

describe('a site that many parties share', () => {
  it.each([
    ['facebook.com', '/pages/Acme/1'],
    ['m.facebook.com', '/acme'],
    ['nl.linkedin.com', '/showcase/acme'],
    ['sites.google.com', '/view/acme'],
    ['linktr.ee', '/acme'],
    ['t.co', '/abc'],
    ['m.me', '/acme'],
    ['g.page', '/acme'],
    ['apps.apple.com', '/app/acme/id1'],
    ['calendly.com', '/ada'],
    ['substack.com', '/@ada'],
    ['about.me', '/ada'],
    ['patreon.com', '/ada'],
    ['booking.com', '/hotel/x'],
    ['yellowpages.com', '/acme'],
    ['medium.com', '/@ada'],
    ['facebook.com', undefined],
  ])('%s%s names none of them', (host, path) => {
    expect(isSharedSite(host, path)).toBe(true)
  })

  it.each([
    ['facebook.com', '/'],
    ['booking.com', ''],
    ['acme.substack.com', '/about'],
    ['ada.medium.com', '/post'],
    ['acme.myshopify.com', '/products'],
    ['acme.example', '/contact'],
    ['apple.com', '/iphone'],
    ['notfacebook.com', '/acme'],
  ])('%s%s belongs to one', (host, path) => {
    expect(isSharedSite(host, path)).toBe(false)
  })
})

describe('a public mail domain', () => {
  it.each(['gmail.com', 'googlemail.com', 'web.de', 'gmx.net', 'qq.com', 'proton.me', 'hey.com', 'mailinator.com'])(
    '%s states nothing about a company',
    (host) => {
      expect(isPublicMailDomain(host)).toBe(true)
    },
  )

  it.each(['example.com', 'microsoft.com', 'alibaba.com', 'acme.co.uk'])('%s is a company or its site', (host) => {
    expect(isPublicMailDomain(host)).toBe(false)
  })
})
