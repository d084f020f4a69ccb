import { expect, it } from '@jest/globals'
import { readAccountHost } from '../../../domain/connections/account-host.ts'

it.each([
  ['api12.unipile.com:14255', 'api12.unipile.com:14255'],
  [' API12.Unipile.com ', 'api12.unipile.com'],
  ['api1.unipile.com:443', 'api1.unipile.com'],
])('the account %j is at %s', (text, host) => {
  expect(readAccountHost(text, 'unipile.com')).toEqual({ kind: 'host', host })
})

it.each([
  '',
  'unipile.com',
  'notunipile.com',
  'api12.unipile.com.example.com',
  'https://api12.unipile.com',
  'api12.unipile.com/x',
  'me@api12.unipile.com',
  'api12.unipile.com:22',
  'api12.unipile.com:70000',
  'api12.unipile.com:',
  'api12.unipile.com#.example.com',
  '127.0.0.1:8080',
  '[::1]:8080',
  'api12..unipile.com',
])('%j is no account', (text) => {
  expect(readAccountHost(text, 'unipile.com')).toMatchObject({ kind: 'refused', reason: expect.any(String) })
})
