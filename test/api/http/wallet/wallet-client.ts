import { httpClient } from '../../../support/http.ts'

interface Wallet {
  balance: string
  held: string
  available: string
  receivable?: string
  auto_topup: object
}
export interface Transaction {
  id: string
  kind: string
  amount: string
  balance_after: string
  run_id: string | null
  topup_id: string | null
}
interface Page<Item> {
  items: Item[]
  next_cursor: string | null
}
interface Invoice {
  id: string
  number: string
  status: string
  simulated: boolean
  total: string
  refunded: string
  lines: { topup_id: string | null; amount: string; description: string }[]
}

/** A wallet as its owner sees it; the API validates its own answers in tests, so these are their shapes. */
export function walletClient(url: string, key: string) {
  const http = httpClient(url, key)
  const read = async <Body>(path: string): Promise<Body> => JSON.parse((await http.get(path)).text)
  return {
    http,
    wallet: () => read<Wallet>('/v1/wallet'),
    transactions: (query = '') => read<Page<Transaction>>(`/v1/wallet/transactions${query}`),
    invoices: (query = '') => read<Page<Invoice>>(`/v1/wallet/invoices${query}`),
    topup: (id: string) =>
      read<{
        status: string
        refunded: string
        charged_back: string
        simulated: boolean
        origin: string
        explanation: string | null
        checkout_url: string | null
      }>(`/v1/wallet/topups/${id}`),
    autoTopup: () =>
      read<{
        enabled: boolean
        card_on_file: boolean
        spent_this_month: string
        next_attempt_at: string | null
        last_attempt: { status: string; reason: string | null; topup_id: string } | null
      }>('/v1/wallet/auto-topup'),
    setAutoTopup: (body: object, headers?: Readonly<Record<string, string>>) =>
      http.post('/v1/wallet/auto-topup', body, headers),
    referrals: () =>
      read<{
        code: string
        url: string
        credited: string
        taken_back: string
        pending: number
        capped: number
        items: { status: string; amount: string | null }[]
      }>('/v1/referrals'),
    /** Opens a checkout, which must succeed. */
    async open(
      amount: string,
      headers: Readonly<Record<string, string>> = {},
    ): Promise<{ checkout_url: string; topup_id: string }> {
      const answer = await http.post('/v1/wallet/topups/checkout', { amount }, headers)
      if (answer.status !== 200) throw new Error(`no checkout: ${answer.text}`)
      return JSON.parse(answer.text)
    },
    /** Presses a button of the simulated page. */
    pay: (topupId: string, card = 'works') => httpClient(url).post(`/checkout/${topupId}/pay?card=${card}`),
  }
}

export type WalletClient = ReturnType<typeof walletClient>
