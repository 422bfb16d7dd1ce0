/**
 * A small company of Ticketz with made-up people, in which every kind and every flaw stands once.
 */
import type { FixtureTables, FixtureValue } from './write-dump.ts'

const CREATED = '2026-03-01 12:00:00+00'

/** Returns a table whose rows name their columns; `createdAt` is added where it is missing. */
export function table(columns: string[], ...rows: FixtureValue[][]): FixtureTables[string] {
  return columns.includes('createdAt')
    ? { columns, rows }
    : { columns: [...columns, 'createdAt'], rows: rows.map(row => [...row, CREATED]) }
}

const MESSAGE = [
  'id',
  'body',
  'ack',
  'mediaType',
  'mediaUrl',
  'ticketId',
  'createdAt',
  'fromMe',
  'isDeleted',
  'isEdited',
  'contactId',
  'quotedMsgId',
  'companyId',
  'participant',
  'dataJson',
  'userId',
]
type Message = { id: string } & Record<string, FixtureValue>
const message = (given: Message): FixtureValue[] =>
  MESSAGE.map(
    column =>
      given[column] ??
      {
        ack: 3,
        ticketId: 1,
        companyId: 1,
        fromMe: false,
        isDeleted: false,
        isEdited: false,
        mediaType: 'conversation',
      }[column] ??
      null,
  )
const at = (minute: number) => `2026-03-02 09:${String(minute).padStart(2, '0')}:00.5-03`

export const TICKETZ: FixtureTables = {
  CampaignShipping: table(
    ['id', 'number', 'contactId', 'campaignId', 'confirmedAt', 'deliveredAt'],
    [1, '5511970000013', 1, 1, null, '2026-03-02 10:00:00+00'],
    [2, 'nobody', 1, 1, null, null],
    [3, '5511970000013', 1, 99, null, null],
  ),
  Campaigns: table(
    ['id', 'name', 'status', 'message1', 'message3', 'contactListId', 'whatsappId', 'companyId'],
    [1, 'Feira', 'FINALIZADA', 'Oi', 'Olá', 1, 1, 1],
    [2, 'Parada', 'EM_ANDAMENTO', 'Oi', '', 1, 1, 1],
  ),
  Chats: table(['id', 'title'], [1, 'Equipe']),
  Companies: table(['id', 'name'], [1, 'Loja'], [2, 'Outra']),
  ContactCustomFields: table(
    ['id', 'name', 'value', 'contactId'],
    [1, 'CPF', '529.982.247-25', 1],
    [2, 'Placa', 'ABC1D23', 2],
    [3, 'Telefone', '52998224725', 3],
    [4, 'Sobra', 'x', 77],
  ),
  ContactListItems: table(
    ['id', 'name', 'number', 'email', 'contactListId', 'isWhatsappValid', 'companyId'],
    [1, 'Ana', '(11) 97000-0013', '', 1, true, 1],
    [2, 'Bia', '12', '', 1, null, 1],
    [3, 'Caio', '5511970000014', '', 8, null, 1],
  ),
  ContactLists: table(['id', 'name', 'companyId'], [1, 'Bairro', 1]),
  Contacts: table(
    ['id', 'name', 'number', 'email', 'isGroup', 'channel', 'companyId', 'updatedAt', 'createdAt'],
    [
      1,
      'Ana\'); DROP TABLE "Contacts"; --',
      '5511980007919',
      'ANA@exemplo.com.br',
      false,
      'whatsapp',
      1,
      CREATED,
      '2026-01-01 00:00:00+00',
    ],
    [2, '551180007919', '551180007919', '', false, 'whatsapp', 1, CREATED, '2026-02-01 00:00:00+00'],
    [3, 'Bia', '90000000000231@lid', '', false, 'whatsapp', 1, CREATED, '2026-01-03 00:00:00+00'],
    [4, 'Turma', '120363100000000029@g.us', '', true, 'whatsapp', 1, CREATED, '2026-01-04 00:00:00+00'],
    [5, 'Ninguém', 'abc', '', false, 'whatsapp', 1, CREATED, '2026-01-05 00:00:00+00'],
    [6, 'Página', '112233445566', '', false, 'facebook', 1, CREATED, '2026-01-06 00:00:00+00'],
    [7, 'Bia Reis', '5511970001111', '', false, 'whatsapp', 1, CREATED, '0000-00-00 00:00:00'],
    [8, 'De outra', '5511970002222', '', false, 'whatsapp', 2, CREATED, CREATED],
  ),
  ContactTags: table(['contactId', 'tagId'], [1, 1]),
  Messages: {
    columns: MESSAGE,
    rows: [
      message({
        id: 'M02',
        createdAt: at(2),
        fromMe: true,
        body: '*Lívia Sampaio:*\nJá vejo',
        ack: 4,
        quotedMsgId: 'M01',
      }),
      message({ id: 'M01', createdAt: at(1), body: 'Quanto custa?', contactId: 1 }),
      message({ id: 'M03', createdAt: at(3), fromMe: true, body: '\u200eMenu', ack: 'x' }),
      message({
        id: 'M04',
        createdAt: at(4),
        body: '🔊',
        mediaType: 'audio',
        mediaUrl: 'media/1/1/1/aa/voz.ogg',
        contactId: 1,
        dataJson: '{"message":{"audioMessage":{"ptt":true,"seconds":7}}}',
      }),
      message({
        id: 'M05',
        createdAt: at(5),
        body: 'nota',
        mediaType: 'application',
        mediaUrl: 'https://api.exemplo.com.br/public/media/1/1/1/bb/nota%20fiscal.pdf',
        contactId: 1,
      }),
      message({
        id: 'M06',
        createdAt: at(6),
        body: '',
        mediaType: 'image',
        mediaUrl: '../../etc/passwd',
        contactId: 1,
      }),
      message({ id: 'M07', createdAt: at(7), body: 'apagada', isDeleted: true, fromMe: true, userId: 3 }),
      message({ id: 'M08', createdAt: at(8), body: 'depois', isEdited: true, contactId: 1 }),
      message({
        id: 'M09',
        createdAt: at(9),
        body: '❤️',
        mediaType: 'reactionMessage',
        quotedMsgId: 'M01',
        fromMe: true,
        userId: 3,
      }),
      message({
        id: 'M10',
        createdAt: at(10),
        body: '👍',
        mediaType: 'reactionMessage',
        quotedMsgId: 'M01',
        fromMe: true,
        userId: 3,
      }),
      message({
        id: 'M11',
        createdAt: at(11),
        body: '👍',
        mediaType: 'reactionMessage',
        quotedMsgId: 'none',
        contactId: 1,
      }),
      message({
        id: 'M12',
        createdAt: at(12),
        body: '📍\n*Praça*\nhttps://maps.google.com/maps?q=-23.55%2C-46.63&z=17',
        mediaType: 'locationMessage',
        contactId: 1,
      }),
      message({
        id: 'M13',
        createdAt: at(13),
        body: '{"ticketzvCard":[{"displayName":"Zé","vcard":"BEGIN:VCARD\\nFN:Zé\\nEND:VCARD"}]}',
        mediaType: 'contactMessage',
        contactId: 1,
      }),
      message({ id: 'M14', createdAt: '0000-01-01 00:00:00', body: 'sem data', contactId: 1 }),
      message({ id: 'M15', createdAt: at(15), body: '', contactId: 1 }),
      message({ id: 'M16', createdAt: at(16), body: 'de ninguém', ticketId: 99, contactId: 1 }),
      message({ id: 'M17', createdAt: at(17), body: 'x'.repeat(70_000), contactId: 1 }),
      message({
        id: 'M18',
        createdAt: at(18),
        body: `oi @[${Buffer.from('{"name":"Bia"}').toString('base64')}]`,
        ticketId: 4,
        contactId: 1,
        participant: '5511980007919@s.whatsapp.net',
      }),
      message({ id: 'M01', createdAt: at(19), body: 'de novo', contactId: 1 }),
      message({ id: 'M20', createdAt: at(20), body: 'citação perdida', quotedMsgId: 'none', contactId: 1 }),
      message({ id: 'M21', createdAt: at(21), body: 'de outra', ticketId: 8, companyId: 2, contactId: 8 }),
    ],
  },
  OldMessages: table(['id', 'messageId', 'ticketId', 'body'], [1, 'M08', 1, 'antes'], [2, 'none', 1, 'de ninguém']),
  Queues: table(
    ['id', 'name', 'color', 'greetingMessage', 'companyId', 'schedules'],
    [
      1,
      'Vendas',
      '#aa3300',
      'Olá',
      1,
      JSON.stringify([
        {
          weekday: 'Segunda',
          weekdayEn: 'monday',
          startTimeA: '08:00',
          endTimeA: '12:00',
          startTimeB: '13:00',
          endTimeB: '18:00',
        },
      ]),
    ],
  ),
  QuickMessages: table(
    ['id', 'shortcode', 'message', 'userId', 'companyId'],
    [1, '/oi', 'Olá!', 3, 1],
    [2, 'vazia', '', 3, 1],
  ),
  Schedules: table(
    ['id', 'body', 'sendAt', 'status', 'contactId', 'userId', 'companyId'],
    [1, 'Lembrete', '2027-01-01 12:00:00+00', 'AGENDADA', 2, 3, 1],
    [2, 'Velho', '2026-01-01 12:00:00+00', 'AGENDADA', 1, 3, 1],
    [3, 'Para ninguém', '2027-01-01 12:00:00+00', 'AGENDADA', 5, 3, 1],
  ),
  Settings: table(['key', 'value'], ['chatBotType', 'text']),
  Tags: table(
    ['id', 'name', 'color', 'kanban', 'companyId'],
    [1, 'VIP', '#2dc6c0', 0, 1],
    [2, 'Orçamento', 'red', 1, 1],
  ),
  TicketNotes: table(['id', 'note', 'userId', 'ticketId'], [1, 'Prefere manhã', 3, 1], [2, 'Solta', 3, 99]),
  TicketTags: table(['ticketId', 'tagId'], [1, 2], [1, 77]),
  TicketTraking: table(
    ['ticketId', 'companyId', 'queuedAt', 'startedAt', 'finishedAt'],
    [1, 1, '2026-03-02 12:00:00+00', '2026-03-02 12:05:00+00', '2026-03-02 13:05:00+00'],
  ),
  Tickets: table(
    [
      'id',
      'status',
      'contactId',
      'userId',
      'whatsappId',
      'queueId',
      'isGroup',
      'unreadMessages',
      'companyId',
      'updatedAt',
      'createdAt',
    ],
    [1, 'closed', 1, 3, 1, 1, false, 0, 1, '2026-03-02 13:05:00+00', '2026-03-02 12:00:00+00'],
    [2, 'open', 2, 3, 1, 1, false, 2, 1, '2026-03-03 12:00:00+00', '2026-03-03 11:00:00+00'],
    [3, 'open', 1, 3, 1, 44, false, 1, 1, '2026-03-03 10:00:00+00', '2026-03-03 09:00:00+00'],
    [4, 'pending', 4, null, 66, null, true, 1, 1, '2026-03-03 10:00:00+00', '2026-03-03 09:30:00+00'],
    [5, 'closed', 5, 3, 1, 1, false, 0, 1, CREATED, CREATED],
    [8, 'open', 8, null, 1, null, false, 0, 2, CREATED, CREATED],
  ),
  UserQueues: table(['userId', 'queueId'], [3, 1], [3, 44]),
  UserRatings: table(['id', 'ticketId', 'companyId', 'userId', 'rate'], [1, 1, 1, 3, 5]),
  Users: table(
    ['id', 'name', 'email', 'profile', 'super', 'companyId'],
    [1, 'Admin', 'admin@ticketz.host', 'admin', true, 1],
    [2, 'Helena', 'HELENA@exemplo.com.br', 'admin', false, 1],
    [3, 'Lívia Sampaio', 'livia@exemplo.com.br', 'user', false, 1],
    [4, 'Sem endereço', 'x', 'user', false, 1],
  ),
  WhatsappLidMaps: table(['id', 'lid', 'contactId', 'companyId'], [1, '90000000000231@lid', 7, 1]),
  Whatsapps: table(
    ['id', 'name', 'isDefault', 'channel', 'companyId'],
    [1, 'Linha 1', true, 'whatsapp', 1],
    [2, 'Página', false, 'facebook', 1],
  ),
  WhatsappQueues: table(['whatsappId', 'queueId'], [1, 1]),
}
