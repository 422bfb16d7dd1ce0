import { chats } from '@balcao/shared/api/content/chats.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { newId } from '@balcao/shared/ids.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeGateway, startFakeGateway } from '../../../../test/fake-gateway.ts'
import { call, makeCompany, makeUser, type TestUser } from '../../../../test/harness.ts'
import { batchOf } from '../../../../test/pipeline-fixture.ts'
import { rowsOf } from '../../../../test/rows-of.ts'
import { getJob } from '../../../data/jobs/job.ts'
import { metered } from '../../../data/table/meter.ts'
import { readObjectHead } from '../../../integrations/storage.ts'
import { handler as jobsHandler } from '../../../workers/jobs/handler.ts'

let gateway: FakeGateway
let companyId: string
let admin: TestUser
let ana: TestUser
let bia: TestUser
let caio: TestUser

beforeAll(async () => {
  gateway = await startFakeGateway()
})
afterAll(() => gateway.close())

beforeEach(async () => {
  const company = await makeCompany()
  companyId = company.id
  admin = company.admin
  ana = await makeUser(companyId, { name: 'Ana' })
  bia = await makeUser(companyId, { name: 'Bia' })
  caio = await makeUser(companyId, { name: 'Caio' })
})

const idOf = ({ user }: TestUser) => user.id
const create = async (as: TestUser, title: string, ...others: TestUser[]) =>
  (await call(chats.create, { as, body: { title, users: others.map(idOf) } })).body
const sendMessage = (as: TestUser, id: string, message: string, clientId?: string) =>
  call(chats.send, { as, params: { id }, body: { message, ...(clientId ? { clientId } : {}) } })
const read = (as: TestUser, id: string) => call(chats.read, { as, params: { id }, body: {} })
const get = (as: TestUser, id: string) => call(chats.get, { as, params: { id } })
const update = (as: TestUser, id: string, body: { title?: string; users?: string[] }) =>
  call(chats.update, { as, params: { id }, body })
const remove = (as: TestUser, id: string) => call(chats.remove, { as, params: { id } })
const leave = (as: TestUser, id: string) => call(chats.leave, { as, params: { id } })
const messagesOf = async (as: TestUser, id: string, query: object = {}) =>
  (await call(chats.messages, { as, params: { id }, query })).body.records
const unread = async (as: TestUser, id: string) =>
  (await get(as, id)).body.users.find(({ userId }) => userId === idOf(as))?.unreads
const titles = async (as: TestUser, query: object = {}) =>
  (await call(chats.list, { as, query })).body.records.map(({ title }) => title)

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const sendFile = (as: TestUser, id: string, clientId: string, mimetype = 'image/png') =>
  call(chats.send, {
    as,
    params: { id },
    body: { message: 'veja', clientId },
    files: [{ fileName: 'prato.png', mimetype, bytes: PNG }],
  })

describe('a conversation', () => {
  it('is its members’: for others, admins and super users too, there is none', async () => {
    const chat = await create(ana, ' Plantão ', bia)
    expect(chat).toMatchObject({ uuid: chat.id, title: 'Plantão', ownerId: idOf(ana), lastMessage: '' })
    expect(chat.users.map(({ user, unreads }) => [user.name, unreads]).sort()).toEqual([
      ['Ana', 0],
      ['Bia', 0],
    ])
    const root = await makeUser(companyId, { super: true, profile: 'admin' })
    for (const as of [admin, root, caio]) {
      const answers = await Promise.all([
        get(as, chat.id),
        update(as, chat.id, { title: 'Minha' }),
        leave(as, chat.id),
        read(as, chat.id),
        sendMessage(as, chat.id, 'oi'),
        sendFile(as, chat.id, crypto.randomUUID()),
        call(chats.messages, { as, params: { id: chat.id } }),
        call(chats.uploads, {
          as,
          params: { id: chat.id },
          body: { fileName: 'a.png', mimetype: 'image/png', size: 10 },
        }),
      ])
      expect(answers.map(({ error }) => error)).toEqual(answers.map(() => 'ERR_NO_CHAT_FOUND'))
      // Deletes are idempotent: what never was theirs answers like what is gone.
      expect((await remove(as, chat.id)).status).toBe(204)
      expect(await titles(as)).toEqual([])
    }
    expect(await titles(bia)).toEqual(['Plantão'])
  })

  it('asks for a title, and for somebody else who is there', async () => {
    const make = (title: string, ...ids: string[]) => call(chats.create, { as: ana, body: { title, users: ids } })
    const messages = async (answer: ReturnType<typeof make>) => (await answer).details.map(({ message }) => message)
    expect(await messages(make(' ', idOf(bia)))).toEqual(['Por favor, preencha o título da conversa.'])
    for (const ids of [[], [idOf(ana)]])
      expect(await messages(make('Oi', ...ids))).toEqual(['Por favor, selecione pelo menos um usuário.'])
    expect((await make('Oi', idOf(bia), newId())).error).toBe('ERR_NO_USER_FOUND')
    const elsewhere = await makeCompany()
    expect((await make('Oi', elsewhere.admin.user.id)).error).toBe('ERR_NO_USER_FOUND')
    expect(await titles(ana)).toEqual([])
  })

  it('is changed and deleted by its owner alone, and who comes or goes hears just that', async () => {
    const chat = await create(ana, 'Loja', bia)
    expect((await update(bia, chat.id, { title: 'Outra' })).error).toBe('ERR_NO_PERMISSION')
    expect((await remove(bia, chat.id)).error).toBe('ERR_NO_PERMISSION')
    await sendMessage(ana, chat.id, 'antes')
    const [there, gone, other] = [await gateway.open(caio), await gateway.open(bia), await gateway.open(admin)]
    const changed = (await update(ana, chat.id, { title: 'Vendas', users: [idOf(caio)] })).body
    expect([changed.title, changed.users.map(({ user }) => user.name)]).toEqual(['Vendas', ['Ana', 'Caio']])
    expect(changed.users.map(({ unreads }) => unreads)).toEqual([0, 0])
    const actions = (browser: typeof there) => browser.received.map(({ payload }) => payload?.action)
    expect([actions(there), actions(gone), actions(other)]).toEqual([['create'], ['delete'], []])
    expect((await sendMessage(bia, chat.id, 'ainda?')).error).toBe('ERR_NO_CHAT_FOUND')
    expect(await titles(bia)).toEqual([])
    expect((await messagesOf(caio, chat.id)).map(({ message }) => message)).toEqual(['antes'])
    for (let i = 0; i < 2; i++) expect((await remove(ana, chat.id)).status).toBe(204)
    expect(actions(there)).toEqual(['create', 'delete'])
    expect((await get(caio, chat.id)).error).toBe('ERR_NO_CHAT_FOUND')
  })

  it('goes on without who leaves, under who has been in it longest, and ends with the last', async () => {
    const chat = await create(ana, 'Loja', bia)
    await update(ana, chat.id, { users: [idOf(bia), idOf(caio)] })
    expect((await leave(ana, chat.id)).status).toBe(204)
    expect((await get(ana, chat.id)).error).toBe('ERR_NO_CHAT_FOUND')
    expect((await get(caio, chat.id)).body.ownerId).toBe(idOf(bia))
    await leave(caio, chat.id)
    await leave(bia, chat.id)
    expect((await leave(bia, chat.id)).error).toBe('ERR_NO_CHAT_FOUND')
    expect((await rowsOf(companyId)).filter(({ pk }) => String(pk).includes('chats-of'))).toEqual([])
  })

  it('is left by a user who is removed, and has the name of one who changed it', async () => {
    const [one, alone] = [await create(ana, 'Loja', bia, caio), await create(ana, 'Só nós', bia)]
    await leave(bia, alone.id)
    await call(users.update, { as: admin, params: { id: idOf(caio) }, body: { name: 'Caio Prado' } })
    await jobsHandler(batchOf([JSON.stringify({ type: 'rename', companyId, entity: 'user', id: idOf(caio) })]))
    expect((await get(bia, one.id)).body.users.map(({ user }) => user.name)).toContain('Caio Prado')
    await call(users.remove, { as: admin, params: { id: idOf(ana) } })
    const job = JSON.stringify({ type: 'removeUser', companyId, userId: idOf(ana) })
    for (let again = 0; again < 2; again++) expect(await jobsHandler(batchOf([job]))).toEqual({ batchItemFailures: [] })
    const left = (await get(bia, one.id)).body
    expect([left.ownerId === idOf(bia) || left.ownerId === idOf(caio), left.users.length]).toEqual([true, 2])
    expect((await rowsOf(companyId)).filter(({ pk, sk }) => sk === 'chat' && String(pk).includes(alone.id))).toEqual([])
  })
})

describe('the list', () => {
  it('has the newest first, in pages that show each once while others come up, and is searched by title', async () => {
    const made = []
    for (const title of ['Açaí', 'Balcão', 'Caixa', 'Delivery']) made.push(await create(ana, title, bia))
    await sendMessage(bia, made[1]!.id, 'oi')
    expect(await titles(ana)).toEqual(['Balcão', 'Delivery', 'Caixa', 'Açaí'])
    const first = (await call(chats.list, { as: ana, query: { limit: 2 } })).body
    await sendMessage(bia, made[0]!.id, 'oi')
    await sendMessage(bia, made[3]!.id, 'oi')
    const rest = (await call(chats.list, { as: ana, query: { limit: 5, cursor: first.nextCursor! } })).body
    expect(rest.records.map(({ title }) => title)).toEqual(['Caixa'])
    expect([await titles(ana, { searchParam: 'acai' }), await titles(ana, { searchParam: 'x' })]).toEqual([
      ['Açaí'],
      ['Caixa'],
    ])
    expect((await call(chats.list, { as: bia, query: { cursor: first.nextCursor! } })).error).toBe('ERR_INVALID_CURSOR')
  })
})

describe('a message', () => {
  it('counts for the others until they read it, and is published to members alone', async () => {
    const chat = await create(ana, 'Loja', bia)
    const [member, stranger] = [await gateway.open(bia), await gateway.open(admin)]
    const clientId = crypto.randomUUID()
    const sent = await sendMessage(ana, chat.id, '  Bom dia #123 ', clientId)
    expect([sent.status, sent.body]).toMatchObject([
      201,
      {
        message: 'Bom dia #123',
        senderId: idOf(ana),
        sender: { name: 'Ana' },
        chatId: chat.id,
        clientId,
        mediaPath: null,
      },
    ])
    // One event: each costs a call for every browser.
    expect(member.received.map(({ event }) => event)).toEqual([`company-${companyId}-chat-${chat.id}`])
    const published = member.received[0]!.payload as { chat: typeof chat }
    expect([
      published.chat.lastMessage,
      published.chat.users.map(({ user, unreads }) => [user.name, unreads]).sort(),
    ]).toEqual([
      'Bom dia #123',
      [
        ['Ana', 0],
        ['Bia', 1],
      ],
    ])
    await sendMessage(bia, chat.id, 'bom dia')
    expect([await unread(ana, chat.id), await unread(bia, chat.id)]).toEqual([1, 1])
    member.received.length = 0
    // Whoever is named, it is the caller who read.
    const body = { userId: idOf(ana) }
    expect((await call(chats.read, { as: bia, params: { id: chat.id }, body })).status).toBe(200)
    expect([await unread(ana, chat.id), await unread(bia, chat.id)]).toEqual([1, 0])
    await read(bia, chat.id)
    expect(member.received.map(({ payload }) => payload?.action)).toEqual(['update'])
    expect(stranger.received).toEqual([])
  })

  it('comes in pages that go back in time', async () => {
    const chat = await create(ana, 'Loja', bia)
    for (let i = 1; i <= 5; i++) await sendMessage(i % 2 ? ana : bia, chat.id, `${i}`)
    const page = (query: object) => call(chats.messages, { as: bia, params: { id: chat.id }, query })
    const first = (await page({ limit: 2 })).body
    await sendMessage(ana, chat.id, '6')
    const second = (await page({ limit: 2, cursor: first.nextCursor! })).body
    const third = (await page({ limit: 2, cursor: second.nextCursor! })).body
    expect([first, second, third].map(({ records }) => records.map(({ message }) => message))).toEqual([
      ['4', '5'],
      ['2', '3'],
      ['1'],
    ])
    expect([third.hasMore, third.nextCursor]).toEqual([false, null])
  })

  it('is refused when there is nothing, or a file that is not what it says', async () => {
    const chat = await create(ana, 'Loja', bia)
    expect((await sendMessage(ana, chat.id, ' \n ')).error).toBe('ERR_EMPTY_MESSAGE')
    expect((await sendFile(ana, chat.id, crypto.randomUUID(), 'audio/mpeg')).error).toBe('ERR_UPLOAD_TYPE')
    expect((await sendFile(ana, chat.id, crypto.randomUUID(), 'image/svg+xml')).error).toBe('ERR_UPLOAD_TYPE')
    const key = `uploads/${companyId}/media/${newId()}/${newId()}`
    const body = { key, fileName: 'a.png', mimetype: 'image/png' }
    expect((await call(chats.send, { as: ana, params: { id: chat.id }, body })).error).toBe('ERR_UPLOAD_MISSING')
    expect(await messagesOf(ana, chat.id)).toEqual([])
  })

  it('is one message however often it is sent, with its file, in the form or by one of its own', async () => {
    const chat = await create(ana, 'Loja', bia)
    const clientId = crypto.randomUUID()
    const texts = await Promise.all([1, 2, 3].map(() => sendMessage(ana, chat.id, 'uma vez', clientId)))
    expect(new Set(texts.map(({ body }) => body.id)).size).toBe(1)
    const withFile = crypto.randomUUID()
    const first = (await sendFile(ana, chat.id, withFile)).body
    const again = (await sendFile(ana, chat.id, withFile)).body
    expect([again.id, first.mediaName, first.mediaType]).toEqual([first.id, 'prato.png', 'image'])
    expect(Buffer.from(await (await fetch(first.mediaPath!)).arrayBuffer()).equals(PNG)).toBe(true)
    const prepared = { fileName: 'grande.png', mimetype: 'image/png', size: PNG.length }
    const form = (await call(chats.uploads, { as: ana, params: { id: chat.id }, body: prepared })).body
    const data = new FormData()
    for (const [name, value] of Object.entries(form.fields)) data.append(name, value)
    data.append('file', new Blob([PNG], { type: 'image/png' }))
    expect((await fetch(form.url, { method: 'POST', body: data })).ok).toBe(true)
    const { size: _, ...file } = prepared
    const large = await call(chats.send, { as: ana, params: { id: chat.id }, body: { key: form.key, ...file } })
    expect([large.status, large.body.message, large.body.mediaName]).toEqual([201, '', 'grande.png'])
    expect([await unread(bia, chat.id), (await get(bia, chat.id)).body.lastMessage]).toEqual([3, 'grande.png'])
    // The same id of another member is another message.
    expect((await sendMessage(bia, chat.id, 'outra', clientId)).body.message).toBe('outra')
  })

  it('goes with its conversation in the background, files and all, out of the list of jobs', async () => {
    const chat = await create(ana, 'Loja', bia)
    await sendFile(ana, chat.id, crypto.randomUUID())
    for (let i = 0; i < 3; i++) await sendMessage(bia, chat.id, `${i}`, crypto.randomUUID())
    const rows = async () => (await rowsOf(companyId)).filter(({ pk }) => String(pk).includes(`#chat#${chat.id}`))
    const file = (await rows()).flatMap(({ media }) => (media ? [(media as { key: string }).key] : []))[0]!
    expect(await readObjectHead(file, 1)).toBeDefined()
    await remove(ana, chat.id)
    const jobRow = (await rowsOf(companyId)).find(({ pk, sk }) => sk === 'job' && String(pk).includes('#job#'))!
    const jobId = String(jobRow.pk).split('#')[2]!
    expect(jobRow.gsi1pk).toBeUndefined()
    const step = JSON.stringify({ type: 'step', companyId, jobId, seq: 0 })
    for (let again = 0; again < 2; again++)
      expect(await jobsHandler(batchOf([step]))).toEqual({ batchItemFailures: [] })
    expect([(await getJob(companyId, jobId))?.status, await rows(), await readObjectHead(file, 1)]).toEqual([
      'done',
      [],
      undefined,
    ])
  })
})

describe('at once', () => {
  it('thirty messages of three people are thirty, in one order, and counted exactly', async () => {
    const chat = await create(ana, 'Loja', bia, caio)
    const everyone = [ana, bia, caio]
    await Promise.all(Array.from({ length: 30 }, (_, i) => sendMessage(everyone[i % 3]!, chat.id, `${i}`)))
    const all = await messagesOf(ana, chat.id, { limit: 100 })
    expect(all.map(({ message }) => Number(message)).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 30 }, (_, i) => i),
    )
    const now = (await get(ana, chat.id)).body
    expect(now.users.map(({ unreads }) => unreads)).toEqual([20, 20, 20])
    expect(now.lastMessage).toBe(all.at(-1)!.message)
  })

  it('reading beside messages loses none of them', async () => {
    const chat = await create(ana, 'Loja', bia)
    const reads: Promise<{ body: typeof chat }>[] = []
    await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        await sendMessage(i % 3 ? ana : bia, chat.id, `${i}`)
        reads.push(read(bia, chat.id))
      }),
    )
    await Promise.all(reads)
    expect(await unread(bia, chat.id)).toBe(0)
    expect(await unread(ana, chat.id)).toBe(4)
    await sendMessage(ana, chat.id, 'mais uma')
    expect(await unread(bia, chat.id)).toBe(1)
  })

  it('who is taken out, or whose conversation is deleted, says nothing more', async () => {
    for (const end of ['out', 'deleted'] as const) {
      const chat = await create(ana, 'Loja', bia, caio)
      const answers = await Promise.all([
        end === 'out' ? update(ana, chat.id, { users: [idOf(caio)] }) : remove(ana, chat.id),
        ...Array.from({ length: 6 }, (_, i) => sendMessage(bia, chat.id, `${i}`)),
      ])
      const passed = answers.slice(1).filter(({ status }) => status === 201)
      for (const { error } of answers.slice(1)) expect([undefined, 'ERR_NO_CHAT_FOUND']).toContain(error)
      const kept = (await rowsOf(companyId)).filter(
        ({ pk, sk }) => String(pk).includes(chat.id) && String(sk).startsWith('message#'),
      )
      expect([answers[0]!.status, kept.length]).toEqual([end === 'out' ? 200 : 204, passed.length])
      if (end === 'out') expect(await unread(caio, chat.id)).toBe(passed.length)
    }
  })

  it('owners of one conversation are never two, whoever leaves', async () => {
    const chat = await create(ana, 'Loja', bia, caio)
    await Promise.all([leave(ana, chat.id), leave(bia, chat.id), update(ana, chat.id, { title: 'Fim' })])
    const left = (await get(caio, chat.id)).body
    expect([left.ownerId, left.users.map(({ userId }) => userId)]).toEqual([idOf(caio), [idOf(caio)]])
  })
})

describe('fifty members', () => {
  it('receive each message, which costs the same few writes, and a fifty-first is refused', async () => {
    const others = await Promise.all(Array.from({ length: 49 }, (_, i) => makeUser(companyId, { name: `Colega ${i}` })))
    const chat = await create(ana, 'Todos', ...others)
    expect(chat.users).toHaveLength(50)
    const ids = others.map(idOf)
    expect((await update(ana, chat.id, { users: [...ids, idOf(bia)] })).error).toBe('ERR_VALIDATION')
    const browsers = await Promise.all(others.map(other => gateway.open(other)))
    const { units } = await metered(() => sendMessage(ana, chat.id, 'Bom dia a todos'))
    expect(units.write).toBeLessThanOrEqual(14)
    for (const browser of browsers) expect(browser.received).toHaveLength(1)
    await Promise.all(Array.from({ length: 20 }, (_, i) => sendMessage(others[i % 10]!, chat.id, `${i}`)))
    for (const browser of browsers) expect(browser.received).toHaveLength(21)
    const now = (await get(ana, chat.id)).body
    expect(now.users.map(({ unreads }) => unreads).sort((a, b) => a - b)).toEqual([
      ...Array.from({ length: 10 }, () => 19),
      20,
      ...Array.from({ length: 39 }, () => 21),
    ])
    // All but three are others now: more than a transaction holds.
    const fresh = await Promise.all(Array.from({ length: 46 }, () => makeUser(companyId)))
    const wanted = [...ids.slice(0, 3), ...fresh.map(idOf)]
    const changed = await update(ana, chat.id, { users: wanted })
    expect(changed.body.users.map(({ userId }) => userId).sort()).toEqual([idOf(ana), ...wanted].sort())
    expect([await titles(others[10]!), await titles(fresh[45]!)]).toEqual([[], ['Todos']])
  })
})
