import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Opened, openDump } from '../../test/imports/open-dump.ts'
import { type FixtureTables, type FixtureValue, writePgDump } from '../../test/imports/write-dump.ts'
import { mediaFolder } from './media-folder.ts'

const CREATED = '2026-03-01 12:00:00.123456'
const table = (columns: string[], ...rows: FixtureValue[][]) => ({
  columns: [...columns, 'created_at', 'updated_at'],
  rows: rows.map(row => [...row, CREATED, CREATED]),
})
const MESSAGE = [
  'id',
  'account_id',
  'conversation_id',
  'content',
  'message_type',
  'private',
  'status',
  'source_id',
  'content_type',
  'content_attributes',
  'sender_type',
  'sender_id',
]
const message = (id: number, given: Record<string, FixtureValue>): FixtureValue[] =>
  MESSAGE.map(
    column =>
      ({
        id,
        account_id: 1,
        conversation_id: 1,
        message_type: 0,
        private: false,
        status: 0,
        content_type: 0,
        content_attributes: '{}',
        ...given,
      })[column] ?? null,
  )

const CHATWOOT: FixtureTables = {
  accounts: table(['id', 'name'], [1, 'Loja']),
  account_users: table(['account_id', 'user_id', 'role'], [1, 1, 1], [1, 2, 0]),
  active_storage_attachments: {
    columns: ['name', 'record_type', 'record_id', 'blob_id', 'created_at'],
    rows: [
      ['file', 'Attachment', 1, 9, CREATED],
      ['file', 'Attachment', 2, 10, CREATED],
      ['avatar', 'Contact', 1, 9, CREATED],
    ],
  },
  active_storage_blobs: {
    columns: ['id', 'key', 'filename', 'content_type', 'created_at'],
    rows: [
      [9, 'abcd1234', 'foto.jpg', 'image/jpeg', CREATED],
      [10, 'wxyz1234', 'nota.pdf', 'application/pdf', CREATED],
    ],
  },
  attachments: table(
    ['id', 'account_id', 'message_id', 'file_type', 'coordinates_lat', 'coordinates_long', 'fallback_title'],
    [1, 1, 4, 0, 0, 0, null],
    [2, 1, 4, 3, 0, 0, null],
    [3, 1, 5, 4, -23.5, -46.6, 'Praça'],
  ),
  campaigns: table(
    ['id', 'account_id', 'inbox_id', 'title', 'message', 'campaign_type', 'campaign_status'],
    [1, 1, 1, 'Feira', 'Oi', 1, 1],
    [2, 1, 2, 'Site', 'Olá', 0, 0],
  ),
  canned_responses: table(['id', 'account_id', 'short_code', 'content'], [1, 1, 'oi', 'Olá!']),
  channel_whatsapp: table(['id', 'phone_number'], [7, '+5511970000000']),
  contact_inboxes: table(['id', 'contact_id', 'inbox_id', 'source_id'], [1, 1, 1, '5511980007919']),
  contacts: table(
    ['id', 'account_id', 'name', 'email', 'phone_number', 'identifier', 'custom_attributes'],
    [1, 1, 'Ana', 'ana@exemplo.com.br', '+5511980007919', null, '{"cpf": "529.982.247-25", "plano": 3}'],
    [2, 1, 'Ana B', null, '+551180007919', null, '{}'],
    [3, 1, 'Visitante', 'v@exemplo.com.br', null, null, '{}'],
    [4, 1, 'Turma', null, null, '120363100000000029@g.us', '{}'],
  ),
  conversations: {
    columns: [
      'id',
      'account_id',
      'inbox_id',
      'contact_id',
      'status',
      'assignee_id',
      'team_id',
      'priority',
      'first_reply_created_at',
      'last_activity_at',
      'created_at',
      'updated_at',
    ],
    rows: [
      [1, 1, 1, 1, 1, 2, 1, 3, '2026-03-01 12:10:00', '2026-03-01 13:00:00', '2026-03-01 12:00:00', CREATED],
      [2, 1, 3, 4, 0, null, null, null, null, '2026-03-02 13:00:00', '2026-03-02 12:00:00', CREATED],
      [3, 1, 2, 3, 0, null, null, null, null, CREATED, CREATED, CREATED],
    ],
  },
  csat_survey_responses: table(['id', 'account_id', 'conversation_id', 'rating'], [1, 1, 1, 4]),
  custom_attribute_definitions: table(
    ['attribute_key', 'attribute_display_name', 'attribute_model', 'account_id'],
    ['cpf', 'CPF', 1, 1],
  ),
  inboxes: table(
    ['id', 'account_id', 'name', 'channel_id', 'channel_type', 'greeting_enabled', 'greeting_message'],
    [1, 1, 'Linha', 7, 'Channel::Whatsapp', true, 'Olá'],
    [2, 1, 'Site', 1, 'Channel::WebWidget', false, null],
    [3, 1, 'Ponte', 1, 'Channel::Api', false, null],
  ),
  labels: table(['id', 'account_id', 'title', 'color'], [1, 1, 'vip', '#1f93ff']),
  messages: {
    columns: [...MESSAGE, 'created_at', 'updated_at'],
    rows: [
      message(1, { content: 'Quanto custa?', source_id: 'wamid.A', sender_type: 'Contact', sender_id: 1 }),
      message(2, {
        content: 'Dez',
        message_type: 1,
        status: 2,
        sender_type: 'User',
        sender_id: 2,
        content_attributes: '"{\\"in_reply_to\\":1}"',
      }),
      message(3, { content: 'Ana resolveu a conversa', message_type: 2 }),
      message(4, { content: 'Veja', source_id: 'wamid.B' }),
      message(5, {}),
      message(6, { content: 'Só para nós', message_type: 1, private: true, sender_type: 'User', sender_id: 2 }),
      message(7, { content: 'Bot', message_type: 3 }),
      message(8, {
        content: 'falhou',
        message_type: 1,
        status: 3,
        sender_type: 'User',
        sender_id: 99,
        content_attributes: '{"deleted":true}',
      }),
      message(9, { content: 'oi', conversation_id: 3 }),
      message(10, { content: 'no grupo', conversation_id: 2, sender_type: 'Contact', sender_id: 1 }),
    ].map((row, i) => [...row, `2026-03-01 12:0${i}:00`, CREATED]),
  },
  notes: table(
    ['id', 'account_id', 'contact_id', 'user_id', 'content'],
    [1, 1, 2, 2, 'Paga em dia'],
    [2, 1, 3, 2, 'x'],
  ),
  schema_migrations: { columns: ['version'], rows: [['20250816044639']] },
  taggings: {
    columns: ['tag_id', 'taggable_type', 'taggable_id', 'context', 'created_at'],
    rows: [[5, 'Conversation', 1, 'labels', CREATED]],
  },
  tags: { columns: ['id', 'name', 'taggings_count'], rows: [[5, 'vip', 1]] },
  team_members: table(['team_id', 'user_id'], [1, 2]),
  teams: table(['id', 'account_id', 'name'], [1, 1, 'vendas']),
  users: table(['id', 'name', 'email'], [1, 'Helena', 'helena@exemplo.com.br'], [2, 'Lívia', 'livia@exemplo.com.br']),
}

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
    expect(opened.of('ticket')[1]).toMatchObject({
      status: 'pending',
      isGroup: true,
      connectionId: '3',
      unreadMessages: 1,
    })
    expect(noticesOf('ticket')).toEqual(['3 refused otherChannel'])
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
      ['1', 'Paga em dia', '1'],
    ])
    expect(noticesOf('message')).toEqual([
      '3 refused systemMessage',
      '4 changed mediaMissing',
      '9 refused ticketMissing',
    ])
  })

  it('has canned responses and campaigns that were sent once', () => {
    expect(opened.of('quickMessage')).toMatchObject([{ shortcode: 'oi', userId: null }])
    expect(opened.of('campaign')).toMatchObject([{ name: 'Feira', status: 'FINALIZADA' }])
  })
})
