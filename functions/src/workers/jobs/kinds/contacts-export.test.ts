import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import type { JobMessage } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { PREPARED_UPLOADS } from '@balcao/shared/media.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Gate, openGate } from '../../../../test/gate.ts'
import { makeCompany } from '../../../../test/harness.ts'
import { killEachCall } from '../../../../test/kill-each-call.ts'
import { makeContact } from '../../../../test/make-contact.ts'
import { batchOf } from '../../../../test/pipeline-fixture.ts'
import { findOrCreateContact } from '../../../data/contacts/contact.ts'
import { cancelJob, getJob, type JobRow, newJob } from '../../../data/jobs/job.ts'
import { transact } from '../../../data/table/transact.ts'
import { readObject } from '../../../integrations/storage.ts'
import { enqueueStep } from '../../../messaging/begin-job.ts'
import { handler } from '../handler.ts'
import { runStep } from '../run-step.ts'
import { KINDS } from './kinds.ts'

let gate: Gate
beforeAll(async () => {
  gate = await openGate()
})
afterAll(() => gate.close())

const PEOPLE = ['Ana', 'Bia', 'Caio']

async function makeExport() {
  const { id: companyId } = await makeCompany()
  for (const [i, name] of PEOPLE.entries()) await makeContact(companyId, { name, number: `551191111000${i}` })
  const { job, writes } = newJob(companyId, {
    kind: 'contactsExport',
    user: { id: newId(), name: 'Ana' },
    state: { from: null, parts: [], read: false },
  })
  await transact(writes)
  const first = { type: 'step' as const, companyId, jobId: job.id, seq: 0 }
  return { companyId, job, first }
}

const now = async ({ companyId, id }: JobRow) => (await getJob(companyId, id, true))!

/** Hands out messages until none is left; answers those handed out. */
async function drain(messages: JobMessage[], taken: JobMessage[] = []): Promise<JobMessage[]> {
  const waiting = [...messages]
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    taken.push(next)
    expect(taken.length).toBeLessThan(30)
    const { batchItemFailures } = await handler(batchOf([JSON.stringify(next)]))
    if (batchItemFailures.length > 0) waiting.push(next)
    waiting.push(...gate.sent())
  }
  return taken
}

async function text(job: JobRow): Promise<string> {
  const { file } = await now(job)
  const pieces: Uint8Array[] = []
  for await (const piece of readObject(file!.key)) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

const objects = async (companyId: string): Promise<string[]> => {
  const { Contents = [] } = await new S3Client({ forcePathStyle: true }).send(
    new ListObjectsV2Command({
      Bucket: process.env.MEDIA_BUCKET,
      Prefix: `${PREPARED_UPLOADS}${companyId}/media/exports/`,
    }),
  )
  return Contents.map(({ Key = '' }) => Key.split('/').at(-1)!)
}

const WHOLE = `\uFEFFname;number;email\r\n${PEOPLE.map((name, i) => `${name};551191111000${i};\r\n`).join('')}`

describe('the export of contacts', () => {
  it('has the persons and not the groups, and leaves nothing but the file', async () => {
    const { companyId, job, first } = await makeExport()
    await findOrCreateContact(companyId, { group: { id: '120363000000000000', subject: 'Bairro' } })
    await drain([first])
    expect(await text(job)).toBe(WHOLE)
    expect(await now(job)).toMatchObject({ status: 'done', done: 4, total: 4 })
    expect(await objects(companyId)).toEqual(['contatos.csv'])
  })

  it('of a company without contacts has its first line', async () => {
    const { id: companyId } = await makeCompany()
    const { job, writes } = newJob(companyId, {
      kind: 'contactsExport',
      user: { id: newId(), name: 'Ana' },
      state: { from: null, parts: [], read: false },
    })
    await transact(writes)
    await drain([{ type: 'step', companyId, jobId: job.id, seq: 0 }])
    expect(await text(job)).toBe('\uFEFFname;number;email\r\n')
  })

  it('is whole when the connection breaks while the file is put', async () => {
    const { job, first } = await makeExport()
    gate.breakStream()
    expect(await drain([first])).toHaveLength(2)
    expect(await text(job)).toBe(WHOLE)
  })

  it('that is canceled between its steps takes its parts away', async () => {
    const { companyId, job, first } = await makeExport()
    await runStep(first, KINDS, enqueueStep)
    expect(await objects(companyId)).toHaveLength(1)
    await cancelJob(companyId, job.id)
    await drain(gate.sent())
    expect([(await now(job)).status, await objects(companyId)]).toEqual(['canceled', []])
  })

  it('is the same file when its processes are killed, each right behind one of their calls', async () => {
    const { job, first } = await makeExport()
    const kills = await killEachCall(gate, first, 60)
    // Two steps: the claim, what it reads, the object, the checkpoint, the message or what browsers
    // are told.
    expect(kills).toBeGreaterThan(8)
    expect(await now(job)).toMatchObject({ status: 'done', done: PEOPLE.length, total: PEOPLE.length, error: null })
    expect(await text(job)).toBe(WHOLE)
  }, 900_000)
})
