import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { type AddressBookEntry, addressBookRow, packEntries } from '@balcao/shared/events/address-book.ts'
import type { JobMessage } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { keys } from '@balcao/shared/table.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Gate, openGate } from '../../../../test/gate.ts'
import { makeCompany, makeUser, makeWhatsapp } from '../../../../test/harness.ts'
import { killAtCall } from '../../../../test/kill-at-call.ts'
import { makeContact } from '../../../../test/make-contact.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
import { batchOf } from '../../../../test/pipeline-fixture.ts'
import { findOrCreateContact } from '../../../data/contacts/contact.ts'
import { contactsByNumber } from '../../../data/contacts/import-contact.ts'
import { getJob, NO_COUNTS, newJob } from '../../../data/jobs/job.ts'
import { documentClient, tableName } from '../../../data/table/client.ts'
import { transact } from '../../../data/table/transact.ts'
import { handler } from '../handler.ts'

let gate: Gate
beforeAll(async () => {
  gate = await openGate()
})
afterAll(() => gate.close())

const ANA = '5511990001001'
const BIA = '5511990001002'
const CAIO = '5511990001003'
const BOOK = [
  { number: ANA, name: 'Ana do Sítio' },
  { number: BIA, name: 'Bia  da\nFeira' },
  { number: CAIO, name: 'Caio' },
]

/** A connection whose address book is as the session host keeps it. */
async function makePhone(book: AddressBookEntry[]) {
  const { id: companyId } = await makeCompany()
  const { user } = await makeUser(companyId)
  const connection = await makeWhatsapp(companyId)
  const { pk, skPrefix } = keys.auth(companyId, connection.id)
  const rows = new Map<string, AddressBookEntry[]>()
  for (const entry of book)
    rows.set(addressBookRow(entry.number), [...(rows.get(addressBookRow(entry.number)) ?? []), entry])
  for (const [name, entries] of rows) {
    const Item = { pk, sk: skPrefix + name, fence: 1, value: packEntries(entries) }
    await documentClient().send(new PutCommand({ TableName: tableName(), Item }))
  }
  const { job, writes } = newJob(companyId, {
    kind: 'phoneImport',
    user: { id: user.id, name: user.name },
    state: { whatsappId: connection.id, from: null, fates: [], counts: NO_COUNTS },
  })
  await transact(writes)
  const first = { type: 'step' as const, companyId, jobId: job.id, seq: 0 }
  const named = async () => {
    const found = await contactsByNumber(
      companyId,
      book.map(({ number }) => number),
    )
    return book.map(({ number }) => found.get(number)?.name)
  }
  return { companyId, connection, job, first, named, now: () => getJob(companyId, job.id, true) }
}

async function drain(messages: JobMessage[]): Promise<void> {
  const waiting = [...messages]
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { batchItemFailures } = await handler(batchOf([JSON.stringify(next)]))
    expect(batchItemFailures).toEqual([])
    waiting.push(...gate.sent())
  }
}

describe('the import of a phone', () => {
  it('makes who is missing, names who has but a push name, and leaves what somebody edited', async () => {
    const { companyId, first, named, now } = await makePhone(BOOK)
    // Somebody wrote before, from the spelling without the ninth digit.
    await findOrCreateContact(companyId, { peer: { number: '551190001001' } }, 'ana ✨')
    await makeContact(companyId, { name: 'Bia (atacado)', number: BIA })
    await drain([first])
    expect(await now()).toMatchObject({
      status: 'done',
      done: 3,
      total: 3,
      outcome: { counts: { ...NO_COUNTS, rows: 3, added: 1, updated: 1, unchanged: 1 } },
    })
    expect(await named()).toEqual(['Ana do Sítio', 'Bia (atacado)', 'Caio'])
  })

  it('counts apart who is in a conversation that its owner may not see', async () => {
    const { companyId, connection, first, named, now } = await makePhone(BOOK)
    const { contact } = await findOrCreateContact(companyId, { peer: { number: ANA } }, 'ana ✨')
    const bia = { id: newId(), name: 'Bia' }
    await makeTicket(companyId, { contact, whatsapp: connection, user: bia, status: 'open' })
    await drain([first])
    expect((await now())?.outcome?.counts).toEqual({ ...NO_COUNTS, rows: 3, added: 2, withheld: 1 })
    expect((await named())[0]).toBe('ana ✨')
  })

  it('of an empty address book is done at once', async () => {
    const { first, now } = await makePhone([])
    await drain([first])
    expect(await now()).toMatchObject({ status: 'done', done: 0, outcome: { counts: NO_COUNTS } })
  })

  it('doubles nothing and counts each once when its processes are killed', async () => {
    const { first, named, now } = await makePhone(BOOK)
    gate.sent()
    let kills = 0
    for (const nth of [5, 7, 8]) if (await killAtCall(gate, nth, 'jobs', first)) kills++
    expect(kills).toBeGreaterThan(1)
    await drain([first, ...gate.sent()])
    expect(await now()).toMatchObject({ status: 'done', outcome: { counts: { rows: 3, added: 3, updated: 0 } } })
    expect(await named()).toEqual(['Ana do Sítio', 'Bia da Feira', 'Caio'])
  }, 120_000)
})
