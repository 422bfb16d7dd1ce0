import { randomUUID } from 'node:crypto'
import { newId } from '@balcao/shared/ids.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeCompany, send, type TestCompany } from './harness.ts'
import { makeTicket } from './make-ticket.ts'
import { someNumber } from './some-number.ts'

let company: TestCompany
let ticketId: string
let contactId: string
beforeAll(async () => {
  company = await makeCompany()
  const ticket = await makeTicket(company.id, { status: 'open', user: company.admin.user })
  ticketId = ticket.id
  contactId = ticket.contact.id
})

type Call = { method: string; path: () => string; body?: (text: string) => object; query?: (text: string) => object }

/** Calls that store a text, search for it or look for a row by it. */
const CALLS: Record<string, Call> = {
  'a message': { method: 'POST', path: () => `/messages/${ticketId}`, body: text => ({ body: `oi ${text}` }) },
  'a contact': {
    method: 'POST',
    path: () => '/contacts',
    body: text => ({
      name: `Ana ${text}`,
      number: someNumber(),
      extraInfo: [{ name: `campo ${text}`, value: text }],
    }),
  },
  'a tag': {
    method: 'POST',
    path: () => '/tags',
    body: text => ({ name: `vip ${text} ${randomUUID().slice(0, 8)}`, color: '#00ff00' }),
  },
  'a note': {
    method: 'POST',
    path: () => '/ticket-notes',
    body: text => ({ ticketId, contactId, note: `nota ${text}` }),
  },
  'a queue': {
    method: 'POST',
    path: () => '/queue',
    body: text => ({
      name: `Fila ${text} ${randomUUID().slice(0, 8)}`,
      color: `#${randomUUID().slice(0, 6)}`,
      greetingMessage: text,
    }),
  },
  'a sign-in': {
    method: 'POST',
    path: () => '/auth/login',
    body: text => ({ email: `${newId()}@example.com`, password: `senha ${text}` }),
  },
  'a search for tickets': { method: 'GET', path: () => '/tickets', query: text => ({ searchParam: `ana ${text}` }) },
  'a search for contacts': { method: 'GET', path: () => '/contacts', query: text => ({ searchParam: `ana ${text}` }) },
  'a cursor': { method: 'GET', path: () => '/contacts', query: text => ({ cursor: `abc${text}` }) },
  'an id in a path': { method: 'GET', path: () => `/contacts/${newId()}` },
}

const attempt = ({ method, path, body, query }: Call, text: string, inPath = '') =>
  send(method, path() + inPath, {
    as: company.admin,
    ...(body ? { text: JSON.stringify(body(text)), headers: { 'content-type': 'application/json' } } : {}),
    ...(query ? { query: query(text) as Record<string, unknown> } : {}),
  })

/** Status of these calls with an ordinary text; the others succeed. */
const ORDINARY: Record<string, number> = { 'a sign-in': 401, 'a cursor': 400, 'an id in a path': 404 }

describe.each(Object.entries(CALLS))('%s', (name, given) => {
  it('is a call that the contract knows', async () => {
    const { status } = await attempt(given, 'x')
    if (name in ORDINARY) expect(status).toBe(ORDINARY[name])
    else expect(status).toBeLessThan(300)
  })

  it.each(['\ud83d', '\ude42', 'a\ude42\ud83db'])('with half a surrogate pair is refused: %j', async text => {
    const { status } = await attempt(given, text, name === 'an id in a path' ? text : '')
    expect(status).toBe(name === 'an id in a path' ? 404 : 400)
  })

  it.each(['\0', '\u0001\u001f\u007f\u0085', '\ufffe\uffff', '\u202e\u2066', '👨‍👩‍👧‍👦', '\u{10ffff}'])(
    'with unusual characters never fails: %j',
    async text => {
      const { status } = await attempt(given, text, name === 'an id in a path' ? encodeURIComponent(text) : '')
      expect(status).toBeLessThan(500)
    },
  )
})
