import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ticketsArea } from '@balcao/shared/api/index.ts'
import type { LinkPreviewJob } from '@balcao/shared/events/queues.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeGateway, startFakeGateway } from '../../../../test/fake-gateway.ts'
import { call, makeCompany, makeQueue, makeUser, makeWhatsapp, type TestCompany } from '../../../../test/harness.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
import { png } from '../../../../test/pictures.ts'
import { batchOf } from '../../../../test/pipeline-fixture.ts'
import { receiveMessage } from '../../../../test/receive-message.ts'
import { saveSetting } from '../../../data/company/setting.ts'
import { countPageFetch, PAGES_PER_MINUTE } from '../../../data/tickets/link-preview.ts'
import { getMessage } from '../../../data/tickets/message.ts'
import { editMessage, markDeleted } from '../../../data/tickets/message-rewrite.ts'
import { deleteTicket, removeTicketRows } from '../../../data/tickets/ticket-removal.ts'
import { listObjects, readObjectHead } from '../../../integrations/storage.ts'

const { messages } = ticketsArea.resources

const sent = vi.hoisted(() => [] as LinkPreviewJob[])
vi.mock(import('../../../messaging/enqueue.ts'), async original => ({
  ...(await original()),
  enqueueLinkPreview: async job => void sent.push(job),
}))

let gateway: FakeGateway
let server: Server
let origin: string
let fetched: string[]
let company: TestCompany
let connectionId: string

beforeAll(async () => {
  gateway = await startFakeGateway()
  server = createServer((request, response) => {
    fetched.push(request.url!)
    if (request.url!.endsWith('.png'))
      return void response.writeHead(200, { 'content-type': 'image/png' }).end(png(9, 9))
    const picture = request.url!.includes('simples') ? '' : '<meta property="og:image" content="/a.png">'
    const title = request.url!.includes('nada')
      ? ''
      : '<title>Bolo</title><meta name="description" content="De cenoura">'
    response.writeHead(200, { 'content-type': 'text/html' }).end(title + picture)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  process.env.OUTGOING_PRIVATE_HOSTS = new URL(origin).host
  company = await makeCompany()
  connectionId = (await makeWhatsapp(company.id, { isDefault: true })).id
})
beforeEach(() => {
  fetched = []
  sent.splice(0)
})
afterAll(async () => {
  server.close()
  await gateway.close()
})

/** Stores a contact's text in a new ticket. */
async function receive(body: string, of = company, changes: Parameters<typeof receiveMessage>[3] = {}) {
  const whatsapp = of === company ? connectionId : (await makeWhatsapp(of.id, { isDefault: true })).id
  const ticket = await makeTicket(of.id)
  return receiveMessage(of.id, ticket.id, whatsapp, { body, ...changes })
}
const ask = (id: string, as = company.admin) => call(messages.previewLink, { params: { id }, as })
async function work(): Promise<number> {
  const { handler } = await import('../../../workers/bots/handler.ts')
  const jobs = sent.splice(0)
  for (const message of jobs)
    expect(await handler(batchOf([JSON.stringify(message)]))).toEqual({ batchItemFailures: [] })
  return jobs.length
}
const shown = async (message: { ticketId: string; id: string }, as = company.admin) =>
  (await call(messages.list, { params: { ticketId: message.ticketId }, as })).body.messages.find(
    ({ id }) => id === message.id,
  )!.linkPreview

describe('the preview of a link', () => {
  it('is fetched once, published, and costs no further call', async () => {
    const message = await receive(`veja ${origin}/bolo`)
    const browser = await gateway.open(company.admin)
    await browser.send({ action: 'joinChatBox', ticketId: message.ticketId })
    const asked = await ask(message.id)
    expect([asked.status, asked.body.linkPreview]).toEqual([200, null])
    expect(fetched).toEqual([])
    expect(await work()).toBe(1)
    expect(fetched).toEqual(['/bolo', '/a.png'])
    const preview = await shown(message)
    expect(preview).toEqual({
      url: `${origin}/bolo`,
      title: 'Bolo',
      description: 'De cenoura',
      pictureUrl: expect.stringContaining(`/${company.id}/media/${message.ticketId}/`),
    })
    const picture = await fetch(preview!.pictureUrl!)
    expect([picture.headers.get('content-type'), Buffer.from(await picture.arrayBuffer())]).toEqual([
      'image/png',
      png(9, 9),
    ])
    const events = browser.received.filter(({ event }) => event.endsWith('appMessage'))
    expect(events.at(-1)).toMatchObject({ payload: { action: 'update', message: { linkPreview: { title: 'Bolo' } } } })
    expect((await ask(message.id)).body.linkPreview?.title).toBe('Bolo')
    expect(await work()).toBe(0)
  })

  it('of another message with the address is what is known, with a picture of its own', async () => {
    const [first, second] = [await receive(`${origin}/igual`), await receive(`e ${origin}/igual aqui`)]
    for (const { id } of [first, second]) await ask(id)
    await work()
    expect(fetched).toEqual(['/igual', '/a.png'])
    expect(await shown(second)).toMatchObject({ title: 'Bolo', url: `${origin}/igual` })
    const keys = [(await getMessage(company.id, first.id))!, (await getMessage(company.id, second.id))!].map(
      ({ preview }) => preview!.picture!.key,
    )
    expect(new Set(keys).size).toBe(2)
    // It goes with its ticket, and the other one stays.
    await deleteTicket(company.id, first.ticketId)
    await removeTicketRows(company.id, first.ticketId)
    expect(await Promise.all(keys.map(async key => (await readObjectHead(key, 1)) !== undefined))).toEqual([
      false,
      true,
    ])
    // What was known lost its picture: it is fetched again.
    const third = await receive(`${origin}/igual`)
    await ask(third.id)
    await work()
    expect(fetched).toEqual(['/igual', '/a.png', '/igual', '/a.png'])
  })

  it('that shows nothing is remembered, by the message and the address', async () => {
    const [first, second] = [await receive(`${origin}/nada`), await receive(`${origin}/nada`)]
    await ask(first.id)
    await work()
    expect(await shown(first)).toEqual({ url: `${origin}/nada`, title: '', description: '', pictureUrl: null })
    await ask(second.id)
    await work()
    expect(await shown(second)).toMatchObject({ title: '' })
    expect(fetched).toEqual(['/nada'])
  })

  it('goes with an edit of its link and comes back for another one, and with a deletion', async () => {
    const message = await receive(`${origin}/velho`)
    await ask(message.id)
    await work()
    const before = (await getMessage(company.id, message.id))!
    await editMessage(before, `${origin}/novo`)
    expect(await shown(message)).toBeNull()
    await ask(message.id)
    await work()
    expect(await shown(message)).toMatchObject({ url: `${origin}/novo` })
    expect(await listObjects(`${company.id}/media/${message.ticketId}/`)).toHaveLength(1)
    await markDeleted((await getMessage(company.id, message.id))!)
    expect(await shown(message)).toBeNull()
    await ask(message.id)
    expect(await work()).toBe(0)
  })

  it.each([
    ['no link', 'oi'],
    ['a link of one person', 'https://loja.example/?token=1'],
    ['a password', 'https://ana:segredo@loja.example/'],
  ])('is not asked for where there is %s', async (_, body) => {
    const message = await receive(body)
    expect((await ask(message.id)).status).toBe(200)
    expect(await work()).toBe(0)
  })

  it('at a private address is nothing, and nobody is called', async () => {
    for (const address of ['https://169.254.169.254/latest', 'https://10.0.0.1/', 'http://127.0.0.1:1/']) {
      const message = await receive(address)
      await ask(message.id)
      await work()
      expect(await shown(message)).toMatchObject({ title: '', pictureUrl: null })
    }
    expect(fetched).toEqual([])
  })

  it('is not asked for where the company has switched it off', async () => {
    const other = await makeCompany()
    await saveSetting(other.id, 'linkPreviews', 'disabled')
    const message = await receive(`${origin}/bolo`, other)
    expect((await ask(message.id, other.admin)).status).toBe(200)
    expect(await work()).toBe(0)
  })

  it('is counted by the minute, for the company alone', async () => {
    const other = await makeCompany()
    const message = await receive(`${origin}/contada`, other)
    for (let i = 0; i < PAGES_PER_MINUTE; i++) expect(await countPageFetch(other.id)).toBe(true)
    const answer = await ask(message.id, other.admin)
    expect([answer.status, answer.body]).toMatchObject([429, { error: 'ERR_TOO_MANY_REQUESTS' }])
    expect(await countPageFetch(company.id)).toBe(true)
    expect(await work()).toBe(0)
  })

  it('is asked for by those who see the message alone', async () => {
    const queue = await makeQueue(company.id)
    const message = await receive(`${origin}/escondida`)
    const stranger = await makeUser(company.id, { queueIds: [queue.id] })
    expect((await ask(message.id, stranger)).status).toBe(403)
    const other = await makeCompany()
    expect(await ask(message.id, other.admin)).toMatchObject({ status: 404, body: { error: 'ERR_NO_MESSAGE_FOUND' } })
    expect(await work()).toBe(0)
  })

  it('that came with the message needs no call', async () => {
    const preview = { link: 'loja.example/bolo', title: 'Bolo', description: '', thumbnail: 'AAAA' }
    const message = await receive('veja loja.example/bolo', company, { preview })
    expect(await shown(message)).toEqual({
      url: 'https://loja.example/bolo',
      title: 'Bolo',
      description: '',
      pictureUrl: 'data:image/jpeg;base64,AAAA',
    })
    await ask(message.id)
    expect(await work()).toBe(0)
  })
})
