import { newId } from '@balcao/shared/ids.ts'
import { describe, expect, it } from 'vitest'
import { changeElsewhere, rawRow } from '../../../test/harness.ts'
import { targetHas } from '../../../test/target.ts'
import { metered } from '../table/meter.ts'
import { transact } from '../table/transact.ts'
import {
  checkpoint,
  claimStep,
  endStep,
  finishJob,
  getJob,
  type JobRow,
  liveJob,
  newJob,
  Overtaken,
  pageOfJobs,
} from './job.ts'

const user = { id: newId(), name: 'Ana' }
const key = ({ companyId, id }: JobRow) => ({ pk: `${companyId}#job#${id}`, sk: 'job' })

async function make(companyId: string, given: { user?: typeof user; listed?: boolean } = {}): Promise<JobRow> {
  const state = { from: null, parts: [], read: false }
  const { job, writes } = newJob(companyId, { kind: 'contactsExport', user, state, ...given })
  await transact(writes)
  return job
}

const claimed = async ({ companyId, id, seq }: JobRow) => (await claimStep(companyId, id, seq))!.job

describe('the jobs of a company', () => {
  it('are listed newest first, of a user only theirs, and those that are to be seen', async () => {
    const companyId = newId()
    const other = { id: newId(), name: 'Bia' }
    const [first, second] = [await make(companyId), await make(companyId, { user: other })]
    await make(companyId, { listed: false })
    const third = await make(companyId)
    await make(newId())
    const ids = async (userId: string | null) =>
      (await pageOfJobs(companyId, userId, { limit: 10 })).rows.map(({ id }) => id)
    expect(await ids(null)).toEqual([third.id, second.id, first.id])
    expect(await ids(user.id)).toEqual([third.id, first.id])
    const page = await pageOfJobs(companyId, null, { limit: 2 })
    expect(page).toMatchObject({ hasMore: true, rows: [{ id: third.id }, { id: second.id }] })
    const rest = await pageOfJobs(companyId, null, { limit: 2, cursor: page.nextCursor! })
    expect(rest).toMatchObject({ hasMore: false, rows: [{ id: first.id }] })
    // A cursor of one list opens no other.
    await expect(pageOfJobs(companyId, user.id, { limit: 2, cursor: page.nextCursor! })).rejects.toMatchObject({
      code: 'ERR_INVALID_CURSOR',
    })
  })

  it('are gone 30 days after their last change, whether or not the table noticed', async () => {
    const companyId = newId()
    const job = await make(companyId)
    const { row, expiresAt } = (await rawRow(key(job)))!
    const days = 24 * 3600
    expect(Math.round(((expiresAt as number) - Date.now() / 1000) / days)).toBe(30)
    const old = { ...JSON.parse(row as string), updatedAt: Date.now() - 31 * days * 1000 }
    await changeElsewhere(key(job), 'row', JSON.stringify(old))
    expect(await getJob(companyId, job.id)).toBeUndefined()
    expect((await pageOfJobs(companyId, null, { limit: 10 })).rows).toEqual([])
    expect(await claimStep(companyId, job.id, 0)).toBeUndefined()
  })

  it('know which one a user has under way', async () => {
    const companyId = newId()
    const job = await make(companyId)
    expect((await liveJob(companyId, user.id, 'contactsExport'))?.id).toBe(job.id)
    expect(await liveJob(companyId, user.id, 'contactRemoval')).toBeUndefined()
    expect(await liveJob(companyId, newId(), 'contactsExport')).toBeUndefined()
    await finishJob(await claimed(job), { file: null })
    expect(await liveJob(companyId, user.id, 'contactsExport')).toBeUndefined()
  })
})

describe('a claim', () => {
  it('takes the step from who had it: their writes are refused, with all that belongs to them', async () => {
    const job = await make(newId())
    const [one, two] = [await claimed(job), await claimed(job)]
    expect([one.tries, two.tries]).toEqual([1, 2])
    const another = newJob(job.companyId, { kind: 'contactsExport', user, state: job.state as never })
    await expect(checkpoint(one, { done: 1 }, another.writes)).rejects.toBeInstanceOf(Overtaken)
    expect(await getJob(job.companyId, another.job.id, true)).toBeUndefined()
    await endStep(await checkpoint(two, { done: 1 }), { state: job.state, done: 2 })
    expect(await getJob(job.companyId, job.id, true)).toMatchObject({ seq: 1, tries: 0, done: 2, status: 'running' })
  })

  it('tells a step that was done, and a job that ended', async () => {
    const job = await make(newId())
    const next = await endStep(await claimed(job), { state: job.state })
    expect((await claimStep(job.companyId, job.id, 0))?.outcome).toBe('behind')
    await finishJob(await claimed(next), { file: null })
    expect((await claimStep(job.companyId, job.id, 1))?.outcome).toBe('ended')
    expect(await claimStep(newId(), job.id, 1)).toBeUndefined()
  })
})

describe.runIf(targetHas('metering'))('the cost', () => {
  it('of a job, a step and a page', async () => {
    const companyId = newId()
    const begun = await metered(() => make(companyId))
    const step = await metered(async () => endStep(await claimed(begun.result), { state: begun.result.state }))
    for (let i = 0; i < 24; i++) await make(companyId)
    const page = await metered(() => pageOfJobs(companyId, null, { limit: 20 }))
    expect({ begin: begun.units.write, step: step.units, page: page.units.read }).toEqual({
      begin: 6,
      step: { read: 1, write: 8, calls: 3 },
      page: 2,
    })
  })
})
