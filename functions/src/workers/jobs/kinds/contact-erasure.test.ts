import { webhooks } from '@balcao/shared/api/automation/webhooks.ts'
import { jobs } from '@balcao/shared/api/company/jobs.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { schedules } from '@balcao/shared/api/content/schedules.ts'
import { customers } from '@balcao/shared/api/customers/customers.ts'
import { portfolios } from '@balcao/shared/api/customers/portfolios.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { rules } from '@balcao/shared/api/tickets/rules.ts'
import { textDrafts } from '@balcao/shared/api/tickets/text-drafts.ts'
import { ticketNotes } from '@balcao/shared/api/tickets/ticket-notes.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import type { JobMessage } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type CampaignFixture,
  makeCampaign,
  makeList,
  makeSender,
  start,
  tick,
} from '../../../../test/campaign-fixture.ts'
import { everyRow, keysWith } from '../../../../test/everything.ts'
import { type Gate, openGate } from '../../../../test/gate.ts'
import { call, makeUser } from '../../../../test/harness.ts'
import { killNowAndThen } from '../../../../test/kill-now-and-then.ts'
import { newCpf } from '../../../../test/new-cpf.ts'
import { openOwnTable } from '../../../../test/own-table.ts'
import { batchOf, inbound } from '../../../../test/pipeline-fixture.ts'
import { someNumber } from '../../../../test/some-number.ts'
import { getRecipient, progressOf } from '../../../data/campaigns/campaign-recipient.ts'
import { indexMessage } from '../../../data/tickets/index-message.ts'
import { listMessages, requireMessage, setTranscript } from '../../../data/tickets/message.ts'
import { minuteOf, timersOf } from '../../../data/timers/timer.ts'
import { putObject } from '../../../integrations/storage.ts'
import { fire } from '../../timers/handler.ts'

let closeTable: () => Promise<void>
let gate: Gate
beforeAll(async () => {
  closeTable = await openOwnTable()
  gate = await openGate()
})
afterAll(async () => {
  await gate.close()
  await closeTable()
})

/** Nobody here answers for the session host, which knows pictures. */
async function work(message: JobMessage): Promise<void> {
  if (message.type === 'refreshProfilePicture') return
  const { handler } = await import('../handler.ts')
  expect(await handler(batchOf([JSON.stringify(message)]))).toEqual({ batchItemFailures: [] })
}

async function drain(): Promise<void> {
  for (let sent = gate.sent(); sent.length > 0; sent = gate.sent()) for (const message of sent) await work(message)
}

async function write(
  fixture: CampaignFixture,
  { number, name }: { number: string; name: string },
  text: string,
  key?: string,
) {
  const { handler } = await import('../../inbound/handler.ts')
  const event = inbound({ ...fixture, number, adminId: '', queues: [] }, { body: text, pushName: name })
  if (key)
    Object.assign(event, {
      kind: 'media',
      media: { kind: 'image', key, mimetype: 'image/png', fileName: 'a.png', size: 1 },
    })
  expect(await handler(batchOf([event]))).toEqual({ batchItemFailures: [] })
}

/** Nobody else is called so, nor has this in a number. */
const someName = (): string => `Zuleica Quaresma${newId().replaceAll(/[^a-f]/g, '')}`

/**
 * Somebody who is everywhere in a company: in tickets that were and one that is, in a list, a
 * campaign, a schedule, a webhook, at a customer.
 */
async function makeKnown() {
  const fixture = await makeSender()
  const { companyId, company } = fixture
  const as = company.admin
  const number = someNumber()
  const name = someName()
  // Something only they would say, and an address that does not give them away.
  const words = `segredo ${newId()}`
  const email = `quaresma.${newId()}@example.com`
  const person = { number, name, words, email }
  await call(webhooks.create, {
    as,
    body: { name: 'Sistema', url: 'https://sistema.example/', events: ['message.received', 'ticket.opened'] },
  })
  const other = someNumber()
  const campaign = await makeCampaign(fixture, await makeList(fixture, [number, other]))
  await start(campaign)
  await drain()
  await tick(fixture)
  const key = `${companyId}/media/${newId()}`
  await putObject(key, Buffer.from('x'), 'image/png')
  await write(fixture, person, `Oi, sou eu: ${words}`, key)
  const { body: list } = await call(contacts.list, { as, query: { searchParam: number } })
  const contact = list.contacts[0]!
  await call(contacts.update, {
    as,
    params: { id: contact.id },
    body: { name, email, extraInfo: [{ name: 'Rua', value: words }] },
  })
  const { body: found } = await call(contacts.tickets, { as, params: { id: contact.id } })
  const ticket = found[0]!
  await call(tickets.update, { as, params: { id: ticket.id }, body: { status: 'open', userId: as.user.id } })
  const { body: received } = await call(messages.list, { as, params: { ticketId: ticket.id } })
  const spoken = received.messages.find(({ body }) => body.includes(words))!
  expect(await setTranscript(await requireMessage(companyId, spoken.id), words)).toBeTruthy()
  await call(messages.create, {
    as,
    params: { ticketId: ticket.id },
    body: { body: `Bom dia, ${name}`, quotedMsg: spoken.id },
  })
  await call(ticketNotes.create, {
    as,
    body: { note: `${name} pediu desconto`, ticketId: ticket.id, contactId: contact.id },
  })
  await call(tickets.update, { as, params: { id: ticket.id }, body: { status: 'closed' } })
  await write(fixture, person, 'Voltei')
  const { body: portfolio } = await call(portfolios.create, { as, body: { name: 'Varejo', userId: as.user.id } })
  const { body: customer } = await call(customers.create, {
    as,
    body: { fullName: 'Loja Ltda', document: newCpf(), email: 'loja@example.com', portfolioId: portfolio.id },
  })
  await call(contacts.update, { as, params: { id: contact.id }, body: { customerId: customer.id } })
  await call(schedules.create, {
    as,
    body: { contactId: contact.id, body: `Até logo, ${name}`, sendAt: new Date(Date.now() + 86_400_000).toISOString() },
  })
  await drain()
  // What they said is found by its words, some of which are nobody else's.
  for (const { id } of found)
    for (const message of await listMessages(companyId, id, { limit: 100 }))
      await indexMessage(companyId, id, message.id)
  expect((await everyRow()).filter(({ pk }) => String(pk).startsWith(`${companyId}#words#`)).length).toBeGreaterThan(5)
  return { person, fixture, as, other, campaign, number, contact, ticket, key, customer, companyId }
}

/** Another contact of the company, who wrote a file. */
async function makeSecond(fixture: CampaignFixture) {
  const person = {
    ...{ number: someNumber(), name: someName() },
    words: `segredo ${newId()}`,
    email: `${newId()}@a.example`,
  }
  const key = `${fixture.companyId}/media/${newId()}`
  await putObject(key, Buffer.from('x'), 'image/png')
  await write(fixture, person, `Sou eu: ${person.words}`, key)
  const as = fixture.company.admin
  const { body } = await call(contacts.list, { as, query: { searchParam: person.number } })
  const { id } = body.contacts[0]!
  await call(contacts.update, { as, params: { id }, body: { name: person.name, email: person.email } })
  return { ...person, id }
}

const erase = (as: Awaited<ReturnType<typeof makeUser>>, id: string, confirmation: string) =>
  call(contacts.erase, { as, params: { id }, body: { confirmation } })

type KnownPerson = { number: string; name: string; words: string; email: string }

/**
 * The rows in which somebody is named, by name, address or number in either spelling, or that have
 * their words.
 */
const namedIn = async ({ number, name, words, email }: KnownPerson): Promise<string[]> =>
  (await everyRow())
    .map(row => JSON.stringify(row))
    .filter(row => {
      const text = row.toLowerCase()
      return [name.toLowerCase(), words, email, number, number.replace(/^(\d{4})9/, '$1'), number.slice(-8)].some(
        each => text.includes(each),
      )
    })

const madeOn = async (companyId: string) =>
  (await everyRow())
    .filter(({ pk }) => String(pk).startsWith(`${companyId}#days#`))
    .sort((a, b) => `${a.pk}|${a.sk}`.localeCompare(`${b.pk}|${b.sk}`))

describe('the erasure of a person', () => {
  it('leaves neither name nor number anywhere in the table, nor their media; the figures, the others and the customer stay', async () => {
    const { as, person, number, contact, ticket, customer, companyId, campaign, other, fixture } = await makeKnown()
    expect((await namedIn(person)).length).toBeGreaterThan(20)
    const days = await madeOn(companyId)
    const progress = await progressOf(companyId, campaign.id, true)
    const { status, body } = await erase(as, contact.id, number)
    expect(status).toBe(202)
    await drain()
    expect(await namedIn(person)).toEqual([])
    const left = (await everyRow()).filter(
      ({ pk, ticketId }) => ticketId === ticket.id && !String(pk).startsWith('system#'),
    )
    expect(left).toEqual([])
    expect(await keysWith(companyId)).toEqual([])
    expect((await call(jobs.get, { as, params: { id: body.jobId } })).body).toMatchObject({
      status: 'done',
      subject: null,
    })
    expect(await madeOn(companyId)).toEqual(days)
    const { counts } = await progressOf(companyId, campaign.id, true)
    expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(
      Object.values(progress.counts).reduce((sum, count) => sum + count),
    )
    expect(await getRecipient(companyId, campaign.id, other)).toMatchObject({ number: other })
    expect((await call(customers.get, { as, params: { id: customer.id } })).body).toMatchObject({
      fullName: 'Loja Ltda',
      contacts: [],
    })
    // Who writes again is somebody new.
    await write(fixture, person, 'Oi de novo')
    const { body: found } = await call(contacts.list, { as, query: { searchParam: number } })
    expect(found.contacts.map(({ id }) => id)).not.toContain(contact.id)
    expect(found.contacts).toHaveLength(1)
  })

  it('reaches numbers that were merged into the contact, what logs say of it, and a begun text', async () => {
    const { as, person, number, contact, companyId, fixture, ticket } = await makeKnown()
    const makeRule = async (name: string) => {
      const actions = [{ type: 'priority' as const, priority: 'high' as const }]
      const conditions = [{ field: 'words' as const, operator: 'contains' as const, value: 'segredo' }]
      const made = await call(rules.create, {
        as,
        body: { name, event: 'message.received', active: true, actions, conditions },
      })
      expect(made.status).toBe(201)
      return made.body.id
    }
    const [kept, deleted] = [await makeRule('Boleto'), await makeRule('Outra')]
    const second = await makeSecond(fixture)
    await write(fixture, second, `De novo: ${second.words}`)
    for (const minute of [0, 1, 2].map(later => minuteOf(Date.now()) + later))
      for (const { timer } of await timersOf(minute))
        if (timer.type === 'runRules' && timer.companyId === companyId) await fire(timer, Date.now())
    for (const id of [kept, deleted])
      expect((await call(rules.runs, { as, params: { id } })).body.runs).toMatchObject([
        { contactName: second.name },
        { contactName: second.name },
      ])
    // Nobody can read the log of a deleted rule, and no erasure would find it.
    await call(rules.remove, { as, params: { id: deleted } })
    await call(textDrafts.save, {
      as,
      params: { ticketId: ticket.id, kind: 'note' },
      body: { text: `Pergunte a ${person.name}`, version: 0 },
    })
    const merged = await call(contacts.merge, { as, params: { id: contact.id }, body: { contactId: second.id } })
    expect(merged.status).toBe(200)
    await drain()
    expect((await namedIn(second)).length).toBeGreaterThan(5)
    await erase(as, contact.id, number)
    await drain()
    expect(await namedIn(person)).toEqual([])
    expect(await namedIn(second)).toEqual([])
    expect(await keysWith(companyId)).toEqual([])
  })

  it('leaves nothing in a merge that was undone', async () => {
    const { as, person, number, contact, fixture } = await makeKnown()
    const second = await makeSecond(fixture)
    await call(contacts.merge, { as, params: { id: contact.id }, body: { contactId: second.id } })
    await drain()
    const { body } = await call(contacts.unmerge, { as, params: { id: contact.id } })
    await drain()
    expect(body.restored).toBe(second.id)
    await erase(as, second.id, second.number)
    await drain()
    expect(await namedIn(second)).toEqual([])
    expect((await namedIn(person)).length).toBeGreaterThan(20)
    await erase(as, contact.id, number)
    await drain()
    expect(await namedIn(person)).toEqual([])
  })

  it('is refused where the number was not typed, and to who is no admin', async () => {
    const { as, person, number, contact, companyId } = await makeKnown()
    expect(await erase(as, contact.id, '5511900000000')).toMatchObject({ error: 'ERR_CONFIRMATION_MISMATCH' })
    expect(await erase(as, contact.id, '')).toMatchObject({ error: 'ERR_CONFIRMATION_MISMATCH' })
    expect(await erase(as, newId(), number)).toMatchObject({ error: 'ERR_NO_CONTACT_FOUND' })
    const chief = await makeUser(companyId, { profile: 'supervisor' })
    expect((await erase(chief, contact.id, number)).error).toBe('ERR_NO_PERMISSION')
    expect((await namedIn(person)).length).toBeGreaterThan(20)
  })

  it('takes what they write meanwhile, and is one when asked for twice', async () => {
    const { as, person, number, contact, fixture } = await makeKnown()
    const [one, other] = await Promise.all([
      erase(as, contact.id, number),
      erase(as, contact.id, `+${number.slice(0, 4)} ${number.slice(4)}`),
    ])
    expect([one, other].map(({ status }) => status)).toEqual([202, 202])
    expect((await erase(as, contact.id, number)).body.jobId).toBeOneOf([one.body.jobId, other.body.jobId])
    let written = 0
    for (let sent = gate.sent(); sent.length > 0; sent = gate.sent())
      for (const message of sent) {
        await work(message)
        if (written < 3) await write(fixture, person, `Mais uma ${++written}`)
      }
    expect(await namedIn(person)).toEqual([])
  })

  it('goes on wherever a process ends', async () => {
    const { as, person, number, contact, companyId } = await makeKnown()
    gate.sent()
    const { body } = await erase(as, contact.id, number)
    const first = { type: 'step' as const, companyId, jobId: body.jobId, seq: 0 }
    expect(await killNowAndThen(gate, first, 3, work)).toBe(3)
    expect(await namedIn(person)).toEqual([])
  }, 120_000)
})
