import { type HttpAnswer, httpClient } from './http.ts'

export interface Browser {
  /** One request with the cookies that belong there; redirects are not followed. */
  get(url: string): Promise<HttpAnswer>
  /** A form, as this page's own browser would post it. */
  post(
    url: string,
    form: readonly (readonly [string, string])[],
    headers?: Readonly<Record<string, string>>,
  ): Promise<HttpAnswer>
  /** As they were set, attributes included. */
  readonly cookies: readonly string[]
}

interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
}

/**
 * What a text browser does: cookies by their paths, forms, and no scripts. `reach`: where a URL of the public is
 * reached here.
 */
export function openBrowser(reach: (url: string) => string = (url) => url): Browser {
  const jar = new Map<string, Cookie>()
  const cookies: string[] = []

  async function request(
    url: string,
    wanted: Parameters<ReturnType<typeof httpClient>['request']>[1] = {},
  ): Promise<HttpAnswer> {
    const { origin, pathname, search } = new URL(reach(url))
    const sent = [...jar.values()]
      .filter(({ path }) => pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
    const answer = await httpClient(origin).request(`${pathname}${search}`, {
      ...wanted,
      headers: { Accept: 'text/html', ...(sent.length === 0 ? {} : { Cookie: sent.join('; ') }), ...wanted.headers },
    })
    for (const set of answer.headers.getSetCookie()) {
      cookies.push(set)
      const cookie = read(set)
      const key = `${cookie.name} ${cookie.path}`
      if (cookie.value === '') jar.delete(key)
      else jar.set(key, cookie)
    }
    return answer
  }

  return {
    cookies,
    get: (url) => request(url),
    post: (url, form, headers = {}) =>
      request(url, {
        method: 'POST',
        text: bodyOf(form),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: new URL(url).origin, ...headers },
      }),
  }
}

function bodyOf(form: readonly (readonly [string, string])[]): string {
  const body = new URLSearchParams()
  for (const [name, value] of form) body.append(name, value)
  return body.toString()
}

function read(set: string): Cookie {
  const [pair = '', ...attributes] = set.split(';').map((part) => part.trim())
  const path = attributes.find((attribute) => attribute.toLowerCase().startsWith('path='))?.slice('path='.length) ?? '/'
  const [name = '', ...value] = pair.split('=')
  return { name, value: value.join('='), path }
}
