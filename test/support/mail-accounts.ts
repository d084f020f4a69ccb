import { randomUUID } from 'node:crypto'
import type { SimulatedCall, Simulator, Reply } from './http-simulator.ts'
import { at } from './http.ts'

/**
 * The accounts of mail providers behind simulators, by their keys: Resend with its domains, AgentMail with its inboxes.
 * Both send from what the account has.
 */
export interface MailAccounts {
  /** The owner of a domain publishes its records. */
  publish(domain: string): void
  /** Adds a domain that the account's owner has made and verified. */
  addDomain(key: string, domain: string): void
  /** Names of the domains in an account. */
  domainsOf(key: string): string[]
}

interface Domain {
  readonly id: string
  readonly name: string
  readonly returnPath: string
  status: 'not_started' | 'pending' | 'verified'
}

const keyOf = ({ headers }: SimulatedCall): string => String(headers['authorization']).replace('Bearer ', '')
const refused = (status: number, message: string): Reply => ({
  status,
  json: { statusCode: status, name: 'validation_error', message },
})

export function mailAccounts({
  resend,
  agentmail,
}: {
  readonly resend: Simulator
  readonly agentmail?: Simulator
}): MailAccounts {
  const domains = new Map<string, Domain[]>()
  const published = new Set<string>()
  const domainsOf = (key: string): Domain[] => domains.get(key) ?? []
  const add = (key: string, domain: Domain): Domain => {
    domains.set(key, [...domainsOf(key), domain])
    return domain
  }

  resend.respond((call) => {
    const [, , id = '', action] = call.path.split('/')
    const own = domainsOf(keyOf(call))
    if (call.path === '/emails') {
      const from = String(at(call.body, 'from')).replace(/^.*@|>$/g, '')
      const sends = own.some(({ name, status }) => name === from && status === 'verified')
      return sends ? { json: { id: randomUUID() } } : refused(403, `The ${from} domain is not verified.`)
    }
    if (id === '' && call.method === 'GET') return { json: { object: 'list', has_more: false, data: own.map(shown) } }
    if (id === '') {
      const name = String(at(call.body, 'name'))
      if ([...domains.values()].flat().some((one) => one.name === name))
        return refused(403, `The ${name} domain has been registered already.`)
      const returnPath = String(at(call.body, 'custom_return_path') ?? 'send')
      return {
        status: 201,
        json: shown(add(keyOf(call), { id: randomUUID(), name, returnPath, status: 'not_started' })),
      }
    }
    const domain = own.find((one) => one.id === id)
    if (domain === undefined) return { status: 404, json: { statusCode: 404, name: 'not_found', message: 'No domain' } }
    if (call.method === 'DELETE') {
      domains.set(
        keyOf(call),
        own.filter((one) => one !== domain),
      )
      return { json: { object: 'domain', id, deleted: true } }
    }
    if (action === 'verify') domain.status = published.has(domain.name) ? 'verified' : 'pending'
    return { json: action === 'verify' ? { object: 'domain', id } : shown(domain) }
  })

  agentmail?.respond(inboxes())

  return {
    publish: (domain) => void published.add(domain),
    addDomain: (key, name) => void add(key, { id: randomUUID(), name, returnPath: 'send', status: 'verified' }),
    domainsOf: (key) => domainsOf(key).map(({ name }) => name),
  }
}

/** AgentMail: an account sends from the inboxes that it has made. */
function inboxes(): (call: SimulatedCall) => Reply {
  const byKey = new Map<string, Set<string>>()
  return (call) => {
    const own = byKey.get(keyOf(call)) ?? new Set<string>()
    const [, , , inbox = '', what] = call.path.split('/').map(decodeURIComponent)
    if (inbox === '' && call.method === 'GET') return { json: { inboxes: [], count: 0 } }
    if (inbox === '') {
      const made = `${String(at(call.body, 'username'))}@${String(at(call.body, 'domain'))}`
      byKey.set(keyOf(call), own.add(made))
      return { json: { inbox_id: made, pod_id: randomUUID() } }
    }
    if (what === 'messages' && own.has(inbox))
      return { json: { message_id: `<${randomUUID()}@example.com>`, thread_id: randomUUID() } }
    return { status: 404, json: { name: 'NotFoundError', code: 'not_found', message: 'Inbox not found' } }
  }
}

const shown = ({ id, name, returnPath, status }: Domain): object => ({
  object: 'domain',
  id,
  name,
  status,
  created_at: '2026-11-20 09:30:00.000+00',
  region: 'us-east-1',
  records: [
    {
      record: 'SPF',
      name: returnPath,
      type: 'MX',
      ttl: 'Auto',
      status,
      value: 'feedback-smtp.mail.example',
      priority: 10,
    },
    { record: 'SPF', name: returnPath, type: 'TXT', ttl: 'Auto', status, value: 'v=spf1 include:mail.example ~all' },
    { record: 'DKIM', name: 'resend._domainkey', type: 'TXT', ttl: 'Auto', status, value: 'p=MIGfMA0' },
  ],
})
