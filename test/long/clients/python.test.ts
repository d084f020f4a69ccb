import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { at, httpClient, membersOf } from '../../support/http.ts'
import { startTestService, type TestService } from '../../support/service.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const README = readFileSync(join(ROOT, 'packages/python/README.md'), 'utf8')
/** Pip fetches the generator, once, and the packages of the project. */
const INSTALL_MS_MAX = 600_000
const MYPY = 'mypy==2.4.1'

let service: TestService
/** Another project, with only the package and a type checker in its environment. */
let project: string
beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'python-project-'))
  service = await startTestService({ env: { CLIENT_PACKAGES: project } })
  const packed = await run(process.execPath, join(ROOT, 'dev/setup.mjs'), 'client-python', project)
  expect([packed.code, packed.output]).toEqual([0, expect.stringMatching(/routed_data_client-\S+\.whl$/m)])
  const [line] = membersOf((await httpClient(service.url).get('/clients/index.json')).at('packages'))
  const [, ...words] = String(at(line?.[1], 'install')).split(' ')
  expect(await run('python3', '-m', 'venv', join(project, 'venv'))).toEqual({ code: 0, output: '' })
  const installed = await python('-m', 'pip', '--disable-pip-version-check', ...words, '--quiet', MYPY)
  expect(installed).toEqual({ code: 0, output: '' })
}, INSTALL_MS_MAX)
afterAll(async () => {
  await service.stop()
  rmSync(project, { recursive: true, force: true })
})

interface Ended {
  readonly code: number
  readonly output: string
}
const run = (command: string, ...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(command, args, { cwd: project, maxBuffer: 10_000_000 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : 1, output: stdout + stderr }),
    )
  })
const python = (...args: string[]): Promise<Ended> => run(join(project, 'venv/bin/python'), ...args)
const write = (name: string, text: string): string => {
  writeFileSync(join(project, name), text)
  return name
}
const typesOf = (name: string): Promise<Ended> => python('-m', 'mypy', '--strict', '--no-error-summary', name)

/** A program begins with a client of this service. */
const START = (): string => `
from routed_data.api.runs import create_run, get_run, list_runs
from routed_data.models import RunRequest
from routed_data.service import ServiceError, answer, connect, every

client = connect("${service.url}", "${service.workspace.keys.test}")

def request(name: str) -> RunRequest:
    return RunRequest.from_dict({"capability": "contact.find", "input": {"full_name": name, "domain": "example.com"}})
`
/** The lines that a program prints, after its types were checked. */
async function linesOf(name: string, text: string): Promise<string[]> {
  expect(await typesOf(write(name, START() + text))).toEqual({ code: 0, output: '' })
  const { code, output } = await python(name)
  expect([code, output]).toEqual([0, output])
  return output.trim().split('\n')
}

describe('the packed Python client', () => {
  it('has a function for each operation of the OpenAPI document, and its types', async () => {
    const document = await httpClient(service.url).get('/openapi.json')
    const operations = membersOf(document.at('paths'))
      .flatMap(([, ofPath]) => membersOf(ofPath))
      .map(([, operation]) => String(at(operation, 'operationId')))
    const listing = write(
      'listing.py',
      `import pathlib, routed_data
folder = pathlib.Path(routed_data.__file__).parent
print(*(path.relative_to(folder) for path in folder.rglob("*") if path.is_file()), sep="\\n")`,
    )
    const files = (await python(listing)).output.trim().split('\n')
    expect(files).toEqual(expect.arrayContaining(['py.typed', 'service.py', 'client.py']))
    const modules = files.flatMap((file) => /^api\/\w+\/(\w+)\.py$/.exec(file)?.[1] ?? [])
    const flat = (name: string): string => name.replaceAll('_', '').toLowerCase()
    expect(operations.length).toBeGreaterThan(100)
    expect(modules.map(flat)).toEqual(expect.arrayContaining(operations.map(flat)))
  })

  it('has examples in its README that are typed and run one after the other', async () => {
    const examples = [...README.matchAll(/```python\n([^]*?)```/g)].map(([, text = '']) => text)
    expect(examples.length).toBeGreaterThan(4)
    const program = write(
      'readme.py',
      examples
        .join('\n')
        .replaceAll('http://127.0.0.1:8080', service.url)
        .replaceAll('svc_test_...', service.workspace.keys.test),
    )
    expect(await typesOf(program)).toEqual({ code: 0, output: '' })
    const { code, output } = await python(program)
    expect([code, output]).toEqual([0, output])
    const [first, ended, repeated, refused, ...runs] = output.trim().split('\n')
    expect(first).toMatch(/^succeeded 0\.0143 \S+@example\.com$/)
    expect([ended, repeated]).toEqual(['True succeeded', 'True true'])
    expect(refused).toMatch(/^404 invalid_request \/run_id req_\w+$/)
    expect(new Set(runs).size).toBe(3)
  })

  it('has types that refuse a member which does not exist', async () => {
    const { code, output } = await typesOf(
      write('wrong.py', `${START()}\nprint(answer(get_run.sync_detailed("run_1", client=client)).no_such_member)\n`),
    )
    expect([code, output]).toEqual([1, expect.stringContaining('"Run" has no attribute "no_such_member"')])
  })
})

describe('a program with the Python client', () => {
  it('reads every page of a list, each item once', async () => {
    const lines = await linesOf(
      'pages.py',
      `
made = {answer(create_run.sync_detailed(client=client, body=request(f"Ada {n}"))).run_id for n in range(5)}
pages = 0

def page(cursor): # type: ignore[no-untyped-def]
    global pages
    pages += 1
    return answer(list_runs.sync_detailed(client=client, limit=2, cursor=cursor))

read = [one.run_id for one in every(page)]
print(made <= set(read), len(read) == len(set(read)), pages == -(-len(read) // 2))
`,
    )
    expect(lines).toEqual(['True True True'])
  })

  it('gets the run of its key again, and a refusal for another request with the key', async () => {
    const lines = await linesOf(
      'keys.py',
      `
first = create_run.sync_detailed(client=client, body=request("Ada"), idempotency_key="one-job")
again = create_run.sync_detailed(client=client, body=request("Ada"), idempotency_key="one-job")
print(answer(first).run_id == answer(again).run_id, again.headers.get("Idempotent-Replay"))
try:
    answer(create_run.sync_detailed(client=client, body=request("Robin"), idempotency_key="one-job"))
except ServiceError as error:
    print(error.status, error.detail.code)
`,
    )
    expect(lines).toEqual(['True true', '422 idempotency_mismatch'])
  })

  it('gets refusals as exceptions, runs that failed as runs, and codes that it does not know yet as text', async () => {
    const lines = await linesOf(
      'errors.py',
      `
from routed_data.models import ErrorDetailCode

for token in ("svc_test_wrong", "nothing"):
    try:
        answer(create_run.sync_detailed(client=connect("${service.url}", token), body=request("Ada")))
    except ServiceError as error:
        print(error.status, error.detail.code, error.detail.request_id.startswith("req_"))
failed = answer(create_run.sync_detailed(client=client, body=request("Ada +error")))
print(failed.status, failed.error.code if failed.error else None, failed.billing.charged)
missed = answer(create_run.sync_detailed(client=client, body=request("Ada +no-match")))
print(missed.status, missed.error.code if missed.error else None)
print(ErrorDetailCode("learned_later"), ErrorDetailCode("rate_limited") is ErrorDetailCode.RATE_LIMITED)
`,
    )
    expect(lines).toEqual([
      '401 unauthorized True',
      '401 unauthorized True',
      'failed provider_error None',
      'no_match no_match',
      'learned_later True',
    ])
  })

  it('sends and receives a CSV file, and works with asyncio', async () => {
    const lines = await linesOf(
      'others.py',
      `
import asyncio
from io import BytesIO

from routed_data.api.features import update_features
from routed_data.api.tables import export_rows, import_rows
from routed_data.models import FeaturesUpdate
from routed_data.types import File

answer(update_features.sync_detailed(client=client, body=FeaturesUpdate.from_dict({"tables": True})))
rows = File(payload=BytesIO(b"email,full_name\\nada@example.com,Ada Example\\n"))
print(answer(import_rows.sync_detailed("leads", client=client, body=rows)).inserted)
exported = answer(export_rows.sync_detailed("leads", client=client)).payload.read()
print(len(exported.splitlines()), b"ada@example.com" in exported)

async def both() -> None:
    calls = [create_run.asyncio_detailed(client=client, body=request(name)) for name in ("Ada", "Robin")]
    print(*[answer(response).status for response in await asyncio.gather(*calls)])

asyncio.run(both())
`,
    )
    expect(lines).toEqual(['1', '2 True', 'succeeded succeeded'])
  })
})
