import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { AppError } from '@balcao/shared/errors.ts'
import type { JobMessage } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Gate, type Moment, openGate } from '../../../test/gate.ts'
import { cancelJob, getJob, type JobRow, newJob, TRIES } from '../../data/jobs/job.ts'
import { documentClient, tableName } from '../../data/table/client.ts'
import { remove, transact, update } from '../../data/table/transact.ts'
import { enqueueStep } from '../../messaging/begin-job.ts'
import { type Kinds, runStep, type Work } from './run-step.ts'

type Step = Extract<JobMessage, { type: 'step' }>

let gate: Gate
beforeAll(async () => {
  gate = await openGate()
})
afterAll(() => gate.close())

const THINGS = 3
const BATCH_SIZE = 2

/** A company's things to do, which the job below takes one after the other and tallies. */
const thing = (companyId: string, n: number) => ({ pk: `${companyId}#test-thing`, sk: `${n}` })
const tallyKey = (companyId: string) => ({ pk: `${companyId}#test-tally`, sk: 'tally' })

async function things(companyId: string): Promise<{ pk: string; sk: string }[]> {
  const { Items = [] } = await documentClient().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': thing(companyId, 0).pk },
      ConsistentRead: true,
    }),
  )
  return Items as { pk: string; sk: string }[]
}

async function tally(companyId: string): Promise<number> {
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key: tallyKey(companyId), ConsistentRead: true }),
  )
  return (Item?.count as number | undefined) ?? 0
}

/**
 * Takes things away, counting each in the same transaction: one that was taken twice is tallied
 * twice.
 */
const takeThings: Work<'contactsExport'> = {
  async step({ companyId, state }, count) {
    const found = await things(companyId)
    for (const { pk, sk } of found.slice(0, BATCH_SIZE))
      await count(1, [
        remove('thing', { TableName: tableName(), Key: { pk, sk } }),
        update('tally', {
          TableName: tableName(),
          Key: tallyKey(companyId),
          UpdateExpression: 'ADD #count :one',
          ExpressionAttributeNames: { '#count': 'count' },
          ExpressionAttributeValues: { ':one': 1 },
        }),
      ])
    return found.length > BATCH_SIZE ? { next: state, total: THINGS } : { file: null }
  },
}

const kindsWith = (work: Work<'contactsExport'>): Kinds => ({ contactsExport: work })
const KINDS = kindsWith(takeThings)

async function makeJob(): Promise<{ companyId: string; job: JobRow; first: Step }> {
  const companyId = newId()
  for (let n = 0; n < THINGS; n++)
    await documentClient().send(new PutCommand({ TableName: tableName(), Item: thing(companyId, n) }))
  const { job, writes } = newJob(companyId, {
    kind: 'contactsExport',
    user: { id: newId(), name: 'Ana' },
    state: { from: null, parts: [], read: false },
  })
  await transact(writes)
  return { companyId, job, first: { type: 'step', companyId, jobId: job.id, seq: 0 } }
}

/**
 * Hands out messages as the queue does, those that failed again, until none is left. Answers how
 * many were handed out.
 * @param taken the last is the one that is being worked on
 */
async function drain(messages: Step[], kinds: Kinds = KINDS, taken: Step[] = []): Promise<number> {
  const waiting = [...messages]
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const message = next
    taken.push(message)
    expect(taken.length).toBeLessThan(50)
    await runStep(message, kinds, enqueueStep).catch(() => waiting.push(message))
    waiting.push(...stepsOf(message.companyId))
  }
  return taken.length
}

const stepsOf = (companyId: string): Step[] =>
  gate.sent().flatMap(message => (message.type === 'step' && message.companyId === companyId ? [message] : []))

const stateOf = async (companyId: string, job: JobRow) => {
  const now = await getJob(companyId, job.id, true)
  return { status: now?.status, done: now?.done, tally: await tally(companyId), left: (await things(companyId)).length }
}
const ALL_DONE = { status: 'done', done: THINGS, tally: THINGS, left: 0 }

describe('a job', () => {
  it('goes from step to step', async () => {
    const { companyId, job, first } = await makeJob()
    expect(await drain([first])).toBe(2)
    expect(await stateOf(companyId, job)).toEqual(ALL_DONE)
  })

  it('does nothing for messages of steps that were done, of jobs that ended, or of none', async () => {
    const { companyId, job, first } = await makeJob()
    await drain([first, first])
    await drain([first, { ...first, seq: 1 }, { ...first, seq: 7 }, { ...first, companyId: newId() }])
    expect(await stateOf(companyId, job)).toEqual(ALL_DONE)
  })

  it('does each step once when its message comes many times at once', async () => {
    for (let round = 0; round < 5; round++) {
      const { companyId, job, first } = await makeJob()
      const copies = Array.from({ length: 4 }, () => first)
      const results = await Promise.allSettled(copies.map(copy => runStep(copy, KINDS, enqueueStep)))
      const failed = results.flatMap((result, i) => (result.status === 'rejected' ? [copies[i]!] : []))
      await drain([...failed, ...stepsOf(companyId)])
      expect(await stateOf(companyId, job)).toEqual(ALL_DONE)
    }
  })

  it.each(['before', 'after'] as Moment[])(
    'that ends %s any of its calls is taken up, does nothing twice, and nothing more should that process wake',
    { timeout: 900_000 },
    async moment => {
      let stops = 0
      for (let nth = 1; ; nth++) {
        const { companyId, job, first } = await makeJob()
        gate.sent()
        gate.stopAt(nth, moment)
        const taken: Step[] = []
        const frozen = drain([first], KINDS, taken)
        await expect.poll(async () => gate.isStopped() || (await isOver(frozen))).toBe(true)
        if (!gate.isStopped()) {
          gate.goOn()
          break
        }
        stops += 1
        // The message the frozen process holds becomes visible again; what it sent before is on the
        // queue, too.
        await drain([taken.at(-1)!, ...stepsOf(companyId)].flatMap(message => [message, { ...message }]))
        expect([nth, await stateOf(companyId, job)]).toEqual([nth, ALL_DONE])
        gate.goOn()
        await frozen
        await drain(stepsOf(companyId))
        expect([nth, await stateOf(companyId, job)]).toEqual([nth, ALL_DONE])
      }
      // Two steps: claims, things, checkpoints, the message between them.
      expect(stops).toBeGreaterThan(10)
    },
  )
})

const isOver = (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => true), new Promise<boolean>(resolve => setImmediate(() => resolve(false)))])

describe('a job that is canceled', () => {
  it('ends as one thing or the other, whoever comes first, and takes what it left along', async () => {
    const ends = new Set<string | undefined>()
    for (let round = 0; round < 8; round++) {
      const { companyId, job, first } = await makeJob()
      const cleaned: string[] = []
      const clean = async ({ status }: JobRow) => void cleaned.push(status)
      const kinds = kindsWith({ ...takeThings, clean })
      const canceling = (async () => {
        for (let wait = 0; wait < round * 4; wait++) await getJob(companyId, job.id)
        return cancelJob(companyId, job.id)
      })()
      await drain([first], kinds)
      const { job: answered, changed } = await canceling
      await drain(stepsOf(companyId), kinds)
      const now = await stateOf(companyId, job)
      ends.add(now.status)
      expect([answered.status, changed]).toEqual([now.status, now.status === 'canceled'])
      // What was counted is what happened, in either case.
      expect([now.tally, now.left]).toEqual([now.done, THINGS - now.tally])
      expect(cleaned.every(status => status === now.status)).toBe(true)
      expect(cleaned.length).toBeGreaterThan(0)
    }
    expect(ends.has('canceled')).toBe(true)
  })

  it('stays canceled, and one that ended stays as it ended', async () => {
    const { companyId, job, first } = await makeJob()
    await cancelJob(companyId, job.id)
    expect((await cancelJob(companyId, job.id)).changed).toBe(false)
    await drain([first])
    expect(await stateOf(companyId, job)).toEqual({ status: 'canceled', done: 0, tally: 0, left: THINGS })
    const other = await makeJob()
    await drain([other.first])
    expect(await cancelJob(other.companyId, other.job.id)).toMatchObject({ changed: false, job: { status: 'done' } })
  })

  it('is not one that has to go on', async () => {
    const companyId = newId()
    const { job, writes } = newJob(companyId, {
      kind: 'contactRemoval',
      user: { id: newId(), name: 'Ana' },
      state: { contactId: newId(), picture: null },
    })
    await transact(writes)
    await expect(cancelJob(companyId, job.id)).rejects.toMatchObject({ code: 'ERR_JOB_NOT_CANCELABLE' })
    await expect(cancelJob(newId(), job.id)).rejects.toMatchObject({ code: 'ERR_NO_JOB_FOUND' })
  })
})

describe('a job whose step fails', () => {
  const failing = kindsWith({
    step: async () => {
      throw new Error('out of order')
    },
  })

  it('says so after its tries, with a code, and goes on where it was when its message is replayed', async () => {
    const { companyId, job, first } = await makeJob()
    for (let tried = 1; tried <= TRIES; tried++) {
      await expect(runStep(first, failing, enqueueStep)).rejects.toThrow('out of order')
      const { status, error } = (await getJob(companyId, job.id, true))!
      expect([tried, status, error]).toEqual(
        tried < TRIES ? [tried, 'running', null] : [tried, 'failed', 'ERR_JOB_FAILED'],
      )
    }
    await drain([first])
    expect(await stateOf(companyId, job)).toEqual(ALL_DONE)
    expect((await getJob(companyId, job.id))?.error).toBeNull()
  })

  it('is failed, too, when each of its processes was killed', async () => {
    const { companyId, job, first } = await makeJob()
    for (let tried = 1; tried <= TRIES; tried++) {
      // Never heard of again.
      void runStep(first, kindsWith({ step: () => new Promise(() => {}) }), enqueueStep)
      await expect.poll(async () => (await getJob(companyId, job.id, true))?.tries).toBe(tried)
    }
    expect(await getJob(companyId, job.id, true)).toMatchObject({ status: 'failed', error: 'ERR_JOB_FAILED' })
  })

  it('ends at once when nothing would change by another try', async () => {
    const { companyId, job, first } = await makeJob()
    const refused = kindsWith({
      step: async () => {
        throw new AppError('ERR_VALIDATION')
      },
    })
    await runStep(first, refused, enqueueStep)
    await drain([first])
    expect(await getJob(companyId, job.id, true)).toMatchObject({ status: 'failed', error: 'ERR_VALIDATION', done: 0 })
  })
})
