import { randomUUID } from 'node:crypto'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { signedIn } from '../support/api.ts'
import { type Day, type Talk, talkOf } from './company.ts'
import { close } from './desk.ts'

// The third attendant works through the API with a program of her own.

/** Accepts the tickets that wait longest, reads and answers them. @returns their conversations */
export async function serveByApi(day: Day, count: number): Promise<Talk[]> {
  const { call, userId } = await signedIn(day.celia)
  const { tickets } = await call<{ tickets: Ticket[] }>('GET', '/tickets?status=pending&order=waiting&limit=100')
  const served: Talk[] = []
  for (const { id, contact } of tickets.slice(0, count)) {
    const talk = talkOf(day, contact.name)
    await call('PUT', `/tickets/${id}`, { status: 'open', userId })
    talk.status = 'open'
    talk.holder = 'Célia Dias'
    await call('POST', `/tickets/${id}/read`, {})
    for (const body of [`Olá ${contact.name.split(' ')[0]}, aqui é a Célia.`, 'Já estou vendo o seu caso.']) {
      await call('POST', `/messages/${id}`, { body, clientId: randomUUID() })
      talk.answers.push(body)
    }
    served.push(talk)
  }
  return served
}

/** Closes her tickets with the farewell. */
export async function closeByApi(day: Day, talks: readonly Talk[]): Promise<void> {
  const { call } = await signedIn(day.celia)
  const { tickets } = await call<{ tickets: Ticket[] }>('GET', '/tickets?status=open&limit=100')
  for (const talk of talks) {
    const ticket = tickets.find(({ contact }) => contact.name === talk.customer.name)
    if (!ticket) throw new Error(`${talk.customer.name} is not with Célia`)
    await call('PUT', `/tickets/${ticket.id}`, { status: 'closed', sendFarewell: true })
    close(talk, 'Célia Dias')
  }
}

/** Reads the messages her customers have written since. */
export async function readByApi(day: Day): Promise<void> {
  const { call } = await signedIn(day.celia)
  const { tickets } = await call<{ tickets: Ticket[] }>('GET', '/tickets?status=open&limit=100')
  for (const { id, unreadMessages } of tickets) if (unreadMessages > 0) await call('POST', `/tickets/${id}/read`, {})
}
