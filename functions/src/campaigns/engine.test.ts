import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import type { SendCommand } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { describe, expect, it } from 'vitest'
import {
  ack,
  type CampaignFixture,
  deliverEvents,
  makeCampaign,
  makeList,
  makeSender,
  sentOf,
  someNumbers,
  start,
  tick,
  workJobs,
} from '../../test/campaign-fixture.ts'
import { call } from '../../test/harness.ts'
import { makeContact } from '../../test/make-contact.ts'
import { inbound } from '../../test/pipeline-fixture.ts'
import { type CampaignRow, getCampaign } from '../data/campaigns/campaign.ts'
import { getRecipient, progressOf, type RecipientRow, recipientKey } from '../data/campaigns/campaign-recipient.ts'
import { optedOutAmong } from '../data/campaigns/opt-out-row.ts'
import { getSendQueue } from '../data/campaigns/send-queue-row.ts'
import { setConnectionState } from '../data/channels/whatsapp.ts'
import { findContactByNumber } from '../data/contacts/contact.ts'
import { mergeByUser } from '../data/contacts/merge-by-user.ts'
import { finishMergeByUser } from '../data/contacts/move-conversations.ts'
import { conversationStateOf } from '../data/tickets/live-ticket.ts'
import { listMessages } from '../data/tickets/message.ts'
import { findLiveTicket, getTicket } from '../data/tickets/ticket.ts'
import { listLogs } from '../data/tickets/ticket-log.ts'
import { toWireMessage } from '../data/tickets/wire.ts'

const rowOf = ({ companyId, id }: CampaignRow, number: string): Promise<RecipientRow | undefined> =>
  getRecipient(companyId, id, recipientKey({ number, lid: null }), true)
const statusOf = async ({ companyId, id }: CampaignRow) => (await getCampaign(companyId, id, true))?.status
const countsOf = async ({ companyId, id }: CampaignRow) =>
  Object.fromEntries(Object.entries((await progressOf(companyId, id, true)).counts).filter(([, count]) => count > 0))
const numberOf = (command: SendCommand) => command.to.number ?? ''

/** A campaign under way, with everybody in it planned. */
async function running(sender: CampaignFixture, numbers: string[], changes = {}, isKnown = (_: string) => true) {
  const campaign = await makeCampaign(sender, await makeList(sender, numbers, isKnown), changes)
  await start(campaign)
  await workJobs(sender.companyId)
  return campaign
}

const answers = (sender: CampaignFixture, number: string, body: string) =>
  deliverEvents(inbound({ ...sender, adminId: '', queues: [], number }, { body }))

const ticketOf = async ({ companyId, connectionId }: CampaignFixture, number: string) => {
  const contact = await findContactByNumber(companyId, number)
  return contact && findLiveTicket(companyId, connectionId, contact.id)
}
const talkIn = async ({ companyId }: CampaignFixture, ticketId: string) =>
  (await listMessages(companyId, ticketId, { limit: 50 })).reverse().map(({ origin, body }) => `${origin}: ${body}`)

describe('a campaign', () => {
  it('goes to everybody in its list once, and is done when all of it was acknowledged', async () => {
    const sender = await makeSender()
    const numbers = someNumbers(5)
    const campaign = await makeCampaign(sender, await makeList(sender, numbers, number => number !== numbers[4]))
    await start(campaign)
    await start(campaign)
    expect(await statusOf(campaign)).toBe('EM_ANDAMENTO')
    await workJobs(sender.companyId)
    expect(await countsOf(campaign)).toEqual({ waiting: 4, invalid: 1 })
    await tick(sender)
    const sent = await sentOf(sender)
    expect(sent.map(numberOf).sort()).toEqual(numbers.slice(0, 4).sort())
    expect(sent.map(({ content }) => content)).toEqual(sent.map(() => ({ kind: 'text', body: 'Olá, Pessoa!' })))
    expect(await countsOf(campaign)).toEqual({ sent: 4, invalid: 1 })
    for (const command of sent) await ack(sender, command, 2)
    await ack(sender, sent[0]!, 4)
    await ack(sender, sent[0]!, 2)
    expect(await progressOf(sender.companyId, campaign.id, true)).toMatchObject({ inFlight: 0, arrived: 4 })
    expect(await countsOf(campaign)).toEqual({ delivered: 3, read: 1, invalid: 1 })
    expect((await tick(sender)).campaigns).toEqual([])
    expect(await statusOf(campaign)).toBe('FINALIZADA')
    expect(await sentOf(sender)).toEqual([])
  })

  it('alternates with another one of its connection, and each contact gets the variant that is its own', async () => {
    const sender = await makeSender()
    const [first, second] = [someNumbers(4), someNumbers(4)]
    const changes = { message1: 'A', message3: 'C' }
    const [a, b] = [await running(sender, first, changes), await running(sender, second, { message1: 'B' })]
    await tick(sender)
    const sent = await sentOf(sender)
    const order = sent.map(command => (first.includes(numberOf(command)) ? a.id : b.id))
    for (let i = 1; i < order.length; i++) expect(order[i]).not.toBe(order[i - 1])
    const bodies = sent.flatMap(({ content }) => (content.kind === 'text' ? content.body : []))
    expect(bodies.sort()).toEqual(['A', 'A', 'B', 'B', 'B', 'B', 'C', 'C'])
  })

  it('stops when it is canceled, and goes on where it stopped', async () => {
    const sender = await makeSender({ messageInterval: 20 })
    const campaign = await running(sender, someNumbers(3))
    const move = (what: 'cancel' | 'restart') =>
      call(campaigns[what], { as: sender.company.admin, params: { id: campaign.id } })
    await tick(sender)
    expect(await sentOf(sender)).toHaveLength(1)
    expect(await move('restart')).toMatchObject({ status: 422 })
    expect(await move('cancel')).toMatchObject({ status: 200 })
    expect(await move('cancel')).toMatchObject({ status: 422 })
    expect(await getSendQueue(sender.companyId, sender.connectionId)).toMatchObject({ campaigns: [] })
    await tick(sender)
    expect(await sentOf(sender)).toEqual([])
    expect(await move('restart')).toMatchObject({ status: 200 })
    // The pace is that of the connection: a restart does not shorten it.
    const sendQueue = await getSendQueue(sender.companyId, sender.connectionId)
    expect(sendQueue.dueAt).toBe(sendQueue.readyAt)
    expect(await countsOf(campaign)).toEqual({ sent: 1, waiting: 2 })
  })

  it('gives a contact their place again when the connection was down, and sends under the same id', async () => {
    const sender = await makeSender()
    const campaign = await running(sender, someNumbers(1))
    await tick(sender)
    const [sent] = await sentOf(sender)
    await ack(sender, sent!, 0, 'ERR_WAPP_NOT_INITIALIZED')
    expect(await countsOf(campaign)).toEqual({ waiting: 1 })
    await setConnectionState(
      sender.companyId,
      sender.connectionId,
      { status: 'DISCONNECTED', qrcode: '', retries: 0 },
      1,
    )
    expect(await tick(sender)).toMatchObject({ wait: 'connection' })
    await deliverEvents({
      type: 'connection',
      ...{ companyId: sender.companyId, connectionId: sender.connectionId },
      ...{ status: 'CONNECTED', qrcode: '', retries: 0, fence: 2, at: Date.now() },
    })
    expect(await getSendQueue(sender.companyId, sender.connectionId)).toMatchObject({ wait: null })
    await tick(sender)
    const again = await sentOf(sender)
    expect(again.map(({ whatsappMessageId, again: a }) => [whatsappMessageId, a])).toEqual([
      [sent!.whatsappMessageId, true],
    ])
  })

  it('pauses its connection when too many fail, until it is started again', async () => {
    const sender = await makeSender()
    const campaign = await running(sender, someNumbers(8))
    await tick(sender)
    for (const command of (await sentOf(sender)).slice(0, 6)) await ack(sender, command, 0, 'ERR_SENDING_WAPP_MSG')
    expect(await countsOf(campaign)).toEqual({ failed: 6, sent: 2 })
    expect(await tick(sender)).toMatchObject({ wait: 'failures' })
    expect(await call(campaigns.restart, { as: sender.company.admin, params: { id: campaign.id } })).toMatchObject({
      status: 200,
    })
    expect(await tick(sender)).toMatchObject({ wait: null })
  })
})

describe('an answer', () => {
  it('opens a ticket in which the message of the campaign stands before it, and whose log names the campaign', async () => {
    const sender = await makeSender()
    const [number] = someNumbers(1) as [string]
    const campaign = await running(sender, [number])
    await tick(sender)
    const [sent] = await sentOf(sender)
    await ack(sender, sent!, 3)
    await answers(sender, number, 'quanto custa?')
    const ticket = (await ticketOf(sender, number))!
    expect(await talkIn(sender, ticket.id)).toEqual(['campaign: Olá, Pessoa!', 'contact: quanto custa?'])
    expect(ticket).toMatchObject({ status: 'pending', unreadMessages: 1 })
    const logs = await listLogs(sender.companyId, ticket.id)
    expect(logs.find(({ type }) => type === 'campaign')?.campaign).toEqual({ id: campaign.id, name: 'Volta às aulas' })
    expect(await rowOf(campaign, number)).toMatchObject({ state: 'answered', ticketId: ticket.id })
    // A later one is no answer any more, and what is read later reaches the message in the ticket
    // too.
    await answers(sender, number, 'alô?')
    expect((await listLogs(sender.companyId, ticket.id)).filter(({ type }) => type === 'campaign')).toHaveLength(1)
    await ack(sender, sent!, 4)
    const [, , message] = await listMessages(sender.companyId, ticket.id, { limit: 5 })
    expect(message).toMatchObject({ origin: 'campaign', ack: 4 })
    expect(await rowOf(campaign, number)).toMatchObject({ state: 'answered' })
  })

  it('that quotes the message of the campaign leads to it in the ticket', async () => {
    const sender = await makeSender()
    const [number] = someNumbers(1) as [string]
    await running(sender, [number])
    await tick(sender)
    const [sent] = await sentOf(sender)
    const about = { body: 'quanto custa?', quotedWhatsappId: sent!.whatsappMessageId }
    await deliverEvents(inbound({ ...sender, adminId: '', queues: [], number }, about))
    const ticket = (await ticketOf(sender, number))!
    const [answer, message] = await listMessages(sender.companyId, ticket.id, { limit: 2 })
    expect(answer!.quoted).toMatchObject({ id: message!.id, body: 'Olá, Pessoa!', fromMe: true })
  })

  it('to a confirmation releases the message, before those who wait', async () => {
    const sender = await makeSender()
    const [one, two] = someNumbers(2) as [string, string]
    const campaign = await running(sender, [one, two], { confirmation: true, confirmationMessage1: 'Podemos?' })
    await tick(sender)
    const asked = await sentOf(sender)
    expect(asked).toHaveLength(2)
    for (const command of asked) await ack(sender, command, 2)
    expect(await countsOf(campaign)).toEqual({ confirmationAsked: 2 })
    await answers(sender, one, 'sim')
    expect(await rowOf(campaign, one)).toMatchObject({ state: 'confirmed' })
    await tick(sender)
    const sent = await sentOf(sender)
    expect(sent.map(({ content, to }) => [to.number, content])).toEqual([[one, { kind: 'text', body: 'Olá, Pessoa!' }]])
    const ticket = (await ticketOf(sender, one))!
    expect(await talkIn(sender, ticket.id)).toEqual(['campaign: Podemos?', 'contact: sim', 'campaign: Olá, Pessoa!'])
    await ack(sender, sent[0]!, 2)
    await tick(sender)
    // The other one has a day.
    expect(await statusOf(campaign)).toBe('EM_ANDAMENTO')
  })

  it('that opts out is kept and thanked once, leaves nobody work, and ends all campaigns for them', async () => {
    const sender = await makeSender()
    const [number] = someNumbers(1) as [string]
    const campaign = await running(sender, [number])
    await tick(sender)
    await sentOf(sender)
    const leaving = inbound({ ...sender, adminId: '', queues: [], number }, { body: ' SAIR ' })
    await deliverEvents(leaving)
    await deliverEvents(leaving)
    expect((await optedOutAmong(sender.companyId, [recipientKey({ number, lid: null })])).size).toBe(1)
    expect(await rowOf(campaign, number)).toMatchObject({ state: 'answered' })
    const contact = (await findContactByNumber(sender.companyId, number))!
    const { liveTicketId, lastClosed } = await conversationStateOf(sender.companyId, sender.connectionId, contact.id)
    expect(liveTicketId).toBeNull()
    expect(await getTicket(sender.companyId, lastClosed!.ticketId)).toMatchObject({ status: 'closed' })
    const thanks = await sentOf(sender)
    expect(thanks).toHaveLength(1)
    const next = await running(sender, [number, ...someNumbers(1)])
    await tick(sender)
    expect(await sentOf(sender)).toHaveLength(1)
    expect(await countsOf(next)).toEqual({ optedOut: 1, sent: 1 })
  })

  it('that opts out does so for every number of a merged contact', async () => {
    const sender = await makeSender()
    const [number, second] = someNumbers(2) as [string, string]
    await running(sender, [number])
    await tick(sender)
    await answers(sender, number, 'sair')
    const { companyId } = sender
    const contact = (await findContactByNumber(companyId, number))!
    const other = await makeContact(companyId, { name: 'Pessoa', number: second })
    await mergeByUser(companyId, other.id, contact.id, { id: newId(), name: 'Ana' })
    await finishMergeByUser(companyId, other.id)
    await sentOf(sender)
    const next = await running(sender, [second])
    await tick(sender)
    expect(await sentOf(sender)).toEqual([])
    expect(await countsOf(next)).toMatchObject({ optedOut: 1 })
  })

  it('of somebody no campaign wrote to is a conversation like others, whatever the word', async () => {
    const sender = await makeSender()
    const [number] = someNumbers(1) as [string]
    await answers(sender, number, 'sair')
    expect(await ticketOf(sender, number)).toMatchObject({ status: 'pending', unreadMessages: 1 })
    expect((await optedOutAmong(sender.companyId, [recipientKey({ number, lid: null })])).size).toBe(0)
  })
})

describe('who has a live ticket', () => {
  it('has what the campaign says in it at once; nobody is alerted, and it stands where it stood', async () => {
    const sender = await makeSender()
    const [number] = someNumbers(1) as [string]
    await answers(sender, number, 'oi')
    const before = (await ticketOf(sender, number))!
    const campaign = await running(sender, [number])
    await tick(sender)
    const [sent] = await sentOf(sender)
    const ticket = (await ticketOf(sender, number))!
    // The row in the lists is as it was: the customer's words, their
    // place and since when they wait.
    expect({ ...ticket, version: before.version }).toEqual(before)
    await ack(sender, sent!, 3)
    const [message] = await listMessages(sender.companyId, ticket.id, { limit: 1 })
    expect(message).toMatchObject({ origin: 'campaign', ack: 3, whatsappMessageId: sent!.whatsappMessageId })
    expect(await toWireMessage(message!, ticket)).toMatchObject({ campaign: { id: campaign.id, name: campaign.name } })
    expect(await rowOf(campaign, number)).toMatchObject({ state: 'delivered', ticketId: ticket.id })
  })
})
