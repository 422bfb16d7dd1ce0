import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHATWOOT, CREATED, message, table } from '../../test/imports/chatwoot-fixture.ts'
import { type Opened, openDump } from '../../test/imports/open-dump.ts'
import { type FixtureValue, writePgDump } from '../../test/imports/write-dump.ts'
import { mediaFolder } from './media-folder.ts'

let folder: string
let opened: Opened
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-storage-'))
  mkdirSync(join(folder, 'ab/cd'), { recursive: true })
  writeFileSync(join(folder, 'ab/cd/abcd1234'), 'x')
  opened = await openDump(writePgDump(CHATWOOT), { from: 'chatwoot', findFile: mediaFolder(folder) })
})
afterAll(() => rmSync(folder, { recursive: true }))

const message1 = (id: string) => opened.of('message').find(({ source }) => source.id === id)
/** Returns a table of the fixture with more rows. */
const withMore = (name: string, ...rows: FixtureValue[][]) => {
  const { columns, rows: own } = CHATWOOT[name]!
  return { columns, rows: [...own, ...rows] }
}
const noticesOf = (kind: string) =>
  opened.notices.filter(notice => notice.kind === kind).map(({ id, effect, reason }) => `${id} ${effect} ${reason}`)

describe('a dump of Chatwoot', () => {
  it('has teams as queues, agents, labels, and inboxes of WhatsApp', () => {
    expect(opened.name).toBe('Chatwoot')
    expect(opened.left).toEqual([])
    expect(opened.of('queue').map(({ name }) => name)).toEqual(['vendas'])
    expect(opened.of('user').map(({ email, profile, queueIds }) => [email, profile, queueIds])).toEqual([
      ['helena@exemplo.com.br', 'admin', []],
      ['livia@exemplo.com.br', 'user', ['1']],
    ])
    expect(opened.of('connection').map(({ name, number, greetingMessage }) => [name, number, greetingMessage])).toEqual(
      [
        ['Linha', '5511970000000', 'Olá'],
        ['Ponte', null, ''],
      ],
    )
    expect(noticesOf('connection')).toEqual(['2 refused otherChannel'])
  })

  it('has contacts with their attributes, doubles merged', () => {
    expect(opened.of('contact')).toMatchObject([
      {
        name: 'Ana',
        number: '5511980007919',
        alsoIds: ['2'],
        document: '52998224725',
        extraInfo: [
          { name: 'CPF', value: '529.982.247-25' },
          { name: 'plano', value: '3' },
        ],
      },
      { name: 'Turma', isGroup: true, number: '120363100000000029' },
    ])
    expect(noticesOf('contact')).toEqual(['2 joined doubled', '3 refused otherChannel'])
  })

  it('has conversations as tickets, with times, rating and labels', () => {
    expect(opened.of('ticket')[0]).toMatchObject({
      status: 'closed',
      priority: 'urgent',
      tagIds: ['1'],
      queueId: '1',
      userId: '2',
      waitTime: 600,
      supportTime: 3000,
      rating: 3,
    })
    expect(opened.of('ticketField').map(({ name, type, choices }) => [name, type, choices])).toEqual([
      ['Plano', 'choice', ['Ouro', 'Prata']],
      ['Renova em', 'date', []],
      ['Valor', 'number', []],
      ['Urgente', 'boolean', []],
      ['outro_plano plano', 'text', []],
      ['Site', 'link', []],
    ])
    expect(opened.of('ticket')[0]?.fields).toEqual([
      { fieldId: '2', value: 'Bronze' },
      { fieldId: '3', value: '2026-12-31' },
      { fieldId: '4', value: 12.5 },
      { fieldId: '5', value: true },
    ])
    expect(opened.of('ticket')[1]).toMatchObject({
      fields: [],
      status: 'pending',
      isGroup: true,
      connectionId: '3',
      unreadMessages: 1,
    })
    expect(noticesOf('ticket')).toEqual(['1 changed inNote', '3 refused otherChannel'])
  })

  it('has messages with quotes, authors, several files, places, and notes', () => {
    expect(message1('2')).toMatchObject({
      userId: '2',
      ack: 4,
      quoted: { messageId: '1', whatsappId: 'wamid.A', body: 'Quanto custa?' },
    })
    expect(message1('4')).toMatchObject({
      body: 'Veja',
      file: { path: 'ab/cd/abcd1234', fileName: 'foto.jpg', kind: 'image' },
    })
    expect(message1('4-2')).toMatchObject({
      isFurther: true,
      whatsappId: 'wamid.B-2',
      body: '',
      file: { path: null, fileName: 'nota.pdf' },
    })
    expect(message1('5')).toMatchObject({ mediaType: 'locationMessage', location: { latitude: -23.5, name: 'Praça' } })
    expect(message1('7')?.origin).toBe('bot')
    expect(message1('8')).toMatchObject({ failed: true, isDeleted: true, userId: null })
    expect(message1('10')?.sender).toEqual({ number: '5511980007919', name: 'Ana' })
    expect(opened.of('note').map(({ source, note, contactId }) => [source.id, note, contactId])).toEqual([
      ['message-6', 'Só para nós', '1'],
      [
        'attributes-1',
        `Campos da conversa no Chatwoot\noutro_plano plano: ${'x'.repeat(501)}\nSite: exemplo.com\npedido: {"numero":7}`,
        '1',
      ],
      ['rating-1', 'Comentário da avaliação (4 de 5): Foi rápido', '1'],
      ['review-1', 'Análise da avaliação (4 de 5): Elogiar a Lívia', '1'],
      ['1', 'Paga em dia', '1'],
    ])
    expect(noticesOf('message')).toEqual([
      '3 refused systemMessage',
      '4 changed mediaMissing',
      '8 changed userMissing',
      '9 refused ticketMissing',
    ])
  })

  it('has blocks, snoozes and what nobody has seen, and lists files of notes and broken rows of any table', async () => {
    const { conversations, contacts, messages, attachments } = CHATWOOT
    const dump = writePgDump({
      ...CHATWOOT,
      contacts: { columns: [...contacts!.columns, 'blocked'], rows: contacts!.rows.map((row, i) => [...row, i === 0]) },
      conversations: {
        columns: [...conversations!.columns, 'snoozed_until', 'agent_last_seen_at'],
        rows: [
          [...conversations!.rows[0]!.with(4, 3), '2026-07-01 12:00:00', '2026-03-01 12:03:00'],
          [...conversations!.rows[1]!, null, '2026-03-01 12:30:00'],
        ],
      },
      messages: messages!,
      attachments: { ...attachments!, rows: [...attachments!.rows, [4, 1, 6, 3, 0, 0, null, CREATED, CREATED]] },
    }).replace(/(COPY public."taggings".*\n)/, '$1cut\n')
    const { of, notices } = await openDump(dump, { now: Date.parse('2026-03-03T00:00:00Z') })
    expect(of('contact').map(({ isBlocked }) => isBlocked)).toEqual([true, false])
    expect(
      of('ticket').map(({ status, snoozedUntil, unreadMessages }) => [status, snoozedUntil, unreadMessages]),
    ).toEqual([
      ['open', Date.parse('2026-07-01T12:00:00Z'), 1],
      ['pending', null, 0],
    ])
    expect(
      notices.filter(({ kind }) => kind === 'note' || kind === 'tag').map(({ id, reason }) => `${id} ${reason}`),
    ).toEqual([' brokenRow', '6 mediaMissing', '2 ticketMissing'])
  })

  it('says which snoozes have no end that fits here', async () => {
    const now = Date.parse('2026-03-03T00:00:00Z')
    const { conversations } = CHATWOOT
    const ends = [null, '2028-01-01 00:00:00', '2026-03-05 12:00:00']
    const dump = writePgDump({
      ...CHATWOOT,
      conversations: {
        columns: [...conversations!.columns, 'snoozed_until'],
        rows: ends.map((end, i) => [
          i + 1,
          ...conversations!.rows[0]!.slice(1)
            .with(1, i + 1)
            .with(3, 3),
          end,
        ]),
      },
      inboxes: table(
        ['id', 'account_id', 'name', 'channel_id', 'channel_type'],
        ...ends.map((_, i): FixtureValue[] => [i + 1, 1, `Linha ${i}`, 7, 'Channel::Whatsapp']),
      ),
    })
    const { of, notices } = await openDump(dump, { now })
    expect(of('ticket').map(({ status, snoozedUntil }) => [status, snoozedUntil])).toEqual([
      ['open', null],
      ['open', null],
      ['open', Date.parse('2026-03-05T12:00:00Z')],
    ])
    expect(notices.filter(({ reason }) => reason === 'badValue')).toMatchObject([
      { kind: 'ticket', id: '1', detail: 'snoozed_until the next reply' },
      { kind: 'ticket', id: '2', detail: 'snoozed_until 2028-01-01 00:00:00' },
    ])
  })

  it('has macros with the actions that exist here, and lists the others', () => {
    expect(opened.of('macro').map(({ name, shared, userId, actions }) => [name, shared, userId, actions])).toEqual([
      [
        'Encerrar',
        true,
        '1',
        [
          { type: 'reply', text: 'Obrigado, *{{firstName}}*!' },
          { type: 'note', text: 'Ver com @Helena' },
          { type: 'tag', tagId: '1' },
          { type: 'queue', queueId: '1' },
          { type: 'assign', userId: null },
          { type: 'priority', priority: 'none' },
          { type: 'resolve' },
        ],
      ],
      ['Minha', false, '2', [{ type: 'untag', tagId: '1' }]],
      ['Avisar', false, null, [{ type: 'assign', userId: '2' }]],
    ])
    const told = opened.notices.filter(({ kind }) => kind === 'macro')
    expect(told.map(notice => [notice.id, notice.reason, 'detail' in notice && notice.detail])).toEqual([
      ['1', 'actionLeft', 'send_attachment 12'],
      ['1', 'actionLeft', 'add_label vip gone'],
      ['1', 'actionLeft', 'snooze_conversation'],
      ['3', 'userMissing', '99'],
      ['4', 'noAction', 'send_webhook_event https://x.com'],
    ])
  })

  it('has what newer versions and bridges keep of messages', async () => {
    const more = (id: number, given: Record<string, FixtureValue>) => [
      ...message(id, given),
      `2026-03-01 12:3${id % 10}:00`,
      CREATED,
    ]
    const attributes = (given: object) => ({ content_attributes: JSON.stringify(JSON.stringify(given)) })
    const { messages, attachments } = CHATWOOT
    const dump = writePgDump({
      ...CHATWOOT,
      attachments: {
        columns: [...attachments!.columns, 'meta'],
        rows: [
          [1, 1, 30, 8, 0, 0, '+55 11 98000-7919', CREATED, CREATED, '{"firstName":"Zé","lastName":"Lima"}'],
          [2, 1, 31, 1, 0, 0, null, CREATED, CREATED, '{"transcribed_text":"Chego às nove"}'],
        ],
      },
      messages: {
        ...messages!,
        rows: [
          ...messages!.rows,
          more(30, {}),
          more(31, {}),
          more(32, { message_type: 1, content: 'Automático', ...attributes({ automation_rule_id: 3 }) }),
          more(33, { content: 'Depois', ...attributes({ is_edited: true, previous_content: 'Antes' }) }),
          more(34, { content: null, ...attributes({ is_unsupported: true }) }),
          more(35, {
            message_type: 1,
            content: 'Qual?',
            sender_type: 'AgentBot',
            ...attributes({
              items: [
                { title: 'Pix', value: 'pix' },
                { title: 'Cartão', description: 'até 3x' },
              ],
            }),
          }),
          more(36, { content: '👍', ...attributes({ is_reaction: true, in_reply_to: 33 }) }),
          more(37, { content: '❤️', ...attributes({ is_reaction: true, in_reply_to: 33 }) }),
          more(38, { content: '👍', ...attributes({ is_reaction: true, in_reply_to: 999 }) }),
          more(39, {
            message_type: 1,
            content: '😂',
            sender_type: 'User',
            sender_id: 2,
            ...attributes({ is_reaction: true, in_reply_to_external_id: 'wamid.A' }),
          }),
          more(40, { content: 'Sobre a nota', ...attributes({ in_reply_to: 6 }) }),
        ],
      },
    })
    const { of, notices } = await openDump(dump)
    const one = (id: string) => of('message').find(({ source }) => source.id === id)
    expect(one('30')?.vcards[0]).toContain('FN:Zé Lima\nTEL:+5511980007919')
    expect(one('31')).toMatchObject({ mediaType: 'audio', transcript: 'Chego às nove' })
    expect(one('32')).toMatchObject({ origin: 'bot', userId: null })
    expect(one('33')).toMatchObject({ isEdited: true, earlierTexts: [{ body: 'Antes' }], contains: { reaction: 1 } })
    expect(one('33')?.reactions.map(({ emoji, fromMe }) => [emoji, fromMe])).toEqual([['❤️', false]])
    expect(one('34')).toMatchObject({ mediaType: 'unsupported', body: '' })
    expect(one('35')?.body).toBe('Qual?\n• Pix\n• Cartão – até 3x')
    expect(one('1')?.reactions).toMatchObject([{ emoji: '😂', fromMe: true, userId: '2' }])
    // A note is quoted to nobody.
    expect(one('40')?.quoted).toBeNull()
    expect(notices.filter(({ kind }) => kind === 'reaction').map(({ id, reason }) => [id, reason])).toEqual([
      ['36', 'replaced'],
      ['38', 'messageMissing'],
    ])
  })

  it('knows people of a bridge by their LID, in their chats and in groups', async () => {
    const { messages } = CHATWOOT
    const lids = [50, 51].map(id => `1234567890123${id}`)
    const group = (id: number, given: Record<string, FixtureValue>) => [
      ...message(id, { conversation_id: 2, sender_type: 'Contact', ...given }),
      `2026-03-02 12:${id}:00`,
      CREATED,
    ]
    const reaction = { content_attributes: JSON.stringify({ is_reaction: true, in_reply_to: 20 }) }
    const dump = writePgDump({
      ...CHATWOOT,
      contacts: withMore(
        'contacts',
        ...lids.map((lid, i): FixtureValue[] => [
          ...[50 + i, 1, `P${i}`, null, i === 0 ? null : `+${lid}`, `${lid}@lid`, '{}', CREATED, CREATED],
        ]),
      ),
      // Their bridge gives the digits of the LID as the id in the inbox.
      contact_inboxes: withMore(
        'contact_inboxes',
        ...lids.map((lid, i): FixtureValue[] => [50 + i, 50 + i, 1, lid, CREATED, CREATED]),
      ),
      messages: {
        ...messages!,
        rows: [
          group(20, { content: 'Oi', sender_id: 50 }),
          group(21, { content: '👍', sender_id: 50, ...reaction }),
          group(22, { content: '🎉', sender_id: 51, ...reaction }),
          group(23, { content: '❤️', sender_id: 50, ...reaction }),
        ],
      },
    })
    const { of, notices } = await openDump(dump)
    expect(
      of('contact')
        .filter(({ lid }) => lid)
        .map(({ number, lid }) => [number, lid]),
    ).toEqual(lids.map(lid => ['', lid]))
    const [said] = of('message')
    expect(said?.sender).toEqual({ lid: lids[0], name: 'P0' })
    expect(said?.reactions.map(({ emoji, lid }) => [emoji, lid])).toEqual([
      ['🎉', lids[1]],
      ['❤️', lids[0]],
    ])
    expect(said?.contains?.reaction).toBe(2)
    expect(notices.filter(({ kind }) => kind === 'reaction')).toMatchObject([
      { id: '21', effect: 'joined', reason: 'replaced', intoId: '20' },
    ])
  })

  it('says whose authors are gone, and which quoted messages', async () => {
    const { messages, notes } = CHATWOOT
    const own = (id: number, given: Record<string, FixtureValue>) => [
      ...message(id, { message_type: 1, sender_type: 'User', sender_id: 99, content: 'Olá', ...given }),
      CREATED,
      CREATED,
    ]
    const attributes = (given: object) => ({ content_attributes: JSON.stringify(JSON.stringify(given)) })
    const dump = writePgDump({
      ...CHATWOOT,
      messages: {
        ...messages!,
        rows: [
          own(60, {}),
          own(61, { private: true }),
          own(62, { sender_id: 2, ...attributes({ in_reply_to: null, in_reply_to_external_id: 'wamid.GONE' }) }),
          own(63, {
            message_type: 0,
            sender_type: 'Contact',
            sender_id: 1,
            ...attributes({ deleted_by_contact: true }),
          }),
          own(64, { sender_type: null, sender_id: null }),
        ],
      },
      notes: { ...notes!, rows: notes!.rows.map(row => row.with(notes!.columns.indexOf('user_id'), 99)) },
    })
    const { of, notices } = await openDump(dump)
    expect(notices.filter(({ kind }) => kind === 'message' || kind === 'note')).toMatchObject([
      { kind: 'message', id: '60', reason: 'userMissing', detail: '99' },
      { kind: 'note', id: '61', reason: 'userMissing', detail: '99' },
      { kind: 'message', id: '62', reason: 'quotedMissing' },
      { kind: 'note', id: '1', reason: 'userMissing', detail: '99' },
      { kind: 'note', id: '2', reason: 'ticketMissing' },
    ])
    expect(of('message').map(({ source, isDeleted }) => [source.id, isDeleted])).toEqual([
      ['60', false],
      ['62', false],
      ['63', true],
      ['64', false],
    ])
  })

  it('finds files of a bucket, which lie there by their keys alone', async () => {
    const bucket = mkdtempSync(join(tmpdir(), 'balcao-bucket-'))
    writeFileSync(join(bucket, 'wxyz1234'), 'x')
    const { of } = await openDump(writePgDump(CHATWOOT), { findFile: mediaFolder(bucket) })
    rmSync(bucket, { recursive: true })
    expect(of('message').flatMap(({ file }) => (file ? [file.path] : []))).toEqual([null, 'wxyz1234'])
  })

  it('takes ids of WhatsApp for numbers with their country code', async () => {
    const ids = ['56912345678', '5511980001234']
    const dump = writePgDump({
      ...CHATWOOT,
      contacts: withMore(
        'contacts',
        ...ids.map((id, i): FixtureValue[] => [
          ...[60 + i, 1, `P${i}`, null, null, `${id}@s.whatsapp.net`, '{}', CREATED, CREATED],
        ]),
      ),
    })
    const { of } = await openDump(dump)
    expect(of('contact').flatMap(({ name, number }) => (/^P/.test(name) ? [number] : []))).toEqual(ids)
  })

  it('undoes what Evolution API writes into texts, and has each edit that it wrote', async () => {
    const { messages } = CHATWOOT
    const dump = writePgDump({
      ...CHATWOOT,
      messages: {
        ...messages!,
        rows: [
          ['**Ana:**\n\n~~dez~~ **oito** \\o/ [a](https://a.com)', 'WAID:A'],
          ['**nove**', 'WAID:A'],
          ['**sete**', 'WAID:A'],
          ['**seis**', 'B'],
        ].map(([content, source_id], i) => [
          ...message(80 + i, {
            conversation_id: 2,
            content: content!,
            source_id: source_id!,
            sender_type: 'Contact',
            sender_id: 4,
          }),
          CREATED,
          CREATED,
        ]),
      },
    })
    const { of } = await openDump(dump)
    expect(of('message').map(({ whatsappId, body, sender }) => [whatsappId, body, sender])).toEqual([
      // The sender is the group itself.
      ['A', '*Ana:*\n\n~dez~ *oito* \\o/ [a](https://a.com)', null],
      ['chatwoot-81', '*nove*', null],
      ['chatwoot-82', '*sete*', null],
      ['B', '**seis**', null],
    ])
  })

  it('has every card of a message, whose rows share its id', async () => {
    const { messages, attachments } = CHATWOOT
    const ids = [70, 71, 72]
    const dump = writePgDump({
      ...CHATWOOT,
      attachments: {
        ...attachments!,
        rows: ids.map((id): FixtureValue[] => [id, 1, id, 8, 0, 0, `+55 11 9800${id}`, CREATED, CREATED]),
      },
      messages: {
        ...messages!,
        rows: [
          ...ids.map(id => [...message(id, { content: `Cartão ${id}`, source_id: 'wamid.CARDS' }), CREATED, CREATED]),
          [
            ...message(73, { content: 'Este?', content_attributes: JSON.stringify({ in_reply_to: 71 }) }),
            CREATED,
            CREATED,
          ],
        ],
      },
    })
    const { of } = await openDump(dump)
    expect(of('message').map(({ whatsappId, quoted }) => [whatsappId, quoted?.whatsappId])).toEqual([
      ['wamid.CARDS', undefined],
      ['chatwoot-71', undefined],
      ['chatwoot-72', undefined],
      ['chatwoot-73', 'chatwoot-71'],
    ])
  })

  it('has the company and profile of contacts, and says which labels nobody knows', async () => {
    const { contacts, taggings, tags } = CHATWOOT
    const profile = { city: 'Recife', company_name: 'Outra', social_profiles: { instagram: 'ana' }, description: '' }
    const dump = writePgDump({
      ...CHATWOOT,
      companies: table(['id', 'account_id', 'name'], [5, 1, 'Padaria']),
      contacts: {
        columns: [...contacts!.columns, 'additional_attributes', 'company_id'],
        rows: contacts!.rows.map((row, i) => [...row, i === 0 ? JSON.stringify(profile) : null, i === 0 ? 5 : null]),
      },
      tags: { ...tags!, rows: [...tags!.rows, [6, 'sumida', 2]] },
      taggings: {
        ...taggings!,
        rows: [...taggings!.rows, [6, 'Conversation', 1, 'labels', CREATED], [6, 'Contact', 1, 'labels', CREATED]],
      },
    })
    const { of, notices, left } = await openDump(dump)
    expect(left).toEqual([])
    expect(of('contact')[0]?.extraInfo).toEqual([
      { name: 'CPF', value: '529.982.247-25' },
      { name: 'plano', value: '3' },
      { name: 'Empresa', value: 'Padaria' },
      { name: 'Cidade', value: 'Recife' },
      { name: 'Instagram', value: 'ana' },
    ])
    expect(of('ticket')[0]?.tagIds).toEqual(['1'])
    expect(notices.filter(({ reason }) => reason === 'tagMissing')).toMatchObject([
      { kind: 'contact', id: '1', detail: 'sumida' },
      { kind: 'ticket', id: '1', detail: 'sumida' },
    ])
  })

  it('has canned responses and campaigns that were sent once', () => {
    expect(opened.of('quickMessage')).toMatchObject([{ shortcode: 'oi', userId: null }])
    expect(opened.of('campaign')).toMatchObject([{ name: 'Feira', status: 'FINALIZADA' }])
  })

  it('takes no date that lies ahead', async () => {
    const now = Date.parse('2026-06-01T00:00:00Z')
    const { conversations, messages } = CHATWOOT
    const ahead = '2098-05-01 12:00:00'
    const withAhead = ({ columns, rows }: NonNullable<typeof conversations>, names: string[]) => ({
      columns,
      rows: rows.map(row => row.map((value, i) => (names.includes(columns[i]!) ? ahead : value))),
    })
    const all = ['created_at', 'updated_at', 'last_activity_at']
    const dump = writePgDump({
      ...CHATWOOT,
      conversations: withAhead(conversations!, all),
      messages: withAhead(messages!, ['created_at']),
    })
    const { of, notices } = await openDump(dump, { now })
    expect(of('ticket').length).toBe(opened.of('ticket').length)
    for (const { createdAt, updatedAt } of of('ticket')) expect([createdAt, updatedAt]).toEqual([now, now])
    expect(of('message').every(({ createdAt }) => createdAt === now)).toBe(true)
    const replaced = notices.filter(({ kind, reason }) => kind === 'ticket' && reason === 'dateReplaced')
    expect(replaced).toContainEqual(expect.objectContaining({ detail: 'last_activity_at' }))
  })
})
