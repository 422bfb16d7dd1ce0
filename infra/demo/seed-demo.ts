import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Addresses and passwords of the demo company's people; local stage only. */
export type Demo = {
  company: { id: string; name: string }
  users: { email: string; password: string; profile: string; super?: true }[]
}

const COMPANY = 'Balcão Demonstração'
const ADMIN = 'admin@demo.balcao.local'
const OTHERS = [
  { name: 'Ana Souza', email: 'ana@demo.balcao.local', profile: 'user' },
  { name: 'Bruno Lima', email: 'bruno@demo.balcao.local', profile: 'user' },
  { name: 'Olga Operadora', email: 'super@demo.balcao.local', profile: 'admin', super: true as const },
]
const QUEUES = [
  {
    ...{ name: 'Vendas', color: '#16a34a', signature: '{{user}} · {{queue}}' },
    greetingMessage: 'Olá! Você está falando com Vendas. Como podemos ajudar?',
  },
  { name: 'Suporte', color: '#2563eb', greetingMessage: 'Olá! Você está falando com o Suporte. Conte o que houve.' },
]

/**
 * Signs up the demo company through the public API, at the first start only: an admin, two
 * attendants, a super user (`renewDemo` makes an admin one) and two queues, with random passwords
 * stored in `demo.json` of the data directory. The passwords are stored first, so that the next
 * start finishes one that was interrupted.
 * @returns the demo company, and whether it is new
 */
export async function seedDemo(url: string, dataDir: string): Promise<{ demo: Demo; isNew: boolean }> {
  const file = join(dataDir, 'demo.json')
  if (existsSync(file)) return { demo: JSON.parse(readFileSync(file, 'utf8')) as Demo, isNew: false }
  const [admin, ...others] = plannedUsers(`${file}.new`)
  if (!admin) throw new Error('The plan of the demo company is empty')
  // Cheapest first: the last one has every feature.
  const plan = (await call<{ id: string }[]>(url, 'GET', '/plans/list')).at(-1)
  if (!plan) throw new Error('There is no plan to sign the demo company up with')
  const { email, password } = admin
  await unlessThere(
    call(url, 'POST', '/companies/cadastro', {
      body: { name: COMPANY, phone: '(11) 99999-0000', planId: plan.id, email, password },
    }),
  )
  const { token, user } = await call<{ token: string; user: { company: { id: string; name: string } } }>(
    url,
    'POST',
    '/auth/login',
    { body: { email, password } },
  )
  for (const body of QUEUES) await unlessThere(call(url, 'POST', '/queue', { token, body }))
  const queueIds = (await call<{ id: string }[]>(url, 'GET', '/queue', { token })).map(({ id }) => id)
  for (const { email, password, profile } of others) {
    const name = OTHERS.find(other => other.email === email)?.name
    const body = { email, password, profile, name, queueIds }
    await unlessThere(call(url, 'POST', '/users', { token, body }))
  }
  const demo: Demo = {
    company: { id: user.company.id, name: user.company.name },
    users: [admin, ...others],
  }
  writeFileSync(`${file}.done`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.done`, file)
  rmSync(`${file}.new`, { force: true })
  return { demo, isNew: true }
}

/**
 * Returns the demo company's users: those that an interrupted start stored, or new ones with new
 * passwords.
 */
function plannedUsers(file: string): Demo['users'] {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Demo['users']
  const people = [{ email: ADMIN, profile: 'admin' }, ...OTHERS.map(({ name: _, ...other }) => other)]
  const users = people.map(person => ({ ...person, password: randomBytes(9).toString('base64url') }))
  writeFileSync(`${file}.part`, JSON.stringify(users), { mode: 0o600 })
  renameSync(`${file}.part`, file)
  return users
}

class Refused extends Error {
  readonly status: number
  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

/** Ignores a conflict: an interrupted start has already created it. */
async function unlessThere(made: Promise<unknown>): Promise<void> {
  try {
    await made
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 409) throw error
  }
}

async function call<T>(
  url: string,
  method: string,
  path: string,
  options: { token?: string; body?: object } = {},
): Promise<T> {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(options.body ? { 'content-type': 'application/json' } : {}),
      ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
    },
    body: options.body ? JSON.stringify(options.body) : null,
  })
  const text = await response.text()
  if (!response.ok)
    throw new Refused(`${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`, response.status)
  return JSON.parse(text) as T
}
