import { TICKET_LOG_TYPES, type TicketLog } from '@balcao/shared/entities/ticket.ts'

type LogType = TicketLog['type']

/** Types whose rows are stored under another name than the specification's name on the wire. */
const STORED = {
  create: 'created',
  chatBot: 'chatbot',
  access: 'accessed',
  transfered: 'transferred',
  reopen: 'reopened',
  redirect: 'redirected',
} as const satisfies Partial<Record<LogType, string>>

export type StoredLogType = Exclude<LogType, keyof typeof STORED> | (typeof STORED)[keyof typeof STORED]

const WIRE = new Map<string, LogType>(Object.entries(STORED).map(([wire, stored]) => [stored, wire as LogType]))

/** Returns the name a row of this type is stored under. */
export const storedLogType = (type: LogType): StoredLogType =>
  type in STORED ? STORED[type as keyof typeof STORED] : (type as StoredLogType)

/** Returns the name on the wire of a stored type. */
export const wireLogType = (stored: string): LogType => WIRE.get(stored) ?? (stored as LogType)

export const STORED_LOG_TYPES: readonly StoredLogType[] = TICKET_LOG_TYPES.map(storedLogType)
