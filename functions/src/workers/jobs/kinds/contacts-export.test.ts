import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import type { JobMessage } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { PREPARED_UPLOADS } from '@balcao/shared/media.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Gate, type Moment, openGate } from '../../../../test/gate.ts'
import { batchOf } from '../../../../test/pipeline-fixture.ts'
import { createContact, findOrCreateContact } from '../../../data/contacts/contact.ts'
import { cancelJob, getJob, type JobRow, newJob } from '../../../data/jobs/job.ts'
import { transact } from '../../../data/table/transact.ts'
import { readObject } from '../../../integrations/storage.ts'
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
  const companyId = newId()
  for (const [i, name] of PEOPLE.entries())
    await createContact(companyId, { name, number: `551191111000${i}`, email: '', extraInfo: [] })
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
    const companyId = newId()
    const { job, writes } = newJob(companyId, {
      kind: 'contactsExport',
      user: { id: newId(), name: 'Ana' },
      state: { from: null, parts: [], read: false },
    })
    await transact(writes)
    await drain([{ type: 'step', companyId, jobId: job.id, seq: 0 }])
    expect(await text(job)).toBe('\uFEFFname;number;email\r\n')
  })

  it('that is canceled between its steps takes its parts away', async () => {
    const { companyId, job, first } = await makeExport()
    await runStep(first, KINDS)
    expect(await objects(companyId)).toHaveLength(1)
    await cancelJob(companyId, job.id)
    await drain(gate.sent())
    expect([(await now(job)).status, await objects(companyId)]).toEqual(['canceled', []])
  })

  it('is the same file when processes are killed at any write, before and after it took effect', async () => {
    const program = fileURLToPath(new URL('../../../../test/take-job-message.ts', import.meta.url))
    for (const moment of ['before', 'after'] as Moment[]) {
      const { companyId, job, first } = await makeExport()
      gate.sent()
      /** Messages on the queue; the first is handed to a process of its own, which is killed at its `nth` call. */
      let waiting: JobMessage[] = [first]
      let kills = 0
      // Every try gets a little further than the one before, so that none is the last one allowed.
      for (let nth = 2; waiting.length > 0 && kills < 60; nth = nth >= 8 ? 2 : nth + 2) {
        const [message] = waiting
        let killed = false
        const child = spawn(
          process.execPath,
          ['--disable-warning=ExperimentalWarning', program, JSON.stringify(message)],
          {
            env: { ...process.env, ...gate.env },
            stdio: 'ignore',
          },
        )
        gate.stopAt(nth, moment, () => {
          killed = child.kill('SIGKILL')
        })
        await once(child, 'exit')
        gate.goOn()
        if (killed) kills += 1
        else waiting = waiting.slice(1)
        waiting = [...waiting, ...gate.sent()]
      }
      expect(kills).toBeGreaterThan(3)
      await drain(waiting)
      expect(await now(job)).toMatchObject({ status: 'done', done: PEOPLE.length, total: PEOPLE.length })
      expect(await text(job)).toBe(WHOLE)
      expect((await objects(companyId)).includes('contatos.csv')).toBe(true)
    }
  }, 300_000)
})
