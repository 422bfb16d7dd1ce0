import { type RunningSimulators, startSimulators } from '@balcao/infra/simulators/start-simulators.ts'
import type { Mail } from '@balcao/shared/events/queues.ts'
import { allowLogged, expectLogged } from '@balcao/shared/test/output.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { handler } from './handler.ts'

type Batch = Parameters<typeof handler>[0]
type Accepted = { to: string[]; messageId: string }

let simulators: RunningSimulators

beforeAll(async () => {
  simulators = await startSimulators()
  const { url } = await sim<{ url: string }>('POST', '/smtp', {})
  Object.assign(process.env, simulators.env, { SMTP_URL: url, EMAIL_FROM: 'Loja <contato@loja.example>' })
})
beforeEach(() => sim('DELETE', '/smtp/faults'))
afterAll(() => simulators.close())

async function sim<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${simulators.url}/sim/mail${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  return (await response.json()) as T
}

const newMail = () =>
  ({
    type: 'signInChanged',
    id: crypto.randomUUID(),
    language: 'pt',
    to: `${crypto.randomUUID()}@example.com`,
    name: 'Ana',
    company: 'Loja',
    changed: 'password',
    byOther: false,
    at: Date.now(),
    timezone: 'America/Sao_Paulo',
  }) satisfies Mail

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

const acceptedFor = async (to: string) => (await sim<Accepted[]>('GET', '/smtp')).filter(each => each.to.includes(to))

it('leaves by the mail server that is configured, once', async () => {
  const mail = newMail()
  expect(await work(mail)).toBe(0)
  await work(mail, mail)
  allowLogged('message failed')
  expect((await acceptedFor(mail.to)).map(({ messageId }) => messageId)).toEqual([`<${mail.id}@loja.example>`])
  const [kept] = await sim<{ from: string; subject: string }[]>('GET', `?to=${mail.to}`)
  expect(kept).toMatchObject({ from: 'Loja <contato@loja.example>', subject: 'Sua senha do Balcão foi alterada' })
})

it('comes again after a temporary refusal, and leaves then', async () => {
  await sim('POST', '/smtp/faults', { at: 'rcpt', reply: 450, count: 2 })
  const mail = newMail()
  for (let i = 0; i < 2; i++) expect(await work(mail)).toBe(1)
  expectLogged('message failed', 2)
  expect(await work(mail)).toBe(0)
  expect(await acceptedFor(mail.to)).toHaveLength(1)
})

it('is given up where it is refused for good', async () => {
  await sim('POST', '/smtp/faults', { at: 'rcpt', reply: 550 })
  const mail = newMail()
  expect(await work(mail)).toBe(0)
  expectLogged('the mail server refuses an e-mail for good', 1)
  // The queue may deliver the message once more.
  expect(await work(mail)).toBe(0)
  expect(await acceptedFor(mail.to)).toEqual([])
})

it('that was accepted with its answer lost has the same Message-ID when it comes again', async () => {
  await sim('POST', '/smtp/faults', { at: 'message' })
  const mail = newMail()
  expect(await work(mail)).toBe(1)
  expectLogged('message failed', 1)
  expect(await work(mail)).toBe(0)
  const ids = (await acceptedFor(mail.to)).map(({ messageId }) => messageId)
  expect([ids.length, new Set(ids).size]).toEqual([2, 1])
})
