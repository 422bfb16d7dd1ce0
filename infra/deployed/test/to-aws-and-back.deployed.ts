// Moves a server with two companies and a linked phone onto the deployed stage, killed twice on the
// way, and back. The last file: afterwards the stage is stopped.
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownEnvironment } from '../../local/config.ts'
import { openAws } from '../../server/move/call-aws.ts'
import { readProgress, whyNotStarted } from '../../server/move/progress.ts'
import { describeStage, functionsOf } from '../../server/move/stage-functions.ts'
import { countOf } from '../../server/move/tally.ts'
import { type Conversation, meet } from '../../test/system/converse.ts'
import { openShop, type Shop, signIn, until } from '../../test/system/open-shop.ts'
import { runServe, startServer, type TestServer } from '../../test/system/start-server.ts'
import { readMovedTickets, readStage } from '../config.ts'
import { call } from './call.ts'
import { killAt, runCommand, startCommand } from './run-command.ts'

const { stage, url, simUrl, whatsapp, stopHostUrl } = readStage()
const TICKETS = readMovedTickets()
const MOVE = 'infra/server/move/move.ts'
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const CUSTOMER = '5511920000701'

/** Calls whose answers must be the same on both sides, of the company with many tickets. */
const SAME = [
  '/tickets?status=open&showAll=true&limit=50',
  '/tickets?status=pending&showAll=true&limit=50',
  '/tickets?status=closed&showAll=true&limit=50',
  '/tickets?searchParam=andrade&showAll=true',
  '/contacts?searchParam=andrade',
  '/contacts?searchParam=silva',
  '/dashboard?days=90',
  '/users',
  '/queue',
  '/tags',
]

let server: TestServer
/** Address at which the company is served at present: its session is renewed there. */
const home = { url: '', simUrl }
let shop: Shop
let conversation: Conversation
let loaded: { companyId: string; admin: string; password: string; lastTicket: string }
let before: Record<string, unknown>
let promptId: string

const move = (...args: string[]) =>
  startCommand(MOVE, [...args, '--stage', stage, '--env', join(server.dir, 'balcao.env')])
const runMove = (...args: string[]) =>
  runCommand(MOVE, [...args, '--stage', stage, '--env', join(server.dir, 'balcao.env')])

/** Answers of `SAME` and the last ticket's messages at an address. */
async function answersAt(address: string): Promise<Record<string, unknown>> {
  const { api } = await signIn({ url: address }, loaded.admin, loaded.password)
  const answers: Record<string, unknown> = {}
  for (const path of [...SAME, `/messages/${loaded.lastTicket}?limit=100`])
    answers[path] = JSON.parse(
      JSON.stringify(await api('GET', path), (key, value) =>
        // The dashboard compares a day with others up to the present hour, and a move takes longer.
        /Url$|Cursor$|^lastLogin|^online$|^(hour|soFar|usual)$/.test(key) ? null : value,
      ),
    )
  return answers
}

/** Calls the stage with the session that the server gave. */
async function onStage<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await call(method, path, { token: await shop.admin.token(), ...(body ? { body } : {}) })
  if (answer.status >= 300)
    throw new Error(`${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body as T
}

type Messages = { messages: { body: string; fromMe: boolean; mediaUrl: string | null }[] }
const bodies = async (): Promise<string[]> =>
  (await onStage<Messages>('GET', `/messages/${conversation.ticketId}?limit=100`)).messages.map(({ body }) => body)
const onPhone = async () => (await shop.onPhone(CUSTOMER)).filter(({ fromMe }) => !fromMe).map(({ text }) => text)
const count = (texts: readonly unknown[], text: string) => texts.filter(each => each === text).length

beforeAll(async () => {
  server = await startServer({ simulator: { url: simUrl, whatsapp }, env: { SIGN_UP: 'open' } })
  if (server.setupUrl()) await setUp(server.setupUrl()!)
  const seed = ['--stage', 'server', '--tickets', String(TICKETS), '--messages', String(TICKETS > 1000 ? 2 : 5)]
  await runCommand('infra/demo/seed/seed.ts', seed, { PATH: ownEnvironment().PATH, BALCAO_DATA_DIR: server.dataDir })
  loaded = JSON.parse(readFileSync(join(server.dataDir, 'seed.json'), 'utf8'))
  home.url = server.url
  shop = await openShop(home, 'Mudança', '5511900000701')
  ;[conversation] = (await meet(shop, [CUSTOMER])) as [Conversation]
  const picture = { to: shop.number, type: 'image', mediaBase64: PIXEL, mimetype: 'image/png', fileName: 'foto.png' }
  await shop.sim('POST', `/phones/${CUSTOMER}/messages`, picture)
  await until('the picture', async () => (await shop.messages(conversation.ticketId)).some(({ mediaUrl }) => mediaUrl))
  const queue = await shop.api<{ id: string }>('POST', '/queue', {
    name: 'Vendas',
    color: '#16a34a',
    greetingMessage: 'Olá',
  })
  const prompt = {
    name: 'Agente',
    prompt: 'Responda com calma. '.repeat(5),
    apiKey: 'sk-of-the-server',
    queueId: queue.id,
  }
  promptId = (await shop.api<{ id: string }>('POST', '/prompt', prompt)).id
  before = await answersAt(server.url)
  await runMove('--prepare', '--to', 'aws')
  await deployWithSecrets()
}, 3_600_000)
afterAll(() => server?.close())

/** Makes the super user and the first company, which nothing else answers before. */
async function setUp(link: string): Promise<void> {
  const person = (name: string) => ({ name, email: `${randomUUID()}@product.test`, password: randomUUID() })
  const body = {
    token: new URL(link).searchParams.get('token'),
    super: person('Dona'),
    company: { name: 'Primeira', admin: person('Ana') },
  }
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${server.url}/api/setup`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(answer.status).toBe(201)
}

/** Gives the functions the secrets that Secrets Manager has now, as a deployment does. */
async function deployWithSecrets(): Promise<void> {
  const aws = await openAws()
  const secret = async (name: string) => {
    const target = 'secretsmanager.GetSecretValue'
    const body = { SecretId: `balcao-${stage}-${name}` }
    return String((await aws.call({ service: 'secretsmanager', target, body })).SecretString)
  }
  const given = {
    JWT_SECRET: await secret('jwt'),
    SEALING_SECRET: await secret('sealing'),
    VAPID_SECRET: await secret('vapid'),
  }
  for (const { name } of await functionsOf(aws, stage)) {
    const path = `/2015-03-31/functions/${name}/configuration`
    const { Environment } = await aws.call({ service: 'lambda', method: 'GET', path })
    const { Variables = {} } = (Environment ?? {}) as { Variables?: Record<string, string> }
    if (Variables.JWT_SECRET === undefined) continue
    const body = { Environment: { Variables: { ...Variables, ...given } } }
    await aws.call({ service: 'lambda', method: 'PUT', path, body })
  }
}

describe('to AWS', () => {
  it('refuses while the server runs', async () => {
    const { code, lines } = await move('--to', 'aws').ended
    expect({ code, lines }).toMatchObject({
      code: 1,
      lines: [expect.stringMatching(/^Balcão runs already/), expect.anything()],
    })
  })

  it('is given up, begins again, goes on after kill -9, twice, and compares both sides', async () => {
    // A frozen host leaves a message in the queue.
    const contactId = (await shop.api<{ contact: { id: string } }>('GET', `/tickets/${conversation.ticketId}`)).contact
      .id
    const soon = { contactId, body: 'Agendada para a mudança', sendAt: new Date(Date.now() + 20_000).toISOString() }
    const later = { contactId, body: 'Agendada para depois', sendAt: new Date(Date.now() + 86_400_000).toISOString() }
    for (const schedule of [soon, later]) await shop.api('POST', '/schedules', schedule)
    const host = server.hostPid()!
    process.kill(host, 'SIGSTOP')
    await shop.api('POST', `/messages/${conversation.ticketId}`, { body: 'Ainda na fila' })
    await server.kill()
    process.kill(host, 'SIGCONT')
    await shop.write(CUSTOMER, 'durante a mudança')

    await killAt(move('--to', 'aws'), server.dataDir, ({ rows }) => countOf(rows.tally) > 0)
    const env = ['--env', join(server.dir, 'balcao.env')]
    expect((await runCommand(MOVE, ['--cancel', ...env])).at(-1)).toMatch(/removed from the stage/)
    expect(whyNotStarted(server.dataDir)).toBeUndefined()

    await killAt(move('--to', 'aws'), server.dataDir, ({ rows }) => countOf(rows.tally) > 0)
    await killAt(move('--to', 'aws'), server.dataDir, ({ step }) => step !== 'rows')
    const lines = await runMove('--to', 'aws')
    home.url = url
    console.log(lines.join('\n'))
    expect(lines[0]).toMatch(/^going on with the move/)
    expect(lines.at(-1)).toMatch(/^moved to the stage/)
    const progress = readProgress(server.dataDir)!
    expect(progress).toMatchObject({ step: 'done', runs: 3 })
    expect(progress.messages.count).toBeGreaterThan(0)
  }, 3_600_000)

  it('opens the connection without a QR code; every message arrives once, in both directions', async () => {
    await until('the connection', async () => {
      return (await onStage<{ status: string }>('GET', `/whatsapp/${shop.connectionId}`)).status === 'CONNECTED'
    })
    await until('what was written during the move', async () => count(await bodies(), 'durante a mudança') > 0)
    await until('what was in the queue', async () => count(await onPhone(), 'Ainda na fila') > 0)
    await until('the schedule that came due', async () => count(await onPhone(), 'Agendada para a mudança') > 0)
    await onStage('POST', `/messages/${conversation.ticketId}`, { body: 'Do estágio' })
    await until('an answer', async () => count(await onPhone(), 'Do estágio') > 0)
    await shop.write(CUSTOMER, 'recebido')
    await until('the last message', async () => count(await bodies(), 'recebido') > 0)
    for (const text of ['durante a mudança', 'recebido']) expect(count(await bodies(), text)).toBe(1)
    for (const text of ['Ainda na fila', 'Agendada para a mudança', 'Do estágio'])
      expect(count(await onPhone(), text)).toBe(1)
    expect(count(await onPhone(), 'Agendada para depois')).toBe(0)
  })

  it('has ids, search, counters and files as they were, and people signed in', async () => {
    expect(await answersAt(url)).toEqual(before)
    const { messages } = await onStage<Messages>('GET', `/messages/${conversation.ticketId}?limit=100`)
    const { mediaUrl } = messages.find(each => each.mediaUrl)!
    expect(Buffer.from(await (await fetch(mediaUrl!)).arrayBuffer()).toString('base64')).toBe(PIXEL)
  })

  it('opens what the server sealed, and seals it anew', async () => {
    const { tableName, sealing } = await describeStage(await openAws(), stage)
    const client = new DynamoDBClient()
    const sealed = async () => {
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName: tableName,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': { S: `${shop.companyId}#prompt` } },
        }),
      )
      return Items.find(({ sk }) => sk?.S?.includes(promptId))?.apiKey?.S ?? ''
    }
    expect(sealing.length).toBe(2)
    const newest = createHash('sha256').update(`balcao sealing key ${sealing[0]}`).digest('hex').slice(0, 8)
    await until('the key sealed anew', async () => (await sealed()).startsWith(`${newest}.`))
  })

  it('keeps the server from starting as if nothing had happened', async () => {
    const child = runServe(['--env', join(server.dir, 'balcao.env')])
    let text = ''
    child.stdout?.on('data', chunk => {
      text += String(chunk)
    })
    await until('its end', async () => child.exitCode !== null)
    expect(child.exitCode).toBe(78)
    expect(text).toContain(`npm run move -- --to server --stage ${stage}`)
  })
})

describe('back to the server', () => {
  it('stops the stage, takes what waits there, and goes on with the phone', async () => {
    await fetch(stopHostUrl, { method: 'POST' })
    await onStage('POST', `/messages/${conversation.ticketId}`, { body: 'Na fila do estágio' })
    await shop.write(CUSTOMER, 'durante a volta')
    await killAt(move('--to', 'server'), server.dataDir, ({ step }) => step === 'objects' || step === 'compare')
    console.log((await runMove('--to', 'server')).join('\n'))
    const refused = await call('GET', `/whatsapp/${shop.connectionId}`, { token: shop.token }).catch(() => ({
      status: 503,
    }))
    expect(refused.status).toBeGreaterThanOrEqual(429)

    await server.start()
    home.url = server.url
    const texts = async () => (await shop.messages(conversation.ticketId)).map(({ body }) => body)
    await until('the connection', async () => {
      return (await shop.api<{ status: string }>('GET', `/whatsapp/${shop.connectionId}`)).status === 'CONNECTED'
    })
    await until('what was written on the way back', async () => count(await texts(), 'durante a volta') > 0)
    await until('what was in the queue of the stage', async () => count(await onPhone(), 'Na fila do estágio') > 0)
    for (const text of ['durante a mudança', 'recebido', 'durante a volta', 'Do estágio'])
      expect(count(await texts(), text)).toBe(1)
    for (const text of ['Ainda na fila', 'Na fila do estágio', 'Agendada para a mudança'])
      expect(count(await onPhone(), text)).toBe(1)
    expect(await answersAt(server.url)).toEqual(before)
  }, 3_600_000)
})
