/**
 * Jobs and the call of the knowledge whose processes are killed, each
 * right behind one of their calls.
 */
import { aiSettings } from '@balcao/shared/api/automation/ai.ts'
import { knowledge } from '@balcao/shared/api/automation/knowledge.ts'
import { prompts } from '@balcao/shared/api/automation/prompts.ts'
import type { JobMessage } from '@balcao/shared/events/queues.ts'
import { messageId } from '@balcao/shared/ids.ts'
import { PREPARED_UPLOADS } from '@balcao/shared/media.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { GOOD_KEY } from '../../../../test/agent-fixture.ts'
import { call, makeCompany, makeQueue, type TestCompany } from '../../../../test/harness.ts'
import { killAtCall } from '../../../../test/kill-at-call.ts'
import { killEachCall } from '../../../../test/kill-each-call.ts'
import { batchOf } from '../../../../test/pipeline-fixture.ts'
import { rowsOf } from '../../../../test/rows-of.ts'
import type { ApiCall } from '../../../../test/take-message.ts'
import { useSimulators } from '../../../../test/use-simulators.ts'
import {
  documentFolder,
  PART_SIZE,
  readIndex,
  readTexts,
  readVectors,
} from '../../../bots/knowledge/stored-passages.ts'
import { KNOWLEDGE, type KnowledgeRow } from '../../../data/automation/knowledge.ts'
import { getJob } from '../../../data/jobs/job.ts'
import { everyRow } from '../../../data/table/small-list.ts'
import { listObjects } from '../../../integrations/storage.ts'
import { fire } from '../../timers/handler.ts'
import { handler } from '../handler.ts'

const { gate, sim } = await useSimulators()

let company: TestCompany
beforeEach(async () => {
  await sim('POST', 'bots/embeddings', {})
  company = await makeCompany()
  gate.sent()
})

async function addKey(): Promise<void> {
  const queueId = (await makeQueue(company.id)).id
  const prompt = 'Você atende os clientes da loja, com frases curtas e educadas, em português.'
  await call(prompts.create, { as: company.admin, body: { name: 'Agente', prompt, apiKey: GOOD_KEY, queueId } })
}

/** A text of so many passages, one below each heading. */
const textOf = (passages: number) =>
  Array.from({ length: passages }, (_, i) => `# Regra ${i}\n\nA regra número ${i} vale na loja.`).join('\n\n')

/** Adds a document; returns the message that begins its reading. */
async function add(text: string): Promise<JobMessage> {
  expect((await call(knowledge.create, { as: company.admin, body: { name: 'Regras', text } })).status).toBe(201)
  return gate.sent()[0]!
}

async function drain(waiting: JobMessage[]): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    expect(await handler(batchOf([JSON.stringify(next)]))).toEqual({ batchItemFailures: [] })
    waiting.push(...gate.sent())
  }
}

const documents = (): Promise<KnowledgeRow[]> => everyRow(company.id, KNOWLEDGE, { consistent: true })
const objectsOf = async (id: string) =>
  (await listObjects(documentFolder(company.id, id))).map(({ key }) =>
    key
      .split('/')
      .at(-1)!
      .replace(/^vectors-.*-(\d+)$/, 'vectors-$1'),
  )
const counted = async () => {
  const use = (await rowsOf(company.id)).find(({ pk }) => pk === `${company.id}#knowledge-use`)
  return [use?.documents, use?.passages]
}

/** Requires that one document of so many passages is there: whole, once, and nothing beside it. */
async function expectWhole(passages: number, isEmbedded: boolean): Promise<void> {
  const [row, ...others] = await documents()
  expect([others, row]).toEqual([[], expect.objectContaining({ status: 'ready', error: null, passages })])
  const { id, folder, vectors } = row!
  const parts = isEmbedded ? Array.from({ length: Math.ceil(passages / PART_SIZE) }, (_, i) => `vectors-${i}`) : []
  expect((await objectsOf(id)).sort()).toEqual(['index', 'texts', ...parts])
  const texts = await readTexts(folder, await readIndex(folder), 0, passages)
  expect(texts.map(({ heading }) => heading)).toEqual(Array.from({ length: passages }, (_, i) => `Regra ${i}`))
  expect(vectors !== null).toBe(isEmbedded)
  if (vectors) {
    const all = await readVectors(folder, vectors, passages)
    for (let i = 0; i < passages; i++) {
      const vector = all.subarray(i * vectors.dimensions, (i + 1) * vectors.dimensions)
      expect(Math.hypot(...vector)).toBeCloseTo(1, 3)
    }
  }
  expect(await counted()).toEqual([1, passages])
  expect(await listObjects(`${PREPARED_UPLOADS}${company.id}/`)).toEqual([])
}

describe('a document whose processes are killed at each call', () => {
  it('is read whole, once', async () => {
    const first = await add(textOf(3))
    // The claim, the source, texts and index, the row with the count,
    // the end, and what is cleaned up.
    expect(await killEachCall(gate, first, 60)).toBeGreaterThan(8)
    await expectWhole(3, false)
  }, 300_000)

  it('is read and embedded whole, once', async () => {
    await addKey()
    const first = await add(textOf(3))
    expect(await killEachCall(gate, first, 120)).toBeGreaterThan(10)
    // The timer of the job that embeds begins it where the message was lost.
    const { id, createdAt } = (await getJob(company.id, (first as { jobId: string }).jobId, true))!
    const jobId = await messageId(id, 'knowledgeEmbed', createdAt)
    await fire({ type: 'startJob', companyId: company.id, jobId, dueAt: Date.now() }, Date.now())
    const [begun] = gate.sent()
    expect(begun).toMatchObject({ type: 'step', jobId })
    expect(await killEachCall(gate, begun!, 120)).toBeGreaterThan(8)
    await expectWhole(3, true)
    const { passages, by } = (
      await call(knowledge.search, { as: company.admin, body: { query: 'Qual é a regra número 2 da loja?' } })
    ).body
    expect(by).toBe('meaning')
    expect(new Set(passages.map(({ text }) => text)).size).toBe(passages.length)
  }, 600_000)

  it('is embedded whole in several parts, and by another model again', async () => {
    await drain([await add(textOf(PART_SIZE + 2))])
    await addKey()
    for (const _ of ['first', 'again']) {
      gate.sent()
      expect((await call(knowledge.embed, { as: company.admin })).status).toBe(202)
      expect(await killEachCall(gate, gate.sent()[0]!, 120)).toBeGreaterThan(8)
      await expectWhole(PART_SIZE + 2, true)
      await call(aiSettings.save, { as: company.admin, body: { embeddingModel: 'text-embedding-3-large' } })
    }
  }, 900_000)
})

describe('removing a document', () => {
  const removal = (id: string): ApiCall => ({
    method: 'DELETE',
    path: `/knowledge/${id}`,
    token: company.admin.token,
  })

  it('killed at each call leaves nothing once it was called to its end', async () => {
    await addKey()
    await drain([await add(textOf(3))])
    const [{ id } = { id: '' }] = await documents()
    let kills = 0
    for (let nth = 1; await killAtCall(gate, nth, 'api', removal(id)); nth++) kills++
    expect(kills).toBeGreaterThan(3)
    expect([await documents(), await objectsOf(id), await counted()]).toEqual([[], [], [0, 0]])
  }, 300_000)

  it('while it is read, whatever is killed, leaves nothing', async () => {
    const first = await add(textOf(3))
    const [{ id } = { id: '' }] = await documents()
    // Until its passages are stored; its row does not name them yet.
    for (let nth = 1; (await objectsOf(id)).length < 2; nth++)
      expect(await killAtCall(gate, nth, 'jobs', first)).toBe(true)
    expect(await documents()).toMatchObject([{ status: 'reading', folder: '' }])
    expect((await call(knowledge.remove, { as: company.admin, params: { id } })).status).toBeLessThan(300)
    await killEachCall(gate, first, 60)
    expect([await documents(), await objectsOf(id), await counted()]).toEqual([[], [], [0, 0]])
    expect(await listObjects(`${PREPARED_UPLOADS}${company.id}/`)).toEqual([])
  }, 300_000)
})
