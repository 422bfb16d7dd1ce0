import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SetUp, setUpServer } from './set-up-server.ts'
import { startServer, type TestServer } from './start-server.ts'

let server: TestServer
let made: SetUp

beforeAll(async () => {
  server = await startServer()
  made = await setUpServer(server)
})
afterAll(() => server.close())

it('sends e-mail by the mail server of balcao.env, from its sender', async () => {
  const settings = { security: 'none', user: 'loja@example.com', password: randomUUID() }
  const started = await fetch(`${server.simUrl}/sim/mail/smtp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  })
  const { url } = (await started.json()) as { url: string }
  await server.stop()
  await server.start({ SMTP_URL: url, EMAIL_FROM: 'Padaria <contato@padaria.example>' })

  const to = made.admin.email
  const asked = await fetch(`${server.url}/api/forgetpassword/${to}`, { method: 'POST' })
  expect(asked.status).toBe(204)
  const mailbox = async () =>
    (await (await fetch(`${server.simUrl}/sim/mail?to=${to}`)).json()) as { from: string; subject: string }[]
  await expect.poll(mailbox, { timeout: 20_000 }).toHaveLength(1)
  expect((await mailbox())[0]!.from).toBe('Padaria <contato@padaria.example>')
})
