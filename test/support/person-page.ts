import type { HttpAnswer } from './http.ts'

/** The link of the person's page in a message of the sandbox, whose run was requested with `include_raw`. */
export const personLinkOf = (sent: HttpAnswer): string =>
  /https?:\S+\/p\/\S+/.exec(String(sent.at('result', 'raw', 'sent', 'text')))?.[0] ?? ''

/** Presses a button of the page. */
export const requestOnPage = (link: string, request: string): Promise<Response> =>
  fetch(link, { method: 'POST', body: new URLSearchParams({ request }) })
