import tls from 'node:tls'
import { type RunningSimulators, startSimulators } from '@balcao/infra/simulators/start-simulators.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendBySmtp } from './send-smtp.ts'
import { readSmtpUrl } from './smtp-url.ts'

type Accepted = { from: string; to: string[]; secure: boolean; user: string | null; raw: string; messageId: string }
type Kept = { to: string; from: string; subject: string; text: string; html: string }

let simulators: RunningSimulators
beforeAll(async () => {
  simulators = await startSimulators()
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
const serve = (settings: object = {}) => sim<{ url: string; ca: string }>('POST', '/smtp', settings)
const fault = (given: object) => sim('POST', '/smtp/faults', given)
const boxOf = (to: string) => sim<Kept[]>('GET', `?to=${encodeURIComponent(to)}`)
const acceptedFor = async (to: string) => (await sim<Accepted[]>('GET', '/smtp')).filter(each => each.to.includes(to))

const newEmail = () => ({
  id: crypto.randomUUID(),
  from: 'Loja da Conceição <contato@loja.example>',
  to: `${crypto.randomUUID()}@example.com`,
  content: {
    subject: 'Sua senha do Balcão foi alterada — às 10:30, por você mesma, em outro computador',
    text: 'Olá, Conceição.\n\n.começa com um ponto\nfrom: ninguém\n',
    html: '<!doctype html><p>Olá, Conceição.</p>',
  },
})

/** Trusts the authority of a simulated server for as long as `run` takes. */
async function trusting(ca: string, run: () => Promise<void>): Promise<void> {
  const before = tls.getCACertificates('default')
  tls.setDefaultCACertificates([...before, ca])
  try {
    await run()
  } finally {
    tls.setDefaultCACertificates(before)
  }
}

describe('an e-mail by SMTP', () => {
  it('arrives as it was written, with an id made of ours', async () => {
    const { url } = await serve()
    const email = newEmail()
    await sendBySmtp(url, email)
    expect(await boxOf(email.to)).toMatchObject([
      { to: email.to, from: 'Loja da Conceição <contato@loja.example>', ...email.content },
    ])
    const [accepted] = await acceptedFor(email.to)
    expect(accepted).toMatchObject({ from: 'contato@loja.example', to: [email.to], user: null })
    expect(accepted!.messageId).toBe(`<${email.id}@loja.example>`)
    expect(accepted!.raw).toContain('Auto-Submitted: auto-generated')
    expect(accepted!.raw).toMatch(/^[\t\r\n\x20-\x7e]*$/)
  })

  it('cannot bring headers, recipients or commands of its own', async () => {
    const { url } = await serve()
    const evil = 'a\r\nBcc: everybody@example.com\r\n\r\n<b>'
    const email = newEmail()
    await sendBySmtp(url, {
      ...email,
      from: `Loja "${evil}" <contato@loja.example>`,
      content: { ...email.content, subject: evil, text: 'x\r\n.\r\nMAIL FROM:<a@b.example>\r\n' },
    })
    const [accepted, ...more] = await acceptedFor(email.to)
    expect([accepted!.to, more.length]).toEqual([[email.to], 0])
    expect(accepted!.raw).not.toMatch(/^bcc:/im)
    expect(await boxOf('everybody@example.com')).toEqual([])
    for (const to of [`${email.to}\r\nRCPT TO:<x@example.com>`, 'a@example.com, b@example.com', '<a@example.com>', 'a'])
      await expect(sendBySmtp(url, { ...email, to })).rejects.toMatchObject({ isPermanent: true })
    await expect(sendBySmtp(url, { ...email, from: 'a\n@loja.example' })).rejects.toMatchObject({ isPermanent: true })
    expect(await boxOf('x@example.com')).toEqual([])
  })

  // An address by which this machine is reached as if it were another one.
  const elsewhere = { host: '0.0.0.0', user: 'loja@example.com', password: 'p@ss:/ wörd' }

  it.each(['starttls', 'tls'] as const)('signs in over TLS (%s), whose certificate is verified', async security => {
    const { url, ca } = await serve({ ...elsewhere, security })
    const email = newEmail()
    await expect(sendBySmtp(url, email)).rejects.toMatchObject({ isPermanent: false })
    expect(await acceptedFor(email.to)).toEqual([])
    await trusting(ca, () => sendBySmtp(url, email))
    expect(await acceptedFor(email.to)).toMatchObject([{ secure: true, user: 'loja@example.com' }])
    if (security === 'starttls') return
    // Its certificate is for other names.
    const other = newEmail()
    await trusting(ca, async () => {
      const asOther = sendBySmtp(url.replace('0.0.0.0', 'localhost'), other)
      await expect(asOther).rejects.toMatchObject({ isPermanent: false })
    })
    expect(await acceptedFor(other.to)).toEqual([])
  })

  it('never goes to another machine without TLS, its password neither', async () => {
    const { url } = await serve({ ...elsewhere, security: 'none' })
    const email = newEmail()
    const error = (await sendBySmtp(url, email).catch((thrown: unknown) => thrown)) as Error
    expect(error.message).toContain('STARTTLS')
    expect(error).toMatchObject({ isPermanent: false })
    expect(await acceptedFor(email.to)).toEqual([])
  })

  it('waits for the operator where the password is wrong', async () => {
    const { url } = await serve({ user: 'loja', password: 'right' })
    const email = newEmail()
    for (const wrong of [url.replace('right', 'wrong'), url.replace('loja:right@', '')])
      await expect(sendBySmtp(wrong, email)).rejects.toMatchObject({ isPermanent: false })
    await sendBySmtp(url, email)
    expect(await acceptedFor(email.to)).toHaveLength(1)
  })

  it.each([
    ['mail', 550],
    ['rcpt', 550],
    ['data', 554],
    ['message', 554],
  ] as const)('is refused for good at %s by %i, in words without an address', async (at, reply) => {
    const { url } = await serve()
    const email = newEmail()
    await fault({ at, reply })
    const error = (await sendBySmtp(url, email).catch((thrown: unknown) => thrown)) as Error
    expect(error).toMatchObject({ isPermanent: true })
    expect(error.message).toMatch(/^SMTP E(ENVELOPE|MESSAGE) (MAIL FROM|RCPT TO|DATA) 55[04] 5\.1\.1$/)
  })

  it.each([
    { at: 'connect', reply: 421 },
    { at: 'connect', reply: 554 },
    { at: 'mail', reply: 451 },
    { at: 'rcpt', reply: 450 },
    { at: 'data', reply: 451 },
    { at: 'message', reply: 452 },
    { at: 'connect' },
    { at: 'mail' },
    { at: 'data' },
  ])('is tried again after $at $reply', async given => {
    const { url } = await serve()
    const email = newEmail()
    await fault(given)
    const error = (await sendBySmtp(url, email).catch((thrown: unknown) => thrown)) as Error
    expect(error).toMatchObject({ name: 'SmtpError', isPermanent: false })
    expect(error.message).not.toContain('@')
    await sendBySmtp(url, email)
    expect(await boxOf(email.to)).toHaveLength(1)
  })

  it('has the same id where only the answer was lost', async () => {
    const { url } = await serve()
    const email = newEmail()
    await fault({ at: 'message' })
    await expect(sendBySmtp(url, email)).rejects.toMatchObject({ isPermanent: false })
    await sendBySmtp(url, email)
    const ids = (await acceptedFor(email.to)).map(({ messageId }) => messageId)
    expect(ids).toEqual([`<${email.id}@loja.example>`, `<${email.id}@loja.example>`])
  })

  it('gives a server up that is silent', async () => {
    const { url } = await serve()
    await fault({ at: 'rcpt', ms: 60_000 })
    await expect(sendBySmtp(url, newEmail())).rejects.toMatchObject({ isPermanent: false })
  }, 15_000)

  it('gives up where nobody listens', async () => {
    await expect(sendBySmtp('smtp://127.0.0.1:9', newEmail())).rejects.toMatchObject({ isPermanent: false })
  })
})

describe('the address of a mail server', () => {
  it('has its usual ports, and decodes user and password', () => {
    expect(readSmtpUrl('smtps://a%40b.example:p%3A%2F@mail.example.com')).toEqual({
      host: 'mail.example.com',
      port: 465,
      secure: true,
      isLocal: false,
      auth: { user: 'a@b.example', pass: 'p:/' },
    })
    expect(readSmtpUrl('smtp://mail.example.com/')).toMatchObject({ port: 587, secure: false, isLocal: false })
    for (const local of ['localhost', '127.0.0.1', '127.1.2.3', '[::1]'])
      expect(readSmtpUrl(`smtp://${local}:25`)).toMatchObject({ port: 25, isLocal: true })
    for (const remote of ['127.0.0.1.example.com', 'localhost.example.com', '10.0.0.1', '[::2]'])
      expect(readSmtpUrl(`smtp://${remote}`).isLocal).toBe(false)
  })

  it.each([
    'http://mail.example.com',
    'smtp://',
    'smtp:mail.example.com',
    'smtps://user@mail.example.com',
    'smtps://user:%ff@mail.example.com',
    'smtps://mail.example.com/path',
    'smtps://mail.example.com?x=1',
    'nothing',
  ])('%s is refused without being repeated', address => {
    expect(() => readSmtpUrl(address)).toThrow(/^the address of the mail server must have (?!.*example)/)
  })
})
