import { queue as queueRoutes } from '@balcao/shared/api/team/queue.ts'
import { queueOptions } from '@balcao/shared/api/team/queue-options.ts'
import type { QueueOptionTree } from '@balcao/shared/entities/queue-option.ts'
import { MAX_OPTION_LEVELS, MAX_OPTIONS_PER_LEVEL } from '@balcao/shared/entities/queue-option.ts'
import { newId } from '@balcao/shared/ids.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeGateway, startFakeGateway } from '../../../../test/fake-gateway.ts'
import { call, makeCompany, makeQueue, makeUser, type TestCompany, type TestUser } from '../../../../test/harness.ts'
import { png } from '../../../../test/pictures.ts'
import { batchOf } from '../../../../test/pipeline-fixture.ts'
import { rowsOf } from '../../../../test/rows-of.ts'
import { everyOption } from '../../../data/team/queue-option.ts'
import { handler as jobs } from '../../../workers/jobs/handler.ts'

let gateway: FakeGateway
beforeAll(async () => {
  gateway = await startFakeGateway()
})
afterAll(() => gateway.close())

let company: TestCompany
let as: TestUser
let queueId: string
beforeEach(async () => {
  company = await makeCompany()
  as = company.admin
  queueId = (await makeQueue(company.id)).id
})

type Body = Parameters<typeof call<typeof queueOptions.create>>[1] extends { body?: infer B } | undefined ? B : never

const create = (title: string, body: Partial<Body> = {}) =>
  call(queueOptions.create, { as, body: { queueId, title, ...body } as Body })
const make = async (title: string, parentId: string | null = null, option?: number): Promise<string> => {
  const { status, body, raw } = await create(title, { parentId, ...(option ? { option } : {}) })
  if (status !== 201) throw new Error(JSON.stringify(raw))
  return body.id
}
const change = (id: string, body: object) => call(queueOptions.update, { as, params: { id }, body })
const remove = (id: string) => call(queueOptions.remove, { as, params: { id } })
const list = (query: { queueId: string; parentId?: string } = { queueId }) => call(queueOptions.list, { as, query })

/** `1 Title`, and two spaces further in what is below it. */
const drawn = (nodes: readonly QueueOptionTree[], inwards = ''): string[] =>
  nodes.flatMap(({ option, title, children }) => [`${inwards}${option} ${title}`, ...drawn(children, `${inwards}  `)])
const tree = async () => drawn((await list()).body)

/** Returns every row of the company's options, including those that nothing refers to. */
const stored = async () => (await rowsOf(company.id)).filter(row => row.pk === `${company.id}#queueOption`)

describe('the options of a queue', () => {
  it('lie at the root below an empty parent and below -1, as text or number', async () => {
    const bills = await make('Boletos')
    for (const [at, parentId] of ['', '-1', -1].entries()) {
      expect((await create(`Raiz ${at}`, { parentId: parentId as never })).body.parentId).toBeNull()
      const below = await make(`Abaixo ${at}`, bills)
      expect((await change(below, { parentId })).body.parentId).toBeNull()
      expect(drawn((await list({ queueId, parentId: String(parentId) })).body)).toEqual(await tree())
    }
    for (const parentId of ['-2', 'root', 0])
      expect((await create('Outra', { parentId: parentId as never })).error).toBe('ERR_VALIDATION')
  })

  it('are a tree, numbered from 1 on each level in the order of the menu', async () => {
    const bills = await make('Boletos')
    await make('Suporte')
    await make('Vendas', null, 1)
    await make('Segunda via', bills)
    await make('Prazo', bills, 1)
    expect(await tree()).toEqual(['1 Vendas', '2 Boletos', '  1 Prazo', '  2 Segunda via', '3 Suporte'])
    expect(drawn((await list({ queueId, parentId: bills })).body)).toEqual(['1 Prazo', '2 Segunda via'])
    const { body } = await create('Inteira', { message: 'Olá', kind: 'close' })
    expect(body).toMatchObject({
      queueId,
      parentId: null,
      title: 'Inteira',
      message: 'Olá',
      option: 4,
      kind: 'close',
      targetQueueId: null,
      mediaPath: null,
      mediaName: null,
      mediaType: null,
    })
  })

  it('move among their siblings and to another parent, with everything below', async () => {
    const a = await make('A')
    const b = await make('B')
    const c = await make('C')
    await make('B1', b)
    await make('B2', b)
    expect((await change(c, { option: 1 })).body).toMatchObject({ parentId: null, option: 1 })
    expect(await tree()).toEqual(['1 C', '2 A', '3 B', '  1 B1', '  2 B2'])
    expect((await change(b, { parentId: a })).body).toMatchObject({ parentId: a, option: 1 })
    expect(await tree()).toEqual(['1 C', '2 A', '  1 B', '    1 B1', '    2 B2'])
    await change(b, { parentId: null, option: 1, title: 'B!' })
    expect(await tree()).toEqual(['1 B!', '  1 B1', '  2 B2', '2 C', '3 A'])
    // What says nothing of a place keeps it.
    await change(c, { title: 'C!', message: 'Tchau' })
    expect(await tree()).toEqual(['1 B!', '  1 B1', '  2 B2', '2 C!', '3 A'])
  })

  it('go with everything below them, and their siblings close the gap', async () => {
    await make('A')
    const b = await make('B')
    const b1 = await make('B1', b)
    await make('B11', b1)
    await make('C')
    expect((await remove(b)).status).toBe(204)
    expect(await tree()).toEqual(['1 A', '2 C'])
    expect(await stored()).toHaveLength(2)
    expect((await remove(b)).status).toBe(204)
    expect((await change(b1, { title: 'Nova' })).error).toBe('ERR_NO_QUEUE_OPTION_FOUND')
    expect((await create('Nova', { parentId: b1 })).error).toBe('ERR_NO_QUEUE_OPTION_FOUND')
  })

  it('hand over to a queue of the company, which they must name', async () => {
    const target = await makeQueue(company.id)
    const theirs = await makeQueue((await makeCompany()).id)
    const refused = await create('Vendas', { kind: 'queue' })
    expect([refused.status, refused.error, refused.details]).toEqual([
      400,
      'ERR_VALIDATION',
      [{ path: 'targetQueueId', code: 'required', message: 'Obrigatório' }],
    ])
    for (const targetQueueId of [theirs.id, newId()])
      expect((await create('Vendas', { kind: 'queue', targetQueueId })).error).toBe('ERR_NO_QUEUE_FOUND')
    const { body } = await create('Vendas', { kind: 'queue', targetQueueId: target.id })
    expect(body.targetQueueId).toBe(target.id)
    expect((await change(body.id, { targetQueueId: theirs.id })).error).toBe('ERR_NO_QUEUE_FOUND')
    expect((await change(body.id, { targetQueueId: null })).error).toBe('ERR_VALIDATION')
    // One that does something else hands over to nobody.
    expect((await change(body.id, { kind: 'close' })).body).toMatchObject({ kind: 'close', targetQueueId: null })
    expect((await change(body.id, { kind: 'queue' })).error).toBe('ERR_VALIDATION')
    expect((await list()).body).toMatchObject([{ kind: 'close', targetQueueId: null }])
  })

  it('refuse what is no tree of theirs, and are as they were', async () => {
    const a = await make('A')
    const b = await make('B', a)
    const elsewhere = await makeQueue(company.id)
    const other = (await create('Outra', { queueId: elsewhere.id })).body.id
    const foreign = await makeCompany()
    const theirs = (await makeQueue(foreign.id)).id
    const before = await stored()
    expect((await change(a, { parentId: b })).error).toBe('ERR_QUEUE_OPTION_CIRCLE')
    expect((await change(a, { parentId: a })).error).toBe('ERR_QUEUE_OPTION_CIRCLE')
    // An option of another queue is none of this one's, and stays where it is.
    expect((await change(a, { parentId: other })).error).toBe('ERR_NO_QUEUE_OPTION_FOUND')
    expect((await create('Nova', { parentId: other })).error).toBe('ERR_NO_QUEUE_OPTION_FOUND')
    expect((await create('Nova', { queueId: theirs })).error).toBe('ERR_NO_QUEUE_FOUND')
    expect((await change(newId(), { title: 'X' })).error).toBe('ERR_NO_QUEUE_OPTION_FOUND')
    expect((await list({ queueId: theirs })).error).toBe('ERR_NO_QUEUE_FOUND')
    expect((await list({ queueId, parentId: other })).error).toBe('ERR_NO_QUEUE_OPTION_FOUND')
    for (const body of [{ title: ' ' }, { title: 'x'.repeat(101) }, { option: 0 }, { option: 51 }, { kind: 'pix' }])
      expect([body, (await change(a, body)).error]).toEqual([body, 'ERR_VALIDATION'])
    const strangers = await call(queueOptions.update, { as: foreign.admin, params: { id: a }, body: { title: 'X' } })
    expect(strangers.error).toBe('ERR_NO_QUEUE_OPTION_FOUND')
    expect((await call(queueOptions.remove, { as: foreign.admin, params: { id: a } })).status).toBe(204)
    const agent = await makeUser(company.id)
    expect((await call(queueOptions.list, { as: agent, query: { queueId } })).error).toBe('ERR_NO_PERMISSION')
    expect(await stored()).toEqual(before)
  })

  it('are at most fifty on a level and ten levels deep; a full level can be left and rearranged', async () => {
    const ids: string[] = []
    for (let i = 0; i < MAX_OPTIONS_PER_LEVEL; i++) ids.push(await make(`R${i}`))
    expect((await create('Demais')).error).toBe('ERR_QUEUE_OPTION_LIMIT')
    const [first, second] = ids as [string, string]
    for (let i = 1; i < MAX_OPTIONS_PER_LEVEL; i++) await make(`N${i}`, second)
    // Every option of both levels gets another number: as much as one transaction takes.
    expect((await change(first, { parentId: second, option: 1 })).status).toBe(200)
    const nodes = (await list()).body
    expect(nodes.map(node => node.option)).toEqual(Array.from({ length: MAX_OPTIONS_PER_LEVEL - 1 }, (_, i) => i + 1))
    expect(nodes[0]!.children.map(node => node.option)).toEqual(
      Array.from({ length: MAX_OPTIONS_PER_LEVEL }, (_, i) => i + 1),
    )
    expect((await change(nodes[1]!.id, { parentId: second })).error).toBe('ERR_QUEUE_OPTION_LIMIT')
    let below = nodes[2]!.id
    for (let level = 2; level <= MAX_OPTION_LEVELS; level++) below = await make(`L${level}`, below)
    expect((await create('Fundo', { parentId: below })).error).toBe('ERR_QUEUE_OPTION_DEPTH')
  })
})

describe('changes of one tree at once', () => {
  const settled = async (answers: Promise<{ status: number; error: unknown }>[]) => {
    for (const { status, error } of await Promise.all(answers))
      if (status >= 400)
        expect(['ERR_CONFLICT', 'ERR_QUEUE_OPTION_CIRCLE', 'ERR_NO_QUEUE_OPTION_FOUND']).toContain(error)
  }

  /** Every row is reached, and every level is numbered from 1 without gaps. */
  async function expectTree(): Promise<void> {
    const rows = (await stored()) as { sk: string; parentId: string | null; option: number }[]
    expect(await everyOption(company.id)).toHaveLength(rows.length)
    for (const level of Map.groupBy(rows, row => row.parentId).values())
      expect(level.map(row => row.option).sort((a, b) => a - b)).toEqual(level.map((_, i) => i + 1))
  }

  it('leave neither one number twice, nor a gap, an orphan or a circle', async () => {
    const ids: string[] = []
    for (let i = 0; i < 8; i++) ids.push(await make(`O${i}`, i < 4 ? null : ids[i % 4]!))
    let seed = 7
    const some = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return Math.floor((seed / 2147483648) * below)
    }
    for (let round = 0; round < 6; round++) {
      await settled(
        Array.from({ length: 5 }, (_, i) => {
          const id = ids[some(8)]!
          if (i === 4) return some(2) === 0 ? remove(id) : create(`N${round}`, { parentId: ids[some(8)]! })
          return change(id, { parentId: some(3) === 0 ? null : ids[some(8)]!, option: 1 + some(4) })
        }),
      )
      await expectTree()
    }
  })

  it('two that would put each other below themselves: one is refused', async () => {
    const [a, b] = [await make('A'), await make('B')]
    await settled([change(a, { parentId: b }), change(b, { parentId: a })])
    await expectTree()
    expect(await stored()).toHaveLength(2)
  })

  it('a text that is written while its siblings are moved stays, and so do their places', async () => {
    const ids = [await make('A'), await make('B'), await make('C')]
    const [moved, written] = await Promise.all([
      change(ids[2]!, { option: 1 }),
      change(ids[0]!, { message: 'Enquanto isso' }),
    ])
    expect([moved.status, written.status]).toEqual([200, 200])
    expect(await tree()).toEqual(['1 C', '2 A', '3 B'])
    expect((await list()).body[1]).toMatchObject({ title: 'A', message: 'Enquanto isso' })
  })
})

describe('the file of an option', () => {
  const PNG = png()
  const upload = (id: string, bytes: Uint8Array, fileName = 'mapa.png', mimetype = 'image/png') =>
    call(queueOptions.uploadMedia, { as, params: { id }, body: {}, files: [{ fileName, mimetype, bytes }] })

  it('is kept with it, read by the bot, and leaves it again', async () => {
    const id = await make('Onde')
    const { status, body } = await upload(id, PNG)
    expect([status, body]).toMatchObject([200, { mediaName: 'mapa.png', mediaType: 'image', title: 'Onde' }])
    expect((await fetch(body.mediaPath!)).status).toBe(200)
    expect(await everyOption(company.id)).toMatchObject([{ media: { kind: 'image', fileName: 'mapa.png' } }])
    // It moves with the option.
    expect((await change(id, { option: 1 })).body.mediaName).toBe('mapa.png')
    expect((await list()).body[0]!.mediaPath).toBe(body.mediaPath)
    const bare = await call(queueOptions.removeMedia, { as, params: { id } })
    expect(bare.body).toMatchObject({ mediaPath: null, mediaName: null, mediaType: null })
  })

  it('that is not what it is called is refused, and the one there stays', async () => {
    const id = await make('Onde')
    await upload(id, PNG)
    const html = new TextEncoder().encode('<!doctype html><script>alert(1)</script>')
    expect((await upload(id, html)).error).toBe('ERR_UPLOAD_TYPE')
    expect((await upload(id, new Uint8Array())).error).toBe('ERR_UPLOAD_MISSING')
    expect((await upload(newId(), PNG)).error).toBe('ERR_NO_QUEUE_OPTION_FOUND')
    expect((await list()).body[0]).toMatchObject({ mediaName: 'mapa.png' })
  })
})

describe('a queue that is deleted', () => {
  it('takes its options along; those elsewhere that hand over to it stay and hand over to nobody', async () => {
    const kept = await makeQueue(company.id)
    await make('Some', await make('Sai'))
    const over = (await create('Passar', { queueId: kept.id, kind: 'queue', targetQueueId: queueId })).body
    await call(queueRoutes.remove, { as, params: { id: queueId } })
    expect((await list()).error).toBe('ERR_NO_QUEUE_FOUND')
    expect((await create('Tarde')).error).toBe('ERR_NO_QUEUE_FOUND')
    const job = JSON.stringify({ type: 'removeQueue', companyId: company.id, queueId })
    // Its message may come twice.
    for (const _ of [1, 2]) expect(await jobs(batchOf([job]))).toEqual({ batchItemFailures: [] })
    expect((await stored()).map(({ sk }) => sk)).toEqual([`queueOption#${over.id}`])
    expect(await everyOption(company.id)).toMatchObject([{ id: over.id, kind: 'queue', targetQueueId: null }])
    // Its other texts can be changed before somebody chooses where it goes now.
    expect((await change(over.id, { title: 'Falar' })).body).toMatchObject({ title: 'Falar', targetQueueId: null })
  })
})

describe('the browsers', () => {
  it('of admins receive each change once, others and other companies nothing', async () => {
    const mine = await gateway.open(as)
    const others = [await gateway.open(await makeUser(company.id)), await gateway.open((await makeCompany()).admin)]
    for (const { received } of [mine, ...others]) received.length = 0
    const id = await make('A')
    const b = await make('B')
    await change(b, { option: 1 })
    await remove(id)
    expect(mine.received.map(({ event, payload }) => [event, payload?.action])).toEqual(
      ['create', 'create', 'update', 'delete'].map(action => [`company-${company.id}-queueOption`, action]),
    )
    expect(mine.received.at(-2)?.payload).toMatchObject({ queueOption: { id: b, option: 1 } })
    expect(mine.received.at(-1)?.payload).toEqual({ action: 'delete', queueOptionId: id })
    for (const { received } of others) expect(received).toEqual([])
  })
})
