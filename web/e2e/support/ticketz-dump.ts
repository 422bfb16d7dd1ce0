const AT = '2026-03-02 12:00:00+00'

type Value = string | number | boolean | null
const literal = (value: Value) => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value))
const insert = (table: string, ...rows: Record<string, Value>[]) =>
  rows
    .map(given => {
      const fields = { ...given, createdAt: given.createdAt ?? AT, updatedAt: given.updatedAt ?? AT }
      const names = Object.keys(fields).map(name => `"${name}"`)
      return `INSERT INTO public."${table}" (${names.join(', ')}) VALUES (${Object.values(fields).map(literal).join(', ')});\n`
    })
    .join('')

const message = (id: string, minute: number, body: string, fromMe: boolean) => ({
  id,
  body,
  fromMe,
  ack: 3,
  read: true,
  mediaType: 'conversation',
  ticketId: 1,
  contactId: fromMe ? null : 1,
  companyId: 1,
  createdAt: `2026-03-02 12:${String(minute).padStart(2, '0')}:00+00`,
})

/** Returns a contact beside the two of every dump, with a closed ticket and its messages. */
const further = (n: number): string =>
  insert('Contacts', {
    ...{ id: n, name: `Cliente ${n}`, number: String(5_511_977_000_000 + n), isGroup: false },
    ...{ channel: 'whatsapp', companyId: 1 },
  }) +
  insert('Tickets', {
    ...{ id: n, status: 'closed', contactId: n, userId: 1, whatsappId: 1, queueId: null },
    ...{ isGroup: false, unreadMessages: 0, companyId: 1 },
  }) +
  insert(
    'Messages',
    ...Array.from({ length: 20 }, (_, i) => ({ ...message(`F${n}-${i}`, i, `Mensagem ${i}`, i % 2 > 0), ticketId: n })),
  )

/**
 * Returns a small dump of Ticketz, as `pg_dump --column-inserts` writes it.
 * @param more number of further contacts
 */
export const ticketzDump = (more = 0): string =>
  [
    '--\n-- PostgreSQL database dump\n--\n\n',
    insert('Companies', { id: 1, name: 'Padaria Central' }),
    insert('Counters', { id: 1, companyId: 1 }),
    insert(
      'Users',
      { id: 1, name: 'Helena Braga', email: 'helena@antes.test', profile: 'admin', super: false, companyId: 1 },
      { id: 2, name: 'Sem endereço', email: 'x', profile: 'user', super: false, companyId: 1 },
    ),
    insert('Whatsapps', { id: 1, name: 'Linha antiga', isDefault: true, channel: 'whatsapp', companyId: 1 }),
    insert(
      'Contacts',
      { id: 1, name: 'Jurema Antiga', number: '5511988880731', isGroup: false, channel: 'whatsapp', companyId: 1 },
      { id: 2, name: 'Ninguém', number: 'abc', isGroup: false, channel: 'whatsapp', companyId: 1 },
    ),
    insert('Tickets', {
      id: 1,
      status: 'pending',
      contactId: 1,
      userId: null,
      whatsappId: 1,
      queueId: null,
      isGroup: false,
      unreadMessages: 0,
      companyId: 1,
    }),
    insert(
      'Messages',
      message('M1', 1, 'Vocês fazem bolo de rolo?', false),
      message('M2', 2, 'Fazemos, sim! Por encomenda.', true),
    ),
    ...Array.from({ length: more }, (_, i) => further(10 + i)),
    '--\n-- PostgreSQL database dump complete\n--\n',
  ].join('')
