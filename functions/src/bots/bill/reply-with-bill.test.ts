/**
 * The option that sends bills, from the contact's first word to the PDF: whoever dies or is late,
 * it is asked and said once.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { ERP_SYSTEMS, type ErpSystem } from '@balcao/shared/entities/erp.ts'
import type { SettingKey } from '@balcao/shared/entities/setting.ts'
import { BILL_TEXTS } from '@balcao/shared/rules/bill-texts.ts'
import { formatDocument } from '@balcao/shared/rules/sales/document.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { botReplyRow } from '../../../test/bot-reply-row.ts'
import { killAtCall } from '../../../test/kill-at-call.ts'
import { newCpf } from '../../../test/new-cpf.ts'
import { batchOf, commandsOf, type Fixture, inbound, makeFixture } from '../../../test/pipeline-fixture.ts'
import { useSimulators } from '../../../test/use-simulators.ts'
import { changeCompany } from '../../data/company/company.ts'
import { saveSetting } from '../../data/company/setting.ts'
import { findContactByNumber } from '../../data/contacts/contact.ts'
import { documentClient, tableName } from '../../data/table/client.ts'
import { createOption } from '../../data/team/queue-option.ts'
import { conversationStateOf } from '../../data/tickets/live-ticket.ts'
import { listMessages } from '../../data/tickets/message.ts'
import { changeTicket, getTicket } from '../../data/tickets/ticket.ts'
import { ticketNotes } from '../../data/tickets/ticket-note.ts'
import { readObject } from '../../integrations/storage.ts'
import { handler } from '../../workers/inbound/handler.ts'
import { runBotReply } from '../run-bot-reply.ts'

const { gate, sim: callSimulator } = await useSimulators()
beforeEach(async () => {
  for (const system of ERP_SYSTEMS) await sim('DELETE', `/${system}/faults`)
})

const sim = <T>(method: string, path: string, body?: unknown): Promise<T> => callSimulator(method, `erp${path}`, body)
type Made = { bill: { id: number; line: string; pix: string } }
const bill = (system: ErpSystem, given: object) =>
  sim<Made>('POST', `/${system}/bills`, { value: 99.9, dueDate: '2030-01-10', ...given })

/** A connection with one queue, whose first option sends bills; the systems are set up. */
async function open(systems: readonly ErpSystem[] = ['asaas']) {
  const fixture = await makeFixture({ queues: [{ name: 'Financeiro' }] })
  const { companyId, connectionId, queues, number } = fixture
  const known = await sim<{ systems: { name: ErpSystem; settings: Record<string, string> }[] }>('GET', '')
  for (const { name, settings } of known.systems)
    if (systems.includes(name))
      for (const [key, value] of Object.entries(settings)) await saveSetting(companyId, key as SettingKey, value)
  const fields = { queueId: queues[0]!.id, message: '', targetQueueId: null, media: null }
  await createOption(companyId, { ...fields, title: 'Segunda via', kind: 'bill' }, {})
  const ticket = async () => {
    const contact = await findContactByNumber(companyId, number)
    const { liveTicketId, lastClosed } = await conversationStateOf(companyId, connectionId, contact!.id)
    return (await getTicket(companyId, liveTicketId ?? lastClosed!.ticketId, true))!
  }
  return {
    ...fixture,
    ticket,
    async write(body: string) {
      expect((await handler(batchOf([inbound(fixture, { body })]))).batchItemFailures).toEqual([])
      return ticket()
    },
    /**
     * Returns the texts sent since the option was chosen, oldest first; a file by its name.
     */
    async replies() {
      const rows = await listMessages(companyId, (await ticket()).id, { limit: 100 })
      const own = rows.reverse().filter(({ fromMe }) => fromMe)
      return own.slice(2).map(({ body, media }) => media?.fileName ?? body)
    },
    async notes() {
      const { rows } = await ticketNotes(companyId, (await ticket()).id)(50, undefined)
      return rows.map(({ row }) => row.note)
    },
  }
}
type Opened = Awaited<ReturnType<typeof open>>

/** Has the contact choose the option and give a document, and claims the reply. */
async function askFor(it: Opened, document: string) {
  await it.write('oi')
  await it.write('1')
  const ticket = await it.write(document)
  await runBotReply({ companyId: it.companyId, ticketId: ticket.id })
  return it.ticket()
}
const sends = async (of: Fixture) =>
  (await commandsOf(of)).flatMap(command => (command.type === 'send' ? [command.whatsappMessageId] : []))

describe('a contact who asks for a bill', () => {
  it('is asked for a CPF, and again on a wrong one; gets the bill, each code alone, and its PDF; the ticket is closed', async () => {
    const it = await open()
    const document = newCpf()
    const { bill: made } = await bill('asaas', { document, value: 1234.5, dueDate: '2020-02-29' })
    await it.write('oi')
    await it.write('1')
    await it.write('12345678900')
    const ticket = await it.write(`é o ${formatDocument(document)}, obrigada`)
    expect(ticket).toMatchObject({ status: 'pending', useIntegration: true })
    const job = { companyId: it.companyId, ticketId: ticket.id }
    await Promise.all([runBotReply(job), runBotReply(job)])
    expect(await it.replies()).toEqual([
      `${BILL_TEXTS.wrong}\n\n*0* - Voltar`,
      BILL_TEXTS.wait,
      [
        '*Segunda via do boleto*',
        'Vencimento: 29/02/2020 (vencido)',
        'Valor: R$\u00a01.234,50',
        '',
        'Abaixo, a linha digitável e o código Pix, para copiar.',
      ].join('\n'),
      made.line,
      made.pix,
      'boleto-2020-02-29.pdf',
      BILL_TEXTS.end,
    ])
    const rows = await listMessages(it.companyId, ticket.id, { limit: 100 })
    const { media } = rows.find(row => row.media !== null)!
    const chunks: Uint8Array[] = []
    for await (const chunk of readObject(media!.key!)) chunks.push(chunk)
    expect(Buffer.concat(chunks).subarray(0, 5).toString()).toBe('%PDF-')
    expect(await it.ticket()).toMatchObject({ status: 'closed', useIntegration: false, billOptionId: null })
    expect(await it.notes()).toEqual([])
    // Who writes again begins anew.
    expect((await it.write('oi')).id).not.toBe(ticket.id)
  })

  it('of a company that is disabled is looked up nowhere; a document given once it is enabled is', async () => {
    const it = await open()
    const document = newCpf()
    await bill('asaas', { document })
    await it.write('oi')
    await it.write('1')
    const ticket = await it.write(document)
    await changeCompany(it.companyId, { status: false })
    await runBotReply({ companyId: it.companyId, ticketId: ticket.id })
    const before = await it.replies()
    expect(before.filter(text => text.startsWith('*Segunda via'))).toEqual([])
    await changeCompany(it.companyId, { status: true })
    const again = await it.write(document)
    expect(again.id).toBe(ticket.id)
    await runBotReply({ companyId: it.companyId, ticketId: ticket.id })
    expect((await it.replies()).filter(text => text.startsWith('*Segunda via'))).toHaveLength(1)
    expect(await it.ticket()).toMatchObject({ status: 'closed' })
  })

  it.each([
    ['nobody has it', {}, BILL_TEXTS.unknown, 'Segunda via: o CPF ou CNPJ não foi encontrado no sistema de cobrança.'],
    ['nothing is open', { state: 'paid' }, BILL_TEXTS.nothing, 'Segunda via: não há boletos em aberto.'],
    [
      'nothing of it can be had',
      { line: false, pix: false, pdf: false },
      BILL_TEXTS.bare,
      'Segunda via: há boleto em aberto, mas sem linha digitável, código Pix ou PDF.',
    ],
  ])('is handed to a person with a note where %s', async (_, given, text, note) => {
    const it = await open(['ixc'])
    const document = newCpf()
    if (Object.keys(given).length > 0) await bill('ixc', { document, ...given })
    expect(await askFor(it, document)).toMatchObject({ status: 'pending', useIntegration: false, chatbot: false })
    expect((await it.replies()).at(-1)).toBe(text)
    expect(await it.notes()).toEqual([note])
    // The bot is silent from here.
    await it.write('1')
    expect((await it.replies()).at(-1)).toBe(text)
  })

  it('is handed to a person where the system is down, and where none is set up', async () => {
    const [down, none] = [await open(['mkauth']), await open([])]
    await sim('POST', '/mkauth/faults', { kind: 'drop', count: 2 })
    await askFor(down, newCpf())
    expect([(await down.replies()).at(-1), await down.notes()]).toEqual([
      BILL_TEXTS.down,
      ['Segunda via: MK-AUTH. O sistema de cobrança não respondeu.'],
    ])
    await askFor(none, newCpf())
    expect([(await none.replies()).at(-1), await none.notes()]).toEqual([
      BILL_TEXTS.down,
      ['Segunda via: nenhum sistema de cobrança está configurado.'],
    ])
  })

  it('and writes on while it is looked up is answered once', async () => {
    const it = await open()
    const document = newCpf()
    await bill('asaas', { document })
    await it.write('oi')
    await it.write('1')
    await it.write(document)
    const { id } = await it.write('está aí?')
    const job = { companyId: it.companyId, ticketId: id }
    await runBotReply(job)
    await runBotReply(job)
    const replies = await it.replies()
    expect(replies.filter(text => text.startsWith('*Segunda via'))).toHaveLength(1)
    expect(await botReplyRow(it.companyId, id)).toMatchObject({ asked: 2, answered: 2, outcome: null })
  })

  it('and is taken by a person meanwhile receives nothing more of it', async () => {
    const it = await open()
    const document = newCpf()
    await bill('asaas', { document })
    await it.write('oi')
    await it.write('1')
    const { id } = await it.write(document)
    await changeTicket(it.companyId, id, () => ({ set: { status: 'open', user: { id: it.adminId, name: 'Ana' } } }))
    await runBotReply({ companyId: it.companyId, ticketId: id })
    expect((await it.replies()).at(-1)).toBe(BILL_TEXTS.wait)
  })
})

describe('a look-up', () => {
  it('that is killed after each of its writes is sent and closed once', async () => {
    const it = await open()
    const document = newCpf()
    await bill('asaas', { document })
    await it.write('oi')
    await it.write('1')
    const { id: ticketId } = await it.write(document)
    const job = { companyId: it.companyId, ticketId }
    // Behind what is kept, the first line, what leaves, the third line, and the closing.
    const deaths = [
      { nth: 2, operation: 'UpdateItem' },
      { nth: 1, operation: 'TransactWriteItems' },
      { nth: 1, operation: 'SendMessage' },
      { nth: 4, operation: 'TransactWriteItems' },
      { nth: 6, operation: 'TransactWriteItems' },
    ]
    for (const death of deaths) {
      expect(await killAtCall(gate, death, 'machines', job)).toBe(true)
      await documentClient().send(
        new UpdateCommand({
          TableName: tableName(),
          Key: { pk: `${it.companyId}#ticket#${ticketId}`, sk: 'machine' },
          UpdateExpression: 'SET claimedUntil = :zero',
          ExpressionAttributeValues: { ':zero': 0 },
        }),
      )
    }
    await runBotReply(job)
    const replies = await it.replies()
    expect(replies).toHaveLength(6)
    expect(new Set(replies).size).toBe(6)
    expect(new Set(await sends(it)).size).toBe(8)
    expect(await it.ticket()).toMatchObject({ status: 'closed', useIntegration: false })
    expect(await botReplyRow(it.companyId, ticketId)).toMatchObject({ asked: 1, answered: 1, outcome: null })
  }, 60_000)
})
