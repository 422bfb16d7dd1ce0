import { type RunningSimulators, startSimulators } from '@balcao/infra/simulators/start-simulators.ts'
import type { Mail } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { allowLogged, expectLogged } from '@balcao/shared/test/output.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { confirmEmail, tryConfirmationCode } from '../../data/account/email-confirmation.ts'
import { tryResetCode } from '../../data/account/password-reset.ts'
import { createCompany } from '../../data/company/company.ts'
import { createContract } from '../../data/orders/contract.ts'
import { getUser } from '../../data/team/user.ts'
import { handler } from './handler.ts'

let simulators: RunningSimulators

beforeAll(async () => {
  simulators = await startSimulators()
  Object.assign(process.env, simulators.env)
})
beforeEach(() => sim('DELETE', '/mail/faults'))
afterAll(() => simulators.close())

type Batch = Parameters<typeof handler>[0]
type Kept = { to: string; subject: string; text: string; html: string; at: string }

async function sim<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${simulators.url}/sim${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  return (await response.json()) as T
}

const boxOf = (to: string) => sim<Kept[]>('GET', `/mail?to=${encodeURIComponent(to)}`)

const newMail = (): Extract<Mail, { type: 'signInChanged' }> => ({
  type: 'signInChanged',
  id: crypto.randomUUID(),
  language: 'es',
  to: `${crypto.randomUUID()}@example.com`,
  name: 'Ana',
  company: 'Tienda',
  changed: 'password',
  byOther: false,
  at: Date.now(),
  timezone: 'America/Sao_Paulo',
})

/** Hands messages to the worker as the queue does. @returns how many it wants to see again */
async function work(...mails: Mail[]): Promise<number> {
  const Records = mails.map(
    mail =>
      ({
        messageId: crypto.randomUUID(),
        body: JSON.stringify(mail),
        attributes: {},
      }) as unknown as Batch['Records'][number],
  )
  return (await handler({ Records } as Batch)).batchItemFailures.length
}

describe('an e-mail', () => {
  it('reaches its mailbox by SES’s own protocol, newest last', async () => {
    const mail = newMail()
    expect(await work(mail)).toBe(0)
    expect(await work({ ...mail, id: crypto.randomUUID(), changed: 'email' })).toBe(0)
    const box = await boxOf(mail.to.toUpperCase())
    expect(box.map(({ subject }) => subject)).toEqual([
      'Su contraseña de Balcão fue cambiada',
      'Su correo de acceso a Balcão fue cambiado',
    ])
    expect(box[0]).toMatchObject({ to: mail.to, from: 'Balcão <nao-responda@balcao.example>' })
    expect(box[0]!.text).toContain('Hola, Ana.')
    expect(box[0]!.html).toContain('Hola, Ana.')
    expect(Date.parse(box[0]!.at)).toBeGreaterThan(Date.now() - 60_000)
    expect(await boxOf('nobody@example.com')).toEqual([])
  })

  it('leaves once, however often and however parallel its message comes', async () => {
    const mail = newMail()
    await work(...Array.from({ length: 5 }, () => mail))
    expect(await work(mail)).toBe(0)
    expect(await boxOf(mail.to)).toHaveLength(1)
    // Who comes while another is at it is told to come again.
    allowLogged('message failed')
  })

  it.each([
    ['fails', { kind: 'fail', count: 3 }],
    ['takes no more', { kind: 'throttle', count: 3 }],
    ['refuses it', { kind: 'reject' }],
  ])('comes again when SES %s, and leaves then', async (_, fault) => {
    await sim('POST', '/mail/faults', fault)
    const mail = newMail()
    expect(await work(mail)).toBe(1)
    expectLogged('message failed', 1)
    expect(await boxOf(mail.to)).toEqual([])
    expect(await work(mail)).toBe(0)
    expect(await boxOf(mail.to)).toHaveLength(1)
  })

  it('may leave twice only when SES took it and its answer was lost', async () => {
    await sim('POST', '/mail/faults', { kind: 'lose-answer' })
    const mail = newMail()
    await work(mail)
    await work(mail)
    allowLogged('message failed')
    const times = (await boxOf(mail.to)).length
    expect([1, 2]).toContain(times)
    expect(await work(mail)).toBe(0)
    expect(await boxOf(mail.to)).toHaveLength(times)
  })

  it('with a code goes to whose address it is, and to nobody else', async () => {
    const [companyId, userId] = [newId(), newId()]
    const to = `${crypto.randomUUID()}@example.com`
    await createCompany(
      {
        id: companyId,
        name: `Loja ${companyId}`,
        email: to,
        phone: '11999990000',
        planId: newId(),
        dueDate: new Date(Date.now() + 86_400_000).toISOString(),
        trialExpiration: null,
      },
      { id: userId, name: 'Ana <b>', email: to, passwordHash: 'none', profile: 'admin' },
    )
    const stranger = `${crypto.randomUUID()}@example.com`
    const asked = (address: string): Mail => ({ type: 'passwordReset', id: newId(), language: 'en', to: address })
    expect(await work(asked(to), asked(stranger))).toBe(0)
    expect(await boxOf(stranger)).toEqual([])
    const [email] = await boxOf(to)
    const code = /^[A-Z2-9]{8}$/m.exec(email!.text)?.[0]
    expect(email!.html).toContain(`>${code}</p>`)
    expect(email!.html).toContain('Ana &lt;b&gt;')
    const right = await tryResetCode(to, code!)
    expect(right?.isOf({ companyId, userId })).toBe(true)
  })

  it('about a known address goes to its owner, and to nobody where there is none', async () => {
    const [companyId, userId] = [newId(), newId()]
    const to = `${crypto.randomUUID()}@example.com`
    const company = { id: companyId, name: `Loja ${companyId}`, email: to, phone: '11999990000', planId: newId() }
    await createCompany(
      { ...company, dueDate: new Date().toISOString(), trialExpiration: null },
      { id: userId, name: 'Ana', email: to, passwordHash: 'none', profile: 'admin' },
    )
    const mailTo = (address: string): Mail => ({ type: 'knownEmail', id: newId(), language: 'pt', to: address })
    const stranger = `${crypto.randomUUID()}@example.com`
    expect(await work(mailTo(to), mailTo(stranger))).toBe(0)
    expect(await boxOf(stranger)).toEqual([])
    const [email] = await boxOf(to)
    expect(email!.subject).toBe('Este e-mail já tem uma conta no Balcão')
    expect(email!.text).toContain('Olá, Ana.')
  })

  it('that confirms an address has a link and a code, while somebody waits for it', async () => {
    const [companyId, userId] = [newId(), newId()]
    const to = `${crypto.randomUUID()}@example.com`
    const company = { id: companyId, name: `Loja ${companyId}`, email: to, phone: '11999990000', planId: newId() }
    await createCompany(
      { ...company, dueDate: new Date().toISOString(), trialExpiration: null },
      { id: userId, name: 'Ana', email: to, passwordHash: 'none', profile: 'admin', unconfirmed: true },
    )
    const asked = (address: string): Mail => ({
      type: 'emailConfirmation',
      id: newId(),
      language: 'en',
      to: address,
      companyId,
      userId,
    })
    const stranger = `${crypto.randomUUID()}@example.com`
    expect(await work(asked(to), asked(stranger))).toBe(0)
    expect(await boxOf(stranger)).toEqual([])
    const [email] = await boxOf(to)
    const code = /^[A-Z2-9]{8}$/m.exec(email!.text)?.[0]
    expect(await tryConfirmationCode(companyId, userId, code!)).toEqual({ email: to, used: false })
    await confirmEmail((await getUser(companyId, userId, true))!, to, code!, null, '203.0.113.1')
    expect(await work(asked(to))).toBe(0)
    expect(await boxOf(to)).toHaveLength(1)
  })

  it('that a contract expires goes to an admin who is there, while it does', async () => {
    const [companyId, userId] = [newId(), newId()]
    const to = `${crypto.randomUUID()}@example.com`
    const company = { id: companyId, name: `Loja ${companyId}`, email: to, phone: '11999990000', planId: newId() }
    const dueDate = new Date(Date.now() + 86_400_000).toISOString()
    await createCompany(
      { ...company, dueDate, trialExpiration: null },
      { id: userId, name: 'Ana', email: to, passwordHash: 'none', profile: 'admin' },
    )
    const contract = await createContract(
      companyId,
      {
        number: '123',
        customerId: newId(),
        customerName: 'Maria',
        type: 'Anual',
        value: 1000,
        lateFine: 0,
        renewal: false,
        publishment: null,
        equipments: [],
        startAt: '2026-01-01',
        expiresAt: '2099-12-31',
        userId,
        language: 'es',
      },
      'America/Sao_Paulo',
    )
    const reminder = { type: 'contractExpires', to, companyId, userId, contractId: contract.id, days: 7 } as const
    const { expiresAt } = contract
    // Of another last day, to somebody who left, and twice the same.
    expect(await work({ ...reminder, id: newId(), expiresAt: '2098-12-31' })).toBe(0)
    expect(await work({ ...reminder, id: newId(), expiresAt, userId: newId() })).toBe(0)
    const id = newId()
    for (let i = 0; i < 2; i++) expect(await work({ ...reminder, id, expiresAt })).toBe(0)
    const box = await boxOf(to)
    expect(box.map(({ subject }) => subject)).toEqual(['El contrato 123 de Maria vence en 7 días'])
    expect(box[0]!.text).toContain('31/12/2099')
  })

  it('that cannot be read is left to the dead letters', async () => {
    const broken = { messageId: 'x', body: '{"type":"spam"}', attributes: {} } as unknown as Batch['Records'][number]
    expect((await handler({ Records: [broken] } as Batch)).batchItemFailures).toHaveLength(1)
    expectLogged('the message cannot be read', 1)
  })
})

describe('the double', () => {
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${simulators.url}/simulated/ses/v2/email/outbound-emails`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  it('takes nothing that is not signed with the key', async () => {
    const authorization =
      'AWS4-HMAC-SHA256 Credential=test/20261122/us-east-1/ses/aws4_request, SignedHeaders=host, Signature=0123'
    for (const headers of [{}, { authorization }]) {
      const answer = await send({}, headers as Record<string, string>)
      expect([answer.status, answer.headers.get('x-amzn-errortype')]).toEqual([403, 'SignatureDoesNotMatchException'])
    }
  })

  it('refuses an address that is none', async () => {
    const mail = { ...newMail(), to: 'nobody' }
    expect(await work(mail)).toBe(1)
    expectLogged('message failed', 1)
    expect(await boxOf('nobody')).toEqual([])
  })

  it('shows a letter as HTML in which nothing runs', async () => {
    const mail = newMail()
    await work(mail)
    const [{ id }] = (await boxOf(mail.to)) as unknown as [{ id: number }]
    const page = await fetch(`${simulators.url}/sim/mail/${id}/html`)
    expect(page.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
    expect(await page.text()).toContain('Hola, Ana.')
    expect((await fetch(`${simulators.url}/sim/mail/999999/html`)).status).toBe(404)
  })

  it('answers what it does not know with a code', async () => {
    const answers = await Promise.all([
      fetch(`${simulators.url}/sim/mail`, { method: 'PUT' }),
      fetch(`${simulators.url}/sim/mail/faults`, { method: 'POST', body: '{"kind":"fail"}' }),
      fetch(`${simulators.url}/sim/mail/faults`, {
        method: 'POST',
        body: '{"kind":"fire"}',
        headers: { 'content-type': 'application/json' },
      }),
      fetch(`${simulators.url}/elsewhere`),
    ])
    expect(answers.map(({ status }) => status)).toEqual([405, 415, 400, 404])
  })

  it('has a page, and says where it is', async () => {
    const page = await fetch(`${simulators.url}/mail`)
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(await page.text()).toContain('sandbox=""')
    expect(await sim('GET', '/systems')).toContainEqual({ name: 'E-mail', href: '/mail' })
  })
})
