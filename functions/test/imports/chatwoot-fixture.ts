/** A small account of Chatwoot with made-up people. */
import type { FixtureTables, FixtureValue } from './write-dump.ts'

/** Time at which rows were created, unless they say another. */
export const CREATED = '2026-03-01 12:00:00.123456'
/** Returns a table whose rows name their columns; the times are added. */
export const table = (columns: string[], ...rows: FixtureValue[][]) => ({
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
/** Returns a row of messages. */
export const message = (id: number, given: Record<string, FixtureValue>): FixtureValue[] =>
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

/** Attributes of a conversation, some of which no field takes. */
const ATTRIBUTES = JSON.stringify({
  plano: 'Bronze',
  renova_em: '2026-12-31T00:00:00.000Z',
  valor: 12.5,
  urgente: true,
  outro_plano: 'x'.repeat(501),
  site: 'exemplo.com',
  pedido: { numero: 7 },
  vazio: null,
})

export const CHATWOOT: FixtureTables = {
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
      'custom_attributes',
      'created_at',
      'updated_at',
    ],
    rows: [
      [
        ...[1, 1, 1, 1, 1, 2, 1, 3, '2026-03-01 12:10:00', '2026-03-01 13:00:00'],
        ...[ATTRIBUTES, '2026-03-01 12:00:00', CREATED],
      ],
      [2, 1, 3, 4, 0, null, null, null, null, '2026-03-02 13:00:00', '{}', '2026-03-02 12:00:00', CREATED],
      [3, 1, 2, 3, 0, null, null, null, null, CREATED, null, CREATED, CREATED],
    ],
  },
  csat_survey_responses: table(
    [
      'id',
      'account_id',
      'conversation_id',
      'rating',
      'feedback_message',
      'csat_review_notes',
      'review_notes_updated_by_id',
    ],
    [1, 1, 1, 4, 'Foi rápido', 'Elogiar a Lívia', 1],
  ),
  custom_attribute_definitions: table(
    [
      'id',
      'attribute_key',
      'attribute_display_name',
      'attribute_model',
      'attribute_display_type',
      'attribute_values',
      'account_id',
    ],
    [1, 'cpf', 'CPF', 1, 0, '[]', 1],
    [2, 'plano', 'Plano', 0, 6, '["Ouro", "Prata"]', 1],
    [3, 'renova_em', 'Renova em', 0, 5, '[]', 1],
    [4, 'valor', 'Valor', 0, 2, '[]', 1],
    [5, 'urgente', 'Urgente', 0, 7, '[]', 1],
    [6, 'outro_plano', 'plano', 0, 0, '[]', 1],
    [7, 'site', 'Site', 0, 4, '[]', 1],
  ),
  inboxes: table(
    ['id', 'account_id', 'name', 'channel_id', 'channel_type', 'greeting_enabled', 'greeting_message'],
    [1, 1, 'Linha', 7, 'Channel::Whatsapp', true, 'Olá'],
    [2, 1, 'Site', 1, 'Channel::WebWidget', false, null],
    [3, 1, 'Ponte', 1, 'Channel::Api', false, null],
  ),
  labels: table(['id', 'account_id', 'title', 'color'], [1, 1, 'vip', '#1f93ff']),
  macros: table(
    ['id', 'account_id', 'name', 'visibility', 'created_by_id', 'actions'],
    [
      1,
      1,
      'Encerrar',
      1,
      1,
      JSON.stringify([
        { action_name: 'send_message', action_params: ['Obrigado, **{{contact.first_name}}**!'] },
        { action_name: 'add_private_note', action_params: ['Ver com [@Helena](mention://user/1/Helena)'] },
        { action_name: 'add_label', action_params: ['vip'] },
        { action_name: 'assign_team', action_params: [1] },
        { action_name: 'assign_agent', action_params: ['self'] },
        { action_name: 'change_priority', action_params: ['nil'] },
        { action_name: 'send_attachment', action_params: [12] },
        { action_name: 'add_label', action_params: ['vip', 'gone'] },
        { action_name: 'snooze_conversation', action_params: [] },
        { action_name: 'resolve_conversation', action_params: [] },
      ]),
    ],
    [2, 1, 'Minha', 0, 2, JSON.stringify([{ action_name: 'remove_label', action_params: ['VIP'] }])],
    [3, 1, 'Avisar', 0, 99, JSON.stringify([{ action_name: 'assign_agent', action_params: [2] }])],
    [4, 1, 'Webhook', 1, 1, JSON.stringify([{ action_name: 'send_webhook_event', action_params: ['https://x.com'] }])],
  ),
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
