import { jobs } from '@balcao/shared/api/company/jobs.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import type { Job } from '@balcao/shared/entities/job.ts'
import { newId } from '@balcao/shared/ids.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, type FakeGateway, startFakeGateway } from '../../../../test/fake-gateway.ts'
import { type Gate, openGate } from '../../../../test/gate.ts'
import {
  call,
  changeElsewhere,
  makeCompany,
  makeUser,
  type TestCompany,
  type TestUser,
} from '../../../../test/harness.ts'
import { makeContact } from '../../../../test/make-contact.ts'
import { batchOf } from '../../../../test/pipeline-fixture.ts'
import { listAudit } from '../../../data/account/audit.ts'
import { getJob, NO_LIST_FILE, newJob } from '../../../data/jobs/job.ts'
import { transact } from '../../../data/table/transact.ts'
import { timersOf } from '../../../data/timers/timer.ts'
import { handler } from '../../../workers/jobs/handler.ts'
import { fire } from '../../../workers/timers/handler.ts'

let gateway: FakeGateway
let gate: Gate
let company: TestCompany
let chief: TestUser
let agent: TestUser
beforeAll(async () => {
  gateway = await startFakeGateway()
  gate = await openGate()
  company = await makeCompany()
  chief = await makeUser(company.id, { profile: 'supervisor', name: 'Caio' })
  agent = await makeUser(company.id)
  await makeContact(company.id, { name: '=Zé; "o bom"', number: '5511911112222', email: 'z@x.com' })
  await makeContact(company.id, { name: 'Ana', number: '5511933334444' })
})
afterAll(async () => {
  await gate.close()
  await gateway.close()
})

/** Works through what is on the jobs queue. */
async function work(): Promise<void> {
  for (let sent = gate.sent(); sent.length > 0; sent = gate.sent())
    for (const message of sent)
      expect(await handler(batchOf([JSON.stringify(message)]))).toEqual({ batchItemFailures: [] })
}

const begin = async (as: TestUser): Promise<string> => (await call(contacts.export, { as })).body.jobId
const list = async (as: TestUser): Promise<Job[]> => (await call(jobs.list, { as })).body.jobs
const get = (as: TestUser, id: string) => call(jobs.get, { as, params: { id } })
const cancel = (as: TestUser, id: string) => call(jobs.cancel, { as, params: { id } })
const publishedJobs = (browser: Browser): Job[] =>
  browser.received.flatMap(({ event, payload }) =>
    event === `company-${company.id}-job` ? [(payload as unknown as { job: Job }).job] : [],
  )

describe('an export of contacts', () => {
  it('makes a file for who asked, and tells them and the admins', async () => {
    const watching = { chief, admin: company.admin, agent, stranger: (await makeCompany()).admin }
    const browsers = Object.fromEntries(
      await Promise.all(Object.entries(watching).map(async ([who, user]) => [who, await gateway.open(user)])),
    ) as Record<keyof typeof watching, Browser>
    const answer = await call(contacts.export, { as: chief })
    expect(answer.status).toBe(202)
    const { jobId } = answer.body
    // Asked again it is the same one.
    expect(await begin(chief)).toBe(jobId)
    expect(await list(chief)).toMatchObject([
      { id: jobId, kind: 'contactsExport', status: 'waiting', done: 0, total: null, result: null, error: null },
    ])
    await work()
    const done = (await get(chief, jobId)).body
    expect(done).toMatchObject({ status: 'done', done: 2, total: 2, user: { name: 'Caio' }, cancelable: true })
    const file = await fetch(done.result!.file!.url!)
    expect(file.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''contatos.csv")
    expect(await file.text()).toBe(
      'name;number;email\r\n"\'=Zé; ""o bom""";5511911112222;z@x.com\r\nAna;5511933334444;\r\n',
    )
    expect((await list(company.admin)).map(({ id }) => id)).toEqual([jobId])
    // How far it came is told when it takes longer than a second.
    for (const who of ['chief', 'admin'] as const)
      expect([
        who,
        publishedJobs(browsers[who])
          .map(({ status }) => status)
          .filter(status => status !== 'running'),
      ]).toEqual([who, ['waiting', 'done']])
    for (const who of ['agent', 'stranger'] as const) expect([who, publishedJobs(browsers[who])]).toEqual([who, []])
    // Done, the next is another.
    expect(await begin(chief)).not.toBe(jobId)
    await work()
  })

  it('is not offered for longer than a day', async () => {
    const id = await begin(chief)
    await work()
    const { version: _, companyId: _company, id: _id, ...row } = (await getJob(company.id, id, true))!
    const late = { ...row, file: { ...row.file, until: Date.now() - 1 } }
    await changeElsewhere({ pk: `${company.id}#job#${id}`, sk: 'job' }, 'row', JSON.stringify(late))
    expect((await get(chief, id)).body.result?.file).toMatchObject({ name: 'contatos.csv', url: null })
  })

  it('whose first message is lost begins by its timer, once', async () => {
    const id = await begin(chief)
    gate.sent()
    const { createdAt } = (await getJob(company.id, id))!
    const due = (await Promise.all([1, 2, 3].map(minutes => timersOf(Math.floor(createdAt / 60_000) + minutes)))).flat()
    const timer = due.find(({ timer }) => timer.type === 'startJob' && timer.jobId === id)!.timer
    await fire(timer, Date.now())
    await work()
    expect((await get(chief, id)).body).toMatchObject({ status: 'done', done: 2 })
    await fire(timer, Date.now())
    expect(gate.sent()).toEqual([])
  })
})

describe('a job that is asked for again', () => {
  const repeat = (as: TestUser, id: string) => call(jobs.repeat, { as, params: { id } })

  it('is another one, of who asks, once it has ended', async () => {
    const id = await begin(chief)
    expect((await repeat(chief, id)).error).toBe('ERR_CONFLICT')
    await cancel(chief, id)
    await work()
    for (const as of [agent, (await makeCompany()).admin]) expect((await repeat(as, id)).error).toBe('ERR_NO_JOB_FOUND')
    const { status, body } = await repeat(chief, id)
    expect([status, body.jobId === id]).toEqual([202, false])
    // Asked twice it is the same one; an admin's is the admin's own.
    expect((await repeat(chief, id)).body.jobId).toBe(body.jobId)
    const other = (await repeat(company.admin, id)).body.jobId
    expect((await get(company.admin, other)).body.user.id).toBe(company.admin.user.id)
    await work()
    expect((await get(chief, body.jobId)).body).toMatchObject({ status: 'done', done: 2, repeatable: true })
    expect((await get(chief, id)).body.status).toBe('canceled')
  })

  it('asks for the role it took to begin', async () => {
    // Begun when the role was another.
    const { job, writes } = newJob(company.id, {
      kind: 'contactsExport',
      user: { id: agent.user.id, name: agent.user.name },
      state: { from: null, parts: [], read: false },
    })
    await transact(writes)
    await cancel(agent, job.id)
    expect((await repeat(agent, job.id)).error).toBe('ERR_NO_PERMISSION')
    expect(gate.sent()).toEqual([])
  })

  it('asks for the plan it took to begin', async () => {
    const without = await makeCompany({ plan: { useCampaigns: false } })
    const { job, writes } = newJob(without.id, {
      kind: 'contactListExport',
      user: { id: without.admin.user.id, name: 'Ana' },
      state: { contactListId: newId(), format: 'csv', ...NO_LIST_FILE },
    })
    await transact(writes)
    await cancel(without.admin, job.id)
    expect((await repeat(without.admin, job.id)).error).toBe('ERR_PLAN_FEATURE')
  })

  it('is logged as what it begins', async () => {
    const entries = async () => (await listAudit(company.id, { verb: 'export' }, { limit: 50 })).entries
    const id = await begin(chief)
    const before = await entries()
    await cancel(chief, id)
    expect((await repeat(chief, id)).status).toBe(202)
    const [entry, ...others] = await entries()
    expect(others).toEqual(before)
    expect(entry).toMatchObject({ subject: 'contact', subjectId: null, user: { id: chief.user.id, name: 'Caio' } })
    await work()
  })
})

describe('a job', () => {
  it('is seen and canceled by who asked for it and by admins, and by nobody else', async () => {
    const id = await begin(chief)
    const stranger = (await makeCompany()).admin
    for (const as of [agent, stranger]) {
      expect((await list(as)).filter(job => job.id === id)).toEqual([])
      expect([(await get(as, id)).error, (await cancel(as, id)).error]).toEqual([
        'ERR_NO_JOB_FOUND',
        'ERR_NO_JOB_FOUND',
      ])
    }
    const browser = await gateway.open(chief)
    expect((await cancel(company.admin, id)).body).toMatchObject({ id, status: 'canceled' })
    expect(publishedJobs(browser).map(({ status }) => status)).toEqual(['canceled'])
    await work()
    expect((await cancel(chief, id)).body).toMatchObject({ id, status: 'canceled', result: null })
    expect((await get(chief, newId())).error).toBe('ERR_NO_JOB_FOUND')
  })
})
