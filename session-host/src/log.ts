import pino, { type Logger } from 'pino'

export type Log = Logger
/** Logger in the form that Baileys expects. */
type ClientLogger = {
  level: string
  child(bindings: Record<string, unknown>): ClientLogger
  trace(data: unknown, message?: string): void
  debug(data: unknown, message?: string): void
  info(data: unknown, message?: string): void
  warn(data: unknown, message?: string): void
  error(data: unknown, message?: string): void
}

export const createLog = (level: string): Log => pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })

/**
 * Returns Baileys' logger. Its data objects hold stanzas, keys and numbers, so only the fixed text
 * of errors passes, with every longer run of digits removed.
 */
export function clientLog(log: Log): ClientLogger {
  const nothing = () => {}
  const quiet: ClientLogger = {
    level: 'silent',
    child: () => quiet,
    trace: nothing,
    debug: nothing,
    info: nothing,
    warn: nothing,
    error(data, message) {
      const text = typeof data === 'string' ? data : message
      if (text) log.debug({ client: text.replaceAll(/\d{5,}/g, '#').slice(0, 200) }, 'client error')
    },
  }
  return quiet
}

/**
 * Switches the console off for the process: libsignal prints whole sessions on it, private keys
 * included (`Closing session: …`), and nothing here logs by the console.
 */
export function silenceConsole(): void {
  for (const method of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const) console[method] = () => {}
}

/** Returns the name of an error, without parts that may hold a body or a number. */
export const errorName = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error
  const status = (error as { output?: { statusCode?: number } }).output?.statusCode
  return `${error.name}${status ? ` ${status}` : ''}: ${error.message.replaceAll(/\d{5,}/g, '#').slice(0, 160)}`
}
