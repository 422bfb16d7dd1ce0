// Moves data between the services of two stages, without a product, and dies on the way.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AttributeValue, DeleteItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb'
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs'
import { inParts } from '@balcao/functions/in-parts.ts'
import { newId } from '@balcao/shared/ids.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { testResources } from '../../local/resources.ts'
import { type Services, startServices } from '../../local/start-services.ts'
import { adaptRow } from './adapt-row.ts'
import { copyMessages, takeMessages } from './copy-messages.ts'
import { companiesOf, conflictsWith } from './describe-companies.ts'
import { type End, serverEnd } from './end.ts'
import { newProgress, type Progress, readProgress, type Step, saveProgress } from './progress.ts'
import type { Item } from './row-part.ts'
import { runMove } from './run-move.ts'
import { putRows } from './write-rows.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const S = (value: string): AttributeValue => ({ S: value })
const N = (value: number): AttributeValue => ({ N: String(value) })

type Side = { dir: string; services: Services; end: End }
const sides: Side[] = []

afterEach(async () => {
  for (const { dir, services, end } of sides.splice(0)) {
    end.close()
    await services.close()
    rmSync(dir, { recursive: true, force: true })
  }
})

async function openSide(stage: string): Promise<Side> {
  const dir = mkdtempSync(join(tmpdir(), 'balcao-move-'))
  const services = await startServices({ dataDir: dir, resources: testResources(stage) })
  const side = { dir, services, end: serverEnd(stage, services) }
  side.end.dynamodb.middlewareStack.add((next, { commandName }) => async args => {
    // Without a limit a table of 350,000 rows takes minutes.
    if (commandName === 'ScanCommand') expect(args.input).toHaveProperty('Limit')
    return next(args)
  })
  sides.push(side)
  return side
}

const row = (pk: string, sk: string, more: Item = {}): Item => ({ pk: S(pk), sk: S(sk), ...more })

const timer = (companyId: string, dueAt: number): Item => {
  const ticketId = newId()
  const payload = { type: S('expireTicket'), companyId: S(companyId), ticketId: S(ticketId), dueAt: N(dueAt) }
  return row(`system#timer#${Math.floor(dueAt / MINUTE)}#0`, `timer#expireTicket#${companyId}#${ticketId}`, {
    minute: N(Math.floor(dueAt / MINUTE)),
    payload: { M: payload },
  })
}

/** Fills a side with two companies; returns their ids and the rows that must arrive as they are. */
async function fill({ end }: Side) {
  const ids = [newId(), newId()]
  const now = Date.now()
  const arriving = ids.flatMap((id, n) => [
    row(`${id}#company`, 'company', { name: S(`Loja ${n}`) }),
    row(`${id}#auth#c${n}`, 'auth#creds', { value: { B: new Uint8Array([0, 1, 254, 255]) }, fence: N(7) }),
    row(`${id}#socketless`, 'x', { set: { SS: ['b', 'a'] }, list: { L: [N(1.5), { NULL: true }, { BOOL: false }] } }),
    row(`${id}#code`, 'invitation#u', { expiresAt: N(Math.floor((now + HOUR) / 1000)) }),
    ...Array.from({ length: 120 }, (_, i) =>
      row(`${id}#ticket#${i % 10}`, `message#${i}`, {
        gsi1pk: S(`${id}#t`),
        gsi1sk: S(`${i}`),
        body: S('x'.repeat(i)),
      }),
    ),
    row('system#company-name', `name#loja ${n}`, { name: S(`loja ${n}`), companyId: S(id) }),
    row(`system#email#dona${n}@loja.example`, 'email', { email: S(`dona${n}@loja.example`), companyId: S(id) }),
    row('system#plan-company#p', `company#${id}`, { planId: S('p'), companyId: S(id) }),
    row('system#shard#3', `connection#c${n}`, { companyId: S(id), connectionId: S(`c${n}`) }),
    timer(id, now + 2 * HOUR),
  ])
  arriving.push(row('system#plan', 'plan#p', { name: S('Básico') }), row('system#plan', 'use#p', { companies: N(2) }))
  const due = [timer(ids[0]!, now - 1000), timer(ids[1]!, now + MINUTE)]
  const staying = ids.flatMap(id => [
    row(`${id}#socket`, 'socket#1', { rooms: { SS: ['x'] } }),
    row(`${id}#machine-places`, 'places'),
    row(`${id}#reply`, 'reply#1'),
    row(`${id}#number-check#55`, 'check', { expiresAt: N(Math.floor(now / 1000) - 10) }),
  ])
  staying.push(row('system#host', 'host#h', { aliveUntil: N(now) }), row('system#clock#main', 'clock'))
  staying.push(row('system#listening', `company#${ids[0]}`), row('system#socket#1', 'owner'))
  const lease = row('system#lease', 'shard#3', { owner: S('h'), fence: N(7) })
  await putRows(end, [...arriving, ...due, ...staying, lease])
  const files = ids.flatMap(id => Array.from({ length: 30 }, (_, i) => ({ id, i })))
  await inParts(files, 10, ({ id, i }) =>
    end.s3.send(
      new PutObjectCommand({
        Bucket: end.bucket,
        Key: `${i === 0 ? `public/${id}` : `${id}/media`}/${i}`,
        Body: `file ${i} of ${id}`,
        ContentType: 'image/png',
        CacheControl: 'max-age=60',
        Metadata: { from: 'phone' },
      }),
    ),
  )
  const send = async (queue: string, body: string, more: object) =>
    end.sqs.send(new SendMessageCommand({ QueueUrl: await end.queueUrl(queue), MessageBody: body, ...more }))
  for (let i = 0; i < 25; i++)
    await send('inbound.fifo', `${i}`, { MessageGroupId: `g${i % 2}`, MessageDeduplicationId: `${i}` })
  await send('jobs', 'now', { MessageAttributes: { bytes: { DataType: 'Binary', BinaryValue: Buffer.from([7]) } } })
  await send('jobs', 'in two seconds', { DelaySeconds: 2 })
  await send('mail-dlq', 'dead', {})
  return { ids, arriving }
}

const rowsOf = async ({ dynamodb, tableName }: End): Promise<Item[]> => {
  const found: Item[] = []
  let from: Item | undefined
  do {
    const page = await dynamodb.send(new ScanCommand({ TableName: tableName, Limit: 1000, ExclusiveStartKey: from }))
    found.push(...(page.Items ?? []))
    from = page.LastEvaluatedKey
  } while (from)
  return found
}

const byKey = (items: Item[]) =>
  Object.fromEntries(
    items.map(({ set, ...item }) => [
      `${item.pk?.S} ${item.sk?.S}`,
      set?.SS ? { ...item, set: { SS: set.SS.toSorted() } } : item,
    ]),
  )

/** Receives messages until there are so many different ones; returns each once. */
async function received(end: End, queue: string, count: number): Promise<string[]> {
  const QueueUrl = await end.queueUrl(queue)
  const bodies = new Set<string>()
  await expect
    .poll(async () => {
      const { Messages = [] } = await end.sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }))
      for (const { Body } of Messages) bodies.add(Body!)
      return bodies.size
    })
    .toBeGreaterThanOrEqual(count)
  return [...bodies]
}

const begin = (to: 'aws' | 'server' = 'aws', isTargetFresh = true): Progress =>
  newProgress({ origin: newId(), to, stage: 'moved', region: null, began: Date.now(), isTargetFresh })

/** Runs a move that dies after so many saves, or before a step; it goes on from what was saved. */
async function move(
  source: Side,
  target: Side,
  progress: Progress,
  { dieAfter = Infinity, before }: { dieAfter?: number; before?: Step } = {},
): Promise<string[]> {
  let saves = 0
  const lines: string[] = []
  const save = () => {
    if (++saves > dieAfter) throw new Error('killed')
    saveProgress(source.dir, progress)
    if (progress.step === before) throw new Error('killed')
  }
  await runMove({
    source: source.end,
    target: target.end,
    progress,
    save,
    carryMessages: () => copyMessages(join(source.dir, 'sqs.sqlite'), source.end, target.end, progress, save),
    log: line => lines.push(line),
  })
  return lines
}

describe('a move', () => {
  it('brings rows, files, timers and messages, however often it is interrupted', async () => {
    const [source, target] = [await openSide('server'), await openSide('moved')]
    const { ids, arriving } = await fill(source)
    saveProgress(source.dir, begin())
    let deaths = 0
    let lines: string[] = []
    while (readProgress(source.dir)?.step !== 'done')
      try {
        lines = await move(source, target, readProgress(source.dir)!, { dieAfter: 2 })
      } catch (error) {
        expect((error as Error).message).toBe('killed')
        deaths++
      }
    expect(deaths).toBeGreaterThan(4)
    expect(lines.length).toBeGreaterThan(0)

    const lease = row('system#lease', 'shard#3', { fence: N(7) })
    expect(byKey(await rowsOf(target.end))).toEqual(byKey([...arriving, lease]))
    const { objects, messages, connections, timers, rows } = readProgress(source.dir)!
    expect({ files: objects.tally.media?.count, shown: objects.tally.public?.count }).toEqual({ files: 58, shown: 2 })
    expect([messages.count, connections, timers, rows.tally.ticket?.count]).toEqual([28, 2, 4, 240])
    const picture = await target.end.s3.send(
      new GetObjectCommand({ Bucket: target.end.bucket, Key: `${ids[1]}/media/29` }),
    )
    expect(await picture.Body!.transformToString()).toBe(`file 29 of ${ids[1]}`)
    expect([picture.ContentType, picture.CacheControl, picture.Metadata]).toEqual([
      'image/png',
      'max-age=60',
      { from: 'phone' },
    ])

    const inbound = await received(target.end, 'inbound.fifo', 10)
    expect(inbound.map(Number).filter(n => n % 2 === 0)).toEqual(
      [0, 2, 4, 6, 8, 10, 12, 14, 16, 18].slice(0, inbound.length),
    )
    const jobs = await received(target.end, 'jobs', 4)
    expect(jobs.filter(body => !body.startsWith('{'))).toEqual(['now', 'in two seconds'])
    expect(jobs.flatMap(body => (body.startsWith('{') ? JSON.parse(body).companyId : [])).sort()).toEqual(
      ids.toSorted(),
    )
    expect(await received(target.end, 'mail-dlq', 1)).toEqual(['dead'])
    const [first] = await received(target.end, 'timers', 1)
    expect(JSON.parse(first!)).toMatchObject({ type: 'expireTicket', companyId: ids[0] })
  })

  it('lets an export that uploads parts begin anew, for the parts stay behind', () => {
    const job = (kind: string, upload: string | null) =>
      row('c#job#1', 'job', { row: S(JSON.stringify({ seq: 3, kind, state: { upload, size: 7 } })) })
    expect(JSON.parse(adaptRow(job('companyExport', 'u')).row!.S!)).toMatchObject({
      seq: 3,
      state: { upload: null, size: 0 },
    })
    for (const other of [job('companyExport', null), job('csv', 'u')]) expect(adaptRow(other)).toEqual(other)
  })

  it('ends when a row did not arrive as it was, before anybody can come in', async () => {
    const [source, target] = [await openSide('server'), await openSide('moved')]
    const { ids } = await fill(source)
    const progress = begin()
    await expect(move(source, target, progress, { before: 'compare' })).rejects.toThrow('killed')
    await target.end.dynamodb.send(
      new DeleteItemCommand({
        TableName: target.end.tableName,
        Key: row(`${ids[0]}#company`, 'company'),
      }),
    )
    await expect(move(source, target, progress)).rejects.toThrow(/rows of company: 2 here, 1 there/)
    expect((await rowsOf(target.end)).filter(({ pk }) => pk?.S?.startsWith('system'))).toEqual([])
  })

  it('keeps what a target with other companies has, and names what both have', async () => {
    const [source, target] = [await openSide('server'), await openSide('moved')]
    await fill(source)
    expect(await conflictsWith(source.end, target.end)).toEqual([])
    const plan = row('system#plan', 'plan#p', { name: S('Plano do estágio') })
    await putRows(target.end, [
      plan,
      row('system#plan-company#p', 'company#other', { planId: S('p'), companyId: S('other') }),
      row('system#plan', 'use#p', { companies: N(1) }),
      row('system#lease', 'shard#3', { owner: S('theirs'), fence: N(9) }),
    ])
    await move(source, target, begin('aws', false))
    const there = byKey(await rowsOf(target.end))
    expect(there['system#plan plan#p']).toEqual(plan)
    expect(there['system#plan use#p']).toMatchObject({ companies: N(3) })
    expect(there['system#lease shard#3']).toMatchObject({ owner: S('theirs'), fence: N(9) })
    expect((await companiesOf(target.end)).map(({ name }) => name)).toEqual(['loja 0', 'loja 1'])
    expect(await conflictsWith(source.end, target.end)).toEqual([
      expect.stringMatching(/^the company loja 0 \(/),
      expect.stringMatching(/^the company loja 1 \(/),
    ])
    const third = await openSide('third')
    await putRows(third.end, [row('system#email#dona1@loja.example', 'email', { email: S('dona1@loja.example') })])
    expect(await conflictsWith(source.end, third.end)).toEqual(['the e-mail dona1@loja.example'])
  })

  it('takes the messages of a stage, delayed ones too, until its queues are empty', async () => {
    const [source, target] = [await openSide('moved'), await openSide('server')]
    await fill(source)
    const progress = begin('server')
    await takeMessages(['inbound.fifo', 'jobs', 'mail-dlq'], source.end, target.end, progress, () => {})
    expect(progress.messages.count).toBe(28)
    expect((await received(target.end, 'jobs', 2)).sort()).toEqual(['in two seconds', 'now'])
    const first = await received(target.end, 'inbound.fifo', 10)
    expect(first.map(Number).filter(n => n % 2 === 0)).toEqual(
      [0, 2, 4, 6, 8, 10, 12, 14, 16, 18].slice(0, first.length),
    )
  })
})
