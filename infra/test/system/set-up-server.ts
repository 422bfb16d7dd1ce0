import { randomUUID } from 'node:crypto'
import type { TestServer } from './start-server.ts'

export type SetUp = {
  super: { id: string; email: string; password: string }
  admin: { id: string; email: string; password: string }
  company: { id: string; name: string }
}

/**
 * Does the first set-up of a started server by the link that it printed: a super user, a company
 * and its admin with random names and passwords.
 */
export async function setUpServer(server: Pick<TestServer, 'url' | 'setupUrl'>): Promise<SetUp> {
  const token = new URL(server.setupUrl() ?? server.url).searchParams.get('token')
  if (!token) throw new Error('the server printed no link to set it up')
  const person = (name: string) => ({ name, email: `${randomUUID()}@example.com`, password: randomUUID() })
  const [operator, admin] = [person('Olga'), person('Ana')]
  const response = await fetch(`${server.url}/api/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, super: operator, company: { name: `Padaria ${randomUUID().slice(0, 8)}`, admin } }),
  })
  if (response.status !== 201) throw new Error(`the set-up answered ${response.status}: ${await response.text()}`)
  const made = (await response.json()) as {
    super: { id: string }
    company: { id: string; name: string; admin: { id: string } }
  }
  const { id, name } = made.company
  return {
    super: { ...operator, id: made.super.id },
    admin: { ...admin, id: made.company.admin.id },
    company: { id, name },
  }
}
