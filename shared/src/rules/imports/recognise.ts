import type { ImportSystem } from './record.ts'

/** System that a dump's tables are of, as it is said. */
export type Recognised = {
  system: ImportSystem
  /** Name and branch, for people. */
  name: string
  /** Layout of its tables: `whaticket` is shared by Ticketz and all that came of Whaticket. */
  family: 'whaticket' | 'chatwoot'
  /** True if every row belongs to one of several companies (accounts). */
  hasCompanies: boolean
}

/** Tables that only Ticketz has. */
const TICKETZ_ONLY = [
  'Counters',
  'OutOfTicketMessages',
  'WhatsappLidMaps',
  'BaileysKeys',
  'ConnectionAlerts',
  'Wavoips',
]

/**
 * Tells of which system tables are, by their names and columns; undefined if of none. The case of
 * names counts only in columns: MySQL may fold that of tables.
 */
export function recognise(tables: ReadonlyMap<string, readonly string[]>): Recognised | undefined {
  const byName = new Map([...tables].map(([name, columns]) => [name.toLowerCase(), new Set(columns)]))
  const has = (table: string, ...columns: string[]): boolean => {
    const known = byName.get(table.toLowerCase())
    return known !== undefined && columns.every(column => known.has(column))
  }
  if (has('conversations', 'inbox_id', 'contact_id') && has('messages', 'conversation_id', 'message_type'))
    return { system: 'chatwoot', name: 'Chatwoot', family: 'chatwoot', hasCompanies: true }
  if (!has('Tickets', 'contactId', 'status') || !has('Messages', 'ticketId', 'fromMe') || !has('Contacts', 'number'))
    return undefined
  if (!has('Tickets', 'companyId'))
    return { system: 'whaticket', name: 'Whaticket Community', family: 'whaticket', hasCompanies: false }
  if (TICKETZ_ONLY.some(table => has(table)))
    return { system: 'ticketz', name: 'Ticketz', family: 'whaticket', hasCompanies: true }
  return { system: 'whaticket', name: 'Whaticket SaaS', family: 'whaticket', hasCompanies: true }
}
