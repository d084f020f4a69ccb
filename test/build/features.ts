import { httpClient } from '../support/http.ts'

/** Turns tables of a key's workspace on or off, as their owner does. */
export async function setTables(url: string, key: string, tables: boolean): Promise<void> {
  const answer = await httpClient(url, key).post('/v1/features', { tables })
  if (answer.status !== 200) throw new Error(`the tables cannot be switched: ${answer.text}`)
}
