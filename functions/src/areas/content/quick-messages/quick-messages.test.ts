import { randomUUID } from 'node:crypto'
import { quickMessages } from '@balcao/shared/api/content/quick-messages.ts'
import { queue as queueRoutes } from '@balcao/shared/api/team/queue.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { macros } from '@balcao/shared/api/tickets/macros.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { newId } from '@balcao/shared/ids.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeGateway, startFakeGateway } from '../../../../test/fake-gateway.ts'
import { call, makeCompany, makeQueue, makeUser, rawRow, type TestUser } from '../../../../test/harness.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
import { batchOf } from '../../../../test/pipeline-fixture.ts'
import { createQuickMessage } from '../../../data/content/quick-message.ts'
import { handler as jobsHandler } from '../../../workers/jobs/handler.ts'

let gateway: FakeGateway
let companyId: string
let admin: TestUser
let ana: TestUser
let bia: TestUser

beforeAll(async () => {
  gateway = await startFakeGateway()
})
afterAll(() => gateway.close())

beforeEach(async () => {
  const company = await makeCompany()
  companyId = company.id
  admin = company.admin
  ana = await makeUser(companyId)
  bia = await makeUser(companyId)
})

type Body = { shortcode: string; message?: string; geral?: boolean; status?: boolean; queueIds?: string[] }
const make = (as: TestUser, body: string | Body) =>
  call(quickMessages.create, { as, body: typeof body === 'string' ? { shortcode: body } : body })
const change = (as: TestUser, id: string, body: Partial<Body>) =>
  call(quickMessages.update, { as, params: { id }, body })
const remove = (as: TestUser, id: string) => call(quickMessages.remove, { as, params: { id } })
const seen = async (as: TestUser, query: object = {}) =>
  (await call(quickMessages.list, { as, query })).body.records.map(({ shortcode }) => shortcode)
const isTaken = 'ERR_QUICK_MESSAGE_SHORTCODE_ALREADY_EXISTS'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const MP3 = Buffer.from('ID3\x04\x00', 'latin1')
const upload = (as: TestUser, id: string, fileName = 'prato.png', mimetype = 'image/png', bytes: Uint8Array = PNG) =>
  call(quickMessages.uploadMedia, {
    as,
    params: { id },
    body: { typeArch: 'quickMessage' },
    files: [{ fileName, mimetype, bytes }],
  })

describe('a quick message', () => {
  it('is made with a shortcode, without its slash and doubled blanks', async () => {
    const made = await make(ana, { shortcode: ' / Bom   dia ', message: 'Olá {{firstName}}' })
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        shortcode: 'Bom dia',
        message: 'Olá {{firstName}}',
        geral: false,
        status: true,
        userId: ana.user.id,
        isMedia: false,
        mediaPath: null,
        mediaName: null,
      },
    ])
    for (const shortcode of ['', ' / ', '//', 'x'.repeat(51)]) {
      const refused = await make(ana, shortcode)
      expect([refused.error, refused.details[0]?.path]).toEqual(['ERR_VALIDATION', 'shortcode'])
    }
    expect((await make(ana, '//')).details[0]?.message).toBe('Obrigatório')
    expect((await call(quickMessages.create, { as: ana, body: {} as never })).details[0]?.message).toBe('Obrigatório')
  })

  it('is found by shortcode and text, page by page, by shortcode; all of them come as one list', async () => {
    for (const [shortcode, message] of [
      ['pix', 'Nossa chave'],
      ['Álvaro', ''],
      ['horario', 'De nove às seis'],
    ] as const)
      await make(ana, { shortcode, message })
    await make(admin, { shortcode: 'boleto', message: 'Segunda VIA', geral: true })
    expect(await seen(ana)).toEqual(['Álvaro', 'boleto', 'horario', 'pix'])
    expect(await seen(ana, { searchParam: 'ÀS SEIS' })).toEqual(['horario'])
    expect(await seen(ana, { searchParam: 'via' })).toEqual(['boleto'])
    expect(await seen(ana, { pageNumber: 2, limit: 3 })).toEqual(['pix'])
    const first = (await call(quickMessages.list, { as: ana, query: { limit: 3 } })).body
    expect([first.records.length, first.hasMore]).toEqual([3, true])
    expect(await seen(ana, { limit: 3, cursor: first.nextCursor })).toEqual(['pix'])
    // A cursor is worth nothing to somebody who sees other rows.
    const stolen = await call(quickMessages.list, { as: bia, query: { limit: 3, cursor: first.nextCursor! } })
    expect(stolen.error).toBe('ERR_INVALID_CURSOR')
    expect((await call(quickMessages.listAll, { as: ana })).body.map(({ shortcode }) => shortcode)).toHaveLength(4)
  })

  it('changes only in what is said', async () => {
    const { id } = (await make(ana, { shortcode: 'oi', message: 'Oi', status: false })).body
    expect((await change(ana, id, { message: 'Olá' })).body).toMatchObject({ shortcode: 'oi', status: false })
    expect((await change(ana, id, { shortcode: '/ OI' })).body).toMatchObject({ shortcode: 'OI', message: 'Olá' })
    expect((await remove(ana, id)).status).toBe(204)
    expect((await remove(ana, id)).status).toBe(204)
    expect((await change(ana, id, { message: 'x' })).error).toBe('ERR_NO_QUICK_MESSAGE_FOUND')
  })
})

describe('who sees and changes', () => {
  it('a private one: nobody but its maker, admins neither', async () => {
    const { id } = (await make(ana, 'minha')).body
    for (const as of [bia, admin, (await makeCompany()).admin]) {
      const params = { id }
      expect((await call(quickMessages.get, { as, params })).error).toBe('ERR_NO_QUICK_MESSAGE_FOUND')
      expect((await change(as, id, { message: 'x' })).error).toBe('ERR_NO_QUICK_MESSAGE_FOUND')
      expect((await upload(as, id)).error).toBe('ERR_NO_QUICK_MESSAGE_FOUND')
      expect((await call(quickMessages.removeMedia, { as, params })).error).toBe('ERR_NO_QUICK_MESSAGE_FOUND')
      expect((await remove(as, id)).status).toBe(204)
      // Asking for hers by her id narrows what one sees, and widens nothing.
      expect(await seen(as, { userId: ana.user.id })).toEqual([])
    }
    expect((await call(quickMessages.get, { as: ana, params: { id } })).body.message).toBe('')
    expect(await seen(ana, { userId: ana.user.id })).toEqual(['minha'])
  })

  it("one of the company: everyone sees it, admins change it, another company's admin sees nothing", async () => {
    const { id } = (await make(admin, { shortcode: 'nossa', geral: true })).body
    expect(await seen(ana)).toEqual(['nossa'])
    expect(await seen(ana, { userId: admin.user.id })).toEqual(['nossa'])
    expect(await seen(ana, { userId: ana.user.id })).toEqual([])
    for (const refused of [
      await change(ana, id, { message: 'x' }),
      await upload(ana, id),
      await call(quickMessages.removeMedia, { as: ana, params: { id } }),
      await remove(ana, id),
      await make(ana, { shortcode: 'outra', geral: true }),
    ])
      expect(refused.error).toBe('ERR_NO_PERMISSION')
    const own = (await make(ana, 'minha')).body
    expect((await change(ana, own.id, { geral: true })).error).toBe('ERR_NO_PERMISSION')
    const second = await makeUser(companyId, { profile: 'admin' })
    expect((await change(second, id, { message: 'Oi' })).body).toMatchObject({ message: 'Oi', userId: admin.user.id })
    expect(await seen((await makeCompany()).admin)).toEqual([])
  })

  it("one that is the company's no more is its maker's again, or the admin's when the maker is gone", async () => {
    const second = await makeUser(companyId, { profile: 'admin' })
    const [one, two] = [
      (await make(second, { shortcode: 'um', geral: true })).body,
      (await make(second, { shortcode: 'dois', geral: true })).body,
    ]
    expect((await change(admin, one.id, { geral: false })).body).toMatchObject({ geral: false, userId: second.user.id })
    expect([await seen(admin), await seen(second)]).toEqual([['dois'], ['dois', 'um']])
    expect((await change(admin, one.id, { geral: true })).error).toBe('ERR_NO_QUICK_MESSAGE_FOUND')
    expect((await call(users.remove, { as: admin, params: { id: second.user.id } })).status).toBe(204)
    expect((await change(admin, two.id, { geral: false })).body).toMatchObject({ userId: admin.user.id })
    expect(await seen(admin)).toEqual(['dois'])
  })

  it('what a user who is gone had for themselves goes, and its shortcodes are free; the rest stays', async () => {
    const second = await makeUser(companyId, { profile: 'admin' })
    await make(second, 'minha')
    await make(second, { shortcode: 'nossa', geral: true })
    await make(ana, 'dela')
    expect((await make(admin, { shortcode: 'minha', geral: true })).error).toBe(isTaken)
    await call(users.remove, { as: admin, params: { id: second.user.id } })
    const job = JSON.stringify({ type: 'removeUser', companyId, userId: second.user.id })
    expect(await jobsHandler(batchOf([job]))).toEqual({ batchItemFailures: [] })
    expect((await make(admin, { shortcode: 'minha', geral: true })).status).toBe(201)
    expect(await seen(ana)).toEqual(['dela', 'minha', 'nossa'])
    const late = {
      shortcode: 'tarde',
      message: '',
      geral: false,
      status: true,
      queueIds: [],
      media: null,
      userId: second.user.id,
    }
    await expect(createQuickMessage(companyId, late)).rejects.toMatchObject({ code: 'ERR_UNAUTHORIZED' })
  })

  it('who hears: its maker of a private one, everyone of one of the company, and of one that was', async () => {
    const [boss, one, two] = [await gateway.open(admin), await gateway.open(ana), await gateway.open(bia)]
    const received = () =>
      [boss, one, two].map(browser =>
        browser.received
          .splice(0)
          .filter(({ event }) => event === `company-${companyId}-quickMessage`)
          .map(({ payload }) => payload?.action),
      )
    const own = (await make(ana, 'minha')).body
    await change(ana, own.id, { message: 'Oi' })
    await remove(ana, own.id)
    expect(received()).toEqual([[], ['create', 'update', 'delete'], []])
    const ours = (await make(admin, { shortcode: 'nossa', geral: true })).body
    expect(received()).toEqual([['create'], ['create'], ['create']])
    await change(admin, ours.id, { geral: false })
    expect(received()).toEqual([['update'], ['delete'], ['delete']])
    await change(admin, ours.id, { geral: true })
    await upload(admin, ours.id)
    await remove(admin, ours.id)
    expect(received()).toEqual(Array(3).fill(['update', 'update', 'delete']))
  })
})

describe('one of some queues', () => {
  let queues: Awaited<ReturnType<typeof makeQueue>>[]
  let eva: TestUser
  const codes = async (as: TestUser, query: object) =>
    (await call(quickMessages.listAll, { as, query })).body.map(({ shortcode }) => shortcode)

  beforeEach(async () => {
    queues = [await makeQueue(companyId), await makeQueue(companyId)]
    eva = await makeUser(companyId, { queueIds: [queues[0]!.id] })
    await make(admin, { shortcode: 'a', geral: true, queueIds: [queues[0]!.id] })
    await make(admin, { shortcode: 'b', geral: true, queueIds: [queues[1]!.id] })
    await make(admin, { shortcode: 'todas', geral: true })
  })

  it('is seen by the people of its queues, its maker and admins, and narrowed by a queue', async () => {
    expect(await seen(eva)).toEqual(['a', 'todas'])
    expect(await seen(ana)).toEqual(['todas'])
    const boss = await makeUser(companyId, { profile: 'admin' })
    expect(await seen(boss)).toEqual(['a', 'b', 'todas'])
    expect(await seen(boss, { queueId: queues[1]!.id })).toEqual(['b', 'todas'])
    expect(await seen(eva, { queueId: queues[1]!.id })).toEqual(['todas'])
    expect(await codes(eva, {})).toEqual(['a', 'todas'])
    expect(await codes(boss, { queueId: 'none' })).toEqual(['todas'])
    const mine = (await make(ana, { shortcode: 'minha', queueIds: [queues[1]!.id] })).body
    expect([mine.queueIds, await seen(ana)]).toEqual([[queues[1]!.id], ['minha', 'todas']])
    const [b] = (await call(quickMessages.list, { as: admin, query: { searchParam: 'b' } })).body.records
    const params = { id: b!.id }
    expect((await call(quickMessages.get, { as: eva, params })).error).toBe('ERR_NO_QUICK_MESSAGE_FOUND')
    expect((await change(eva, b!.id, { message: 'x' })).error).toBe('ERR_NO_QUICK_MESSAGE_FOUND')
  })

  it('is offered in tickets of its queue, also to somebody who was given one from another queue', async () => {
    const ticket = await makeTicket(companyId, { queue: queues[1]!, user: eva.user, status: 'open' })
    expect(await codes(eva, { ticketId: ticket.id })).toEqual(['b', 'todas'])
    expect((await call(quickMessages.listAll, { as: ana, query: { ticketId: ticket.id } })).error).toBe(
      'ERR_NO_PERMISSION',
    )
    const other = await makeCompany()
    expect((await call(quickMessages.listAll, { as: other.admin, query: { ticketId: ticket.id } })).error).toBe(
      'ERR_NO_TICKET_FOUND',
    )
    const idOf = async (searchParam: string) =>
      (await call(quickMessages.list, { as: admin, query: { searchParam } })).body.records[0]!.id
    await upload(admin, await idOf('b'))
    const send = (quickMessageId: string, ticketId: string) =>
      call(messages.create, { as: eva, params: { ticketId }, body: { quickMessageId } })
    expect((await send(await idOf('b'), ticket.id)).status).toBe(201)
    const own = await makeTicket(companyId, { queue: queues[0]!, user: eva.user, status: 'open' })
    expect((await send(await idOf('b'), own.id)).error).toBe('ERR_NO_QUICK_MESSAGE_FOUND')
  })

  it('goes on in macros, outlives its queue, and shows to nobody else then', async () => {
    const [b] = (await call(quickMessages.list, { as: admin, query: { searchParam: 'b' } })).body.records
    await change(admin, b!.id, { message: 'Do setor B' })
    const macro = await call(macros.create, {
      as: admin,
      body: { name: 'B', shared: true, actions: [{ type: 'reply', quickMessageId: b!.id }] },
    })
    const ticket = await makeTicket(companyId, { queue: queues[0]!, user: eva.user, status: 'open' })
    const ran = await call(macros.run, {
      as: eva,
      params: { id: macro.body.id },
      body: { ticketId: ticket.id },
      headers: { 'idempotency-key': newId() },
    })
    expect(ran.body.results).toMatchObject([{ ok: true }])
    await call(queueRoutes.remove, { as: admin, params: { id: queues[1]!.id } })
    expect(await seen(eva)).toEqual(['a', 'todas'])
    expect(await seen(admin)).toEqual(['a', 'b', 'todas'])
    // What it named before may stay; nothing else that does not exist.
    expect((await change(admin, b!.id, { queueIds: [queues[1]!.id], message: 'Ainda' })).body.message).toBe('Ainda')
    expect((await change(admin, b!.id, { queueIds: [] })).body.queueIds).toEqual([])
    expect(await seen(eva)).toEqual(['a', 'b', 'todas'])
  })

  it('is published to those who see it, and deleted for those who do not any more', async () => {
    const [one, two] = [await gateway.open(eva), await gateway.open(ana)]
    const received = () =>
      [one, two].map(browser =>
        browser.received
          .splice(0)
          .filter(({ event }) => event === `company-${companyId}-quickMessage`)
          .map(({ payload }) => payload?.action),
      )
    const { id } = (await make(admin, { shortcode: 'nova', geral: true, queueIds: [queues[0]!.id] })).body
    expect(received()).toEqual([['create'], []])
    await change(admin, id, { queueIds: [queues[1]!.id] })
    expect(received()).toEqual([['delete'], ['delete']])
  })

  it('refuses queues of nobody and of others, and changes nothing', async () => {
    const other = await makeQueue((await makeCompany()).id)
    const { id } = (await make(ana, 'minha')).body
    for (const queueIds of [[newId()], [other.id]]) {
      expect((await make(ana, { shortcode: 'x', queueIds })).error).toBe('ERR_NO_QUEUE_FOUND')
      expect((await change(ana, id, { queueIds, message: 'x' })).error).toBe('ERR_NO_QUEUE_FOUND')
    }
    expect((await change(ana, id, { queueIds: ['x'] })).error).toBe('ERR_VALIDATION')
    expect((await call(quickMessages.list, { as: ana, query: { queueId: 'x' } })).error).toBe('ERR_VALIDATION')
    expect((await call(quickMessages.get, { as: ana, params: { id } })).body).toMatchObject({
      message: '',
      queueIds: [],
    })
  })
})

describe('a shortcode', () => {
  const outcome = ({ error }: { error: string | undefined }) => error ?? 'done'

  it('is unique among those one sees', async () => {
    expect(outcome(await make(ana, 'pix'))).toBe('done')
    // Bia does not see hers.
    expect(outcome(await make(bia, 'PÍX'))).toBe('done')
    expect(outcome(await make(ana, '/Pix'))).toBe(isTaken)
    // Both would see this one beside their own.
    expect(outcome(await make(admin, { shortcode: 'pix', geral: true }))).toBe(isTaken)
    await make(admin, { shortcode: 'boleto', geral: true })
    for (const as of [ana, bia, admin]) expect(outcome(await make(as, 'BOLETO'))).toBe(isTaken)
    expect(outcome(await make(admin, { shortcode: 'Boleto', geral: true }))).toBe(isTaken)
    expect(outcome(await make((await makeCompany()).admin, { shortcode: 'pix', geral: true }))).toBe('done')
    expect(await seen(ana)).toEqual(['boleto', 'pix'])
  })

  it('is refused to a change, which then changes nothing, and free when it is left', async () => {
    const [pix, oi] = [(await make(ana, 'pix')).body, (await make(ana, 'oi')).body]
    expect(outcome(await change(ana, oi.id, { shortcode: 'pix', message: 'x' }))).toBe(isTaken)
    expect((await call(quickMessages.get, { as: ana, params: { id: oi.id } })).body).toEqual(oi)
    await change(ana, pix.id, { shortcode: 'chave' })
    expect(outcome(await change(ana, oi.id, { shortcode: 'pix' }))).toBe('done')
    await remove(ana, oi.id)
    expect(outcome(await make(admin, { shortcode: 'pix', geral: true }))).toBe('done')
    expect(await rawRow({ pk: `${companyId}#shortcode`, sk: 'shortcode#oi' })).not.toMatchObject({
      users: expect.anything(),
    })
  })

  it("becomes the company's when nobody else has it, and its maker's again", async () => {
    const mine = (await make(admin, 'pix')).body
    const hers = (await make(ana, 'pix')).body
    expect(outcome(await change(admin, mine.id, { geral: true }))).toBe(isTaken)
    await remove(ana, hers.id)
    expect(outcome(await change(admin, mine.id, { geral: true }))).toBe('done')
    expect(outcome(await make(ana, 'pix'))).toBe(isTaken)
    expect(outcome(await change(admin, mine.id, { geral: false }))).toBe('done')
    expect(outcome(await make(ana, 'pix'))).toBe('done')
    expect(outcome(await make(admin, 'pix'))).toBe(isTaken)
    // With another shortcode at once, too.
    expect(outcome(await change(admin, mine.id, { geral: true, shortcode: 'chave' }))).toBe('done')
    expect(outcome(await make(admin, 'pix'))).toBe('done')
    expect(outcome(await make(bia, 'chave'))).toBe(isTaken)
  })

  it("that one's own and one of the company want at once is had by one side", async () => {
    for (let round = 0; round < 5; round++) {
      const shortcode = `corrida ${round}`
      const race = await Promise.all([
        make(ana, shortcode),
        make(bia, shortcode),
        make(admin, { shortcode, geral: true }),
        make(ana, shortcode),
      ])
      const done = race.flatMap(({ status, body }) => (status === 201 ? [body] : []))
      expect(race.filter(({ error }) => error === isTaken)).toHaveLength(4 - done.length)
      if (done.some(({ geral }) => geral)) expect(done).toHaveLength(1)
      else expect(done.map(({ userId }) => userId).sort()).toEqual([ana.user.id, bia.user.id].sort())
    }
  })

  it('is had by one when it is opened to the company and made by somebody at once', async () => {
    for (let round = 0; round < 5; round++) {
      const shortcode = `virada ${round}`
      const mine = (await make(admin, shortcode)).body
      const [opened, made] = await Promise.all([change(admin, mine.id, { geral: true }), make(ana, shortcode)])
      expect([outcome(opened), outcome(made)].sort()).toEqual([isTaken, 'done'].sort())
    }
  })
})

describe('its file', () => {
  it('is kept and shown by a link, gives way to another, and goes', async () => {
    const { id } = (await make(ana, 'cardapio')).body
    const first = (await upload(ana, id)).body
    expect(first).toMatchObject({ isMedia: true, mediaName: 'prato.png', mediaType: 'image', shortcode: 'cardapio' })
    expect(Buffer.from(await (await fetch(first.mediaPath!)).arrayBuffer())).toEqual(PNG)
    const second = (await upload(ana, id, 'aviso.mp3', 'audio/mpeg', MP3)).body
    expect(second).toMatchObject({ mediaName: 'aviso.mp3', mediaType: 'audio' })
    expect((await upload(ana, id, 'tabela.csv', 'text/csv', Buffer.from('a;b'))).body.mediaType).toBe('application')
    const without = await call(quickMessages.removeMedia, { as: ana, params: { id } })
    expect(without.body).toMatchObject({ isMedia: false, mediaPath: null, mediaName: null, mediaType: null })
  })

  it('is refused when it is not what it is said to be, is run by browsers, is too large or is not there', async () => {
    const { id } = (await make(ana, 'foto')).body
    const text = Buffer.from('isto não é uma foto')
    expect((await upload(ana, id, 'a.png', 'image/png', text)).error).toBe('ERR_UPLOAD_TYPE')
    expect((await upload(ana, id, 'a.html', 'text/html', Buffer.from('<html>'))).error).toBe('ERR_UPLOAD_TYPE')
    expect((await upload(ana, id, 'a.png', 'image/png', Buffer.alloc(0))).error).toBe('ERR_UPLOAD_MISSING')
    const large = Buffer.concat([PNG, Buffer.alloc(4_500_000)])
    expect((await upload(ana, id, 'a.png', 'image/png', large)).error).toBe('ERR_UPLOAD_TOO_LARGE')
    const none = { as: ana, params: { id }, body: {}, files: [] }
    expect((await call(quickMessages.uploadMedia, none)).error).toBe('ERR_UPLOAD_MISSING')
    expect((await upload(ana, newId())).error).toBe('ERR_NO_QUICK_MESSAGE_FOUND')
    expect((await call(quickMessages.get, { as: ana, params: { id } })).body.isMedia).toBe(false)
  })

  it('goes out with a message, from where it lies: its text under it, a sound before it', async () => {
    const own = await makeCompany()
    const as = own.admin
    const ticket = await makeTicket(own.id, { status: 'open', user: as.user })
    const { id } = (await make(as, 'foto')).body
    const write = (body: object) => call(messages.create, { as, params: { ticketId: ticket.id }, body })
    expect((await write({ body: 'Olá', quickMessageId: id })).error).toBe('ERR_UPLOAD_MISSING')
    const kept = (await upload(as, id)).body
    const clientId = randomUUID()
    const sent = (await write({ body: 'Olá, Maria', quickMessageId: id, clientId })).body.messages
    expect(sent).toMatchObject([{ mediaType: 'image', body: 'Olá, Maria', media: { fileName: 'prato.png' } }])
    const pathOf = (url: string | null) => new URL(url!).pathname
    expect(pathOf(sent[0]!.mediaUrl)).toBe(pathOf(kept.mediaPath))
    // The same call again is the same message; with another text it is refused.
    expect((await write({ body: 'Olá, Maria', quickMessageId: id, clientId })).body.messages[0]?.id).toBe(sent[0]!.id)
    expect((await write({ body: 'Oi', quickMessageId: id, clientId })).error).toBe('ERR_IDEMPOTENCY_KEY_REUSED')
    await upload(as, id, 'aviso.mp3', 'audio/mpeg', MP3)
    expect((await write({ body: 'Ouça', quickMessageId: id })).body.messages).toMatchObject([
      { mediaType: 'audio', body: '' },
      { mediaType: 'chat', body: 'Ouça' },
    ])
    // What was said keeps its picture.
    await remove(as, id)
    expect((await fetch(sent[0]!.mediaUrl!)).status).toBe(200)
    expect((await write({ body: 'Olá', quickMessageId: id })).error).toBe('ERR_NO_QUICK_MESSAGE_FOUND')
  })

  it('goes out for who sees it alone', async () => {
    const ticket = await makeTicket(companyId, { status: 'open', user: admin.user })
    const stranger = await makeCompany()
    const theirs = (await make(stranger.admin, { shortcode: 'foto', geral: true })).body
    const hers = (await make(ana, 'foto')).body
    await Promise.all([upload(stranger.admin, theirs.id), upload(ana, hers.id)])
    for (const { id } of [theirs, hers]) {
      const body = { body: 'Olá', quickMessageId: id }
      const answer = await call(messages.create, { as: admin, params: { ticketId: ticket.id }, body })
      expect(answer.error).toBe('ERR_NO_QUICK_MESSAGE_FOUND')
    }
    const read = await call(messages.list, { as: admin, params: { ticketId: ticket.id } })
    expect(read.body.messages).toEqual([])
  })
})
