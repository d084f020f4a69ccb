import type { Mutant } from '../mutant.ts'

const MERGE = ['test/domain/rows/merge.test.ts']
const IDENTITIES = ['test/domain/rows/identities.test.ts']
const CSV = ['test/domain/rows/csv-cells.test.ts']
const REDACT = ['test/domain/feedback/redact.test.ts']

/** Tables and their merges, CSV, saved answers, search, JSON and redaction. */
export const DATA: readonly Mutant[] = [
  {
    name: 'a merge keeps the older value',
    file: 'domain/rows/merge.ts',
    find: 'return { ...held, ...fresh, ...',
    replace: 'return { ...fresh, ...held, ...',
    killedBy: MERGE,
  },
  {
    name: 'an empty value erases what a row has',
    file: 'domain/rows/merge.ts',
    find: 'isEmpty(value) ? [] : [[name,',
    replace: 'value === undefined ? [] : [[name,',
    killedBy: MERGE,
  },
  {
    name: 'a row that names two people joins them',
    file: 'domain/rows/row-slots.ts',
    find: 'return [...new Set(found)]',
    replace: 'return [...new Set(found)].slice(0, 1)',
    killedBy: ['test/domain/rows/plan.test.ts'],
  },
  {
    name: 'everybody with a page at one platform is one company',
    file: 'domain/rows/identities.ts',
    find: 'domainsOf(site).some((host) => SHARED_HOSTS.has(host))',
    replace: "domainsOf(site).some((host) => host === '')",
    killedBy: IDENTITIES,
  },
  {
    name: "a company's LinkedIn page names a person",
    file: 'domain/rows/identities.ts',
    find: "kind === 'linkedin' && !value.startsWith('in/')",
    replace: "kind === 'linkedin' && value.startsWith('in/company')",
    killedBy: IDENTITIES,
  },
  {
    name: 'a table keyed by one kind merges by all kinds',
    file: 'domain/rows/identities.ts',
    find: '({ ...name, merges: name.kind === kind }))',
    replace: '({ ...name, merges: true }))',
    killedBy: IDENTITIES,
  },
  {
    name: 'a cell of an export runs as a formula',
    file: 'domain/rows/csv-cells.ts',
    find: "return { text: `${isMarked(value) ? \"'\" : ''}",
    replace: "return { text: `${isMarked(value) ? '' : ''}",
    killedBy: CSV,
  },
  {
    name: 'a formula behind a semicolon runs',
    file: 'domain/rows/csv-cells.ts',
    find: 'const markWithin = (text: string): string => text.replace(WITHIN, "$1\'")',
    replace: "const markWithin = (text: string): string => text.replace(WITHIN, '$1')",
    killedBy: CSV,
  },
  {
    name: 'a workspace has one row more than its plan gives',
    file: 'db/tables/quota.ts',
    find: 'usage[what] + wanted[what] > limits[what]',
    replace: 'usage[what] + wanted[what] > limits[what] + 1',
    killedBy: ['test/db/rows/insert-result-rows.test.ts', 'test/api/http/tables/tables.test.ts'],
  },
  {
    name: 'an enrichment of any age is free',
    file: 'db/tables/saved-answer.ts',
    find: "where s.saved_at > now() - interval '${ENRICHMENT_REUSE_DAYS} days'",
    replace: "where s.saved_at > now() - interval '${ENRICHMENT_REUSE_DAYS} years'",
    killedBy: ['test/api/http/runs/saved-enrichments.test.ts'],
  },
  {
    name: 'fresh data is refused where an earlier answer is saved',
    file: 'db/tables/saved-answer.ts',
    find: "is distinct from 'true'::jsonb",
    replace: "is distinct from 'false'::jsonb",
    killedBy: ['test/api/http/runs/saved-enrichments.test.ts'],
  },
  {
    name: 'an endpoint is found before the capability that wraps it',
    file: 'domain/discover/rank.ts',
    find: 'worth.set(capability, Math.max(worth.get(capability) ?? 0, worth.get(id) ?? 0))',
    replace: 'worth.set(capability, worth.get(capability) ?? 0)',
    killedBy: ['test/domain/discover/rank.test.ts'],
  },
  {
    name: 'search ranks a deletion as high as a list when no action is named',
    file: 'domain/discover/rank.ts',
    find: '  delete: 0.8,',
    replace: '  delete: 1,',
    killedBy: ['test/domain/discover/rank.test.ts'],
  },
  {
    name: 'a body may be nested without end',
    file: 'api/body/json.ts',
    find: 'const DEPTH_MAX = 64',
    replace: 'const DEPTH_MAX = 6_400',
    killedBy: ['test/api/requests.test.ts'],
  },
  {
    name: 'a body reaches the prototype of objects',
    file: 'api/body/json.ts',
    find: "if (name === '__proto__' || !isText(name))",
    replace: 'if (!isText(name))',
    killedBy: ['test/api/requests.test.ts'],
  },
  {
    name: 'text that no database can store is taken',
    file: 'api/body/json.ts',
    find: "const isText = (text: string): boolean => !text.includes('\\0') &&",
    replace: 'const isText = (text: string): boolean => true &&',
    killedBy: ['test/api/body/json.test.ts'],
  },
  {
    name: 'secrets inside of lists are kept in feedback',
    file: 'domain/feedback/redact.ts',
    find: '(isNamedSecret(value[index - 1]) ? hide(item) : redactJson(item))',
    replace: '(isNamedSecret(value[index - 1]) ? hide(item) : item)',
    killedBy: REDACT,
  },
  {
    name: 'a longer name that ends with that of a secret keeps its value in feedback',
    file: 'domain/feedback/secret-names.ts',
    find: 'const ENDINGS: readonly string[] = [',
    replace: 'const ENDINGS: readonly string[] = []; void [',
    killedBy: REDACT,
  },
  {
    name: "the service's own keys are kept in feedback",
    file: 'domain/feedback/tokens.ts',
    find: 'svc_[a-z]{2,12}_[A-Za-z0-9_-]{6,}`',
    replace: 'svc_[a-z]{2,12}_[A-Za-z0-9_-]{99,}`',
    killedBy: REDACT,
  },
]
