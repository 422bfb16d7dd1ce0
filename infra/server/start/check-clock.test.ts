import { createServer } from 'node:http'
import { createServer as createMailServer, type Server } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { freePort } from '../../local/free-port.ts'
import { LOOPBACK, listen } from '../../local/listen.ts'
import { checkClock } from './check-clock.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** Starts a WhatsApp whose clock differs from ours by so many seconds. */
async function whatsapp(seconds: number): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader('date', new Date(Date.now() + seconds * 1000).toUTCString())
    response.writeHead(404).end()
  })
  servers.push(server)
  return `ws://${LOOPBACK}:${await listen(server, 0)}/ws/chat`
}

/** Starts a mail server with a greeting. */
async function mail(greeting: string): Promise<string> {
  const server = createMailServer(socket => socket.end(`220 mail.example ESMTP ${greeting}\r\n`))
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, LOOPBACK, resolve))
  return `smtp://${LOOPBACK}:${(server.address() as { port: number }).port}`
}

const nobody = async () => `ws://${LOOPBACK}:${await freePort()}/ws/chat`
const dated = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString().replace('GMT', '+0000')

it('takes a clock that is right within a minute', async () => {
  for (const seconds of [0, 55, -55])
    expect(await checkClock({ WHATSAPP_URL: await whatsapp(seconds) })).toBeUndefined()
})

it('refuses one that is wrong by more, by the answer of WhatsApp or of the mail server', async () => {
  await expect(checkClock({ WHATSAPP_URL: await whatsapp(90) })).rejects.toThrow(/behind that of 127\.0\.0\.1/)
  await expect(checkClock({ WHATSAPP_URL: await whatsapp(-3600) })).rejects.toThrow(/36\d\d s ahead of/)
  const SMTP_URL = await mail(`Sendmail 8.18; ${dated(-120)}`)
  await expect(checkClock({ WHATSAPP_URL: await nobody(), SMTP_URL })).rejects.toThrow(/1[12]\d s ahead of/)
})

it('warns only where nobody says the time', async () => {
  expect(await checkClock({ WHATSAPP_URL: await nobody() })).toContain('not checked')
  expect(await checkClock({ WHATSAPP_URL: await nobody(), SMTP_URL: await mail('ready') })).toContain('not checked')
})
