import { randomBytes, randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { caller, type Login, signedIn } from './api.ts'

/**
 * Company of the running product, with the queues Vendas and Suporte and their attendants Ana and
 * Bruno.
 */
export type Company = {
  url: string
  simUrl: string
  admin: Login
  attendants: [Login, Login]
}

/** Signs a new, empty company up. The names of the company and of its admin start with "Balcão". */
export async function signUp(name: string) {
  const { url, simUrl } = inject('product')
  const domain = `${randomBytes(4).toString('hex')}.balcao.test`
  const login = (who: string, profile: Login['profile']): Login => ({
    email: `${who}@${domain}`,
    password: randomUUID(),
    profile,
  })
  const [admin, ana, bruno] = [login('admin', 'admin'), login('ana', 'user'), login('bruno', 'user')]
  const { email, password } = admin
  // Plans are listed cheapest first: the last one has every feature.
  const plan = (await caller()<{ id: string }[]>('GET', '/plans/list')).at(-1)!
  const signup = { name: `Balcão ${name}`, phone: '(11) 99999-0000', planId: plan.id, email, password }
  const { id } = await caller()('POST', '/companies/cadastro', signup)
  const company: Company = { url, simUrl, admin, attendants: [ana, bruno] }
  return { id, company }
}

/** Signs a company up and gives it queues and attendants. */
export async function openCompany(name: string): Promise<Company> {
  const { id, company } = await signUp(name)
  const [ana, bruno] = company.attendants
  const { call } = await signedIn(company.admin)
  // Dismisses the checklist, which would show where tests look for empty lists.
  await call('DELETE', `/companies/${id}/first-steps`)
  const queueIds: string[] = []
  for (const queue of [
    { name: 'Vendas', color: '#16a34a', greetingMessage: 'Olá! Você está falando com Vendas. Como podemos ajudar?' },
    { name: 'Suporte', color: '#2563eb', greetingMessage: 'Olá! Você está falando com o Suporte. Conte o que houve.' },
  ])
    queueIds.push((await call('POST', '/queue', queue)).id)
  for (const [name, attendant] of [
    ['Ana Souza', ana],
    ['Bruno Lima', bruno],
  ] as const)
    await call('POST', '/users', { ...attendant, name, queueIds })
  return company
}
