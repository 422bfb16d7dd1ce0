import type { JobMessage } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Gate, openGate } from '../../../../test/gate.ts'
import { makeCompany, makeWhatsapp } from '../../../../test/harness.ts'
import { killAtCall } from '../../../../test/kill-at-call.ts'
import { openNumberHost } from '../../../../test/number-host.ts'
import { batchOf } from '../../../../test/pipeline-fixture.ts'
import { CONTACT_LISTS } from '../../../data/campaigns/contact-list.ts'
import { changeItem, createItem, eachItem, importItems } from '../../../data/campaigns/contact-list-item.ts'
import { cancelJob, getJob } from '../../../data/jobs/job.ts'
import { createRow, newRow } from '../../../data/table/small-list.ts'
import { beginCheckOf, beginNumberCheck } from '../../../messaging/begin-number-check.ts'
import { handler } from '../handler.ts'

let gate: Gate
let host: ReturnType<typeof openNumberHost>

beforeAll(async () => {
  gate = await openGate()
  host = openNumberHost(gate)
})
beforeEach(() => {
  host.asked = []
  host.meanwhile = async () => undefined
})
afterAll(() => {
  host.close()
  return gate.close()
})

/** Numbers as the session host was asked about them, question by question. */
const asked = () => host.asked.map(({ numbers }) => numbers)
const USER = { id: newId(), name: 'Ana' }
const numbersTo = (count: number) => Array.from({ length: count }, (_, i) => `55119${String(90000000 + i)}`)

async function makeList(numbers: string[], status: 'CONNECTED' | 'DISCONNECTED' = 'CONNECTED') {
  const company = await makeCompany()
  await makeWhatsapp(company.id, { isDefault: true, status })
  const list = await createRow(company.id, CONTACT_LISTS, newRow({ name: 'Clientes', contactsCount: 0 }))
  await importItems(
    company.id,
    list.id,
    numbers.map(number => ({ number, name: number })),
  )
  return { companyId: company.id, list }
}

/** Carries out the job to its end, without the delays. */
async function drain(messages: JobMessage[]): Promise<void> {
  const waiting = [...messages]
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { batchItemFailures } = await handler(batchOf([JSON.stringify(next)]))
    expect(batchItemFailures).toEqual([])
    waiting.push(...gate.sent())
  }
}

const itemsOf = async (companyId: string, listId: string) => (await eachItem(companyId, listId, null, 1000)).items

async function check(companyId: string, list: Parameters<typeof beginCheckOf>[1], anew = false) {
  gate.sent()
  const job = await beginCheckOf(companyId, list, USER, null, { anew })
  await drain(gate.sent())
  return (await getJob(companyId, job.id, true))!
}

describe('the check of a contact list', () => {
  it('writes what WhatsApp says, in its spelling, and asks nothing twice', async () => {
    const { companyId, list } = await makeList([...numbersTo(3), '5511990000009', '5547999990001'])
    const job = await check(companyId, list)
    expect(job).toMatchObject({ status: 'done', done: 5, total: 5 })
    expect(job.outcome).toEqual({ checked: { valid: 3, invalid: 1, unknown: 1 } })
    const items = await itemsOf(companyId, list.id)
    expect(items.map(({ number, isWhatsappValid }) => [number, isWhatsappValid])).toEqual([
      ['5511990000000', null],
      ['5511990000001', true],
      ['5511990000002', true],
      ['5511990000009', false],
      ['554799990001', true],
    ])
    // Only what it said nothing of is asked again on the same day.
    host.asked = []
    await check(companyId, list)
    expect(asked()).toEqual([['5511990000000']])
  })

  it('asks anew about those without an account alone, when that is wished', async () => {
    const { companyId, list } = await makeList(['5511990000001', '5511990000009', '5511990000019'])
    await check(companyId, list)
    host.asked = []
    host.joined.add('5511990000009')
    expect((await check(companyId, list, true)).outcome).toEqual({ checked: { valid: 1, invalid: 1, unknown: 0 } })
    expect(asked()).toEqual([['5511990000009', '5511990000019']])
    const items = await itemsOf(companyId, list.id)
    expect(items.map(({ isWhatsappValid }) => isWhatsappValid)).toEqual([true, true, false])
  })

  it('asks by the fifty at most, one question after the other', async () => {
    const numbers = numbersTo(120).map(number => number.replace(/0$/, '1').replace(/9$/, '2'))
    const { companyId, list } = await makeList([...new Set(numbers)])
    const job = await check(companyId, list)
    expect(job.status).toBe('done')
    expect(asked().every(question => question.length <= 50)).toBe(true)
    expect(asked().flat().length).toBe(new Set(numbers).size)
  })

  it('leaves an item that was changed meanwhile', async () => {
    const { companyId, list } = await makeList([])
    const item = await createItem(companyId, list.id, { name: 'Bia', number: '5511990000001', email: '' })
    host.meanwhile = () => changeItem(companyId, item.id, { number: '5511990000042' })
    await check(companyId, list)
    expect(await itemsOf(companyId, list.id)).toMatchObject([{ number: '5511990000042', isWhatsappValid: null }])
  })

  it('waits while no connection is there, and ends then', async () => {
    const { companyId, list } = await makeList(numbersTo(2), 'DISCONNECTED')
    expect(await check(companyId, list)).toMatchObject({ status: 'failed', error: 'ERR_WAPP_NOT_INITIALIZED' })
    expect(asked()).toEqual([])
    expect(await beginNumberCheck(companyId, list.id, USER)).toBeUndefined()
  })

  it('is one at a time for a list, and can be canceled', async () => {
    const { companyId, list } = await makeList(numbersTo(2))
    const job = await beginCheckOf(companyId, list, USER, null)
    expect((await beginCheckOf(companyId, list, { ...USER, id: newId() }, null)).id).toBe(job.id)
    expect(await beginNumberCheck(companyId, list.id, USER)).toBe(job.id)
    await cancelJob(companyId, job.id)
    await drain(gate.sent())
    expect([(await getJob(companyId, job.id, true))!.status, asked()]).toEqual(['canceled', []])
  })

  it('asks nothing twice when its processes are killed', async () => {
    const { companyId, list } = await makeList(numbersTo(9).slice(1))
    gate.sent()
    const job = await beginCheckOf(companyId, list, USER, null)
    const [first] = gate.sent()
    // Behind the turn, the command, the answer, what is kept of it, the first items, before the
    // checkpoint.
    let kills = 0
    for (const nth of [8, 11, 14]) if (await killAtCall(gate, nth, 'jobs', first!)) kills++
    expect(kills).toBeGreaterThan(1)
    await drain([first!, ...gate.sent()])
    expect(await getJob(companyId, job.id, true)).toMatchObject({
      status: 'done',
      done: 8,
      outcome: { checked: { valid: 8, invalid: 0, unknown: 0 } },
    })
    expect(asked().flat().toSorted()).toEqual(numbersTo(9).slice(1))
  }, 120_000)
})
