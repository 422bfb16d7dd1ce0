import { errorName, type Log } from './log.ts'
import { connectionScope } from './session/connection-scope.ts'

const WINDOW_MS = 60_000
/**
 * Maximum exceptions within the span that belong to no connection; beyond it the process itself is
 * in doubt.
 */
const MAX_ERRORS = 10

/**
 * Handles uncaught errors: in a timer, a stream without a listener, a promise that nobody awaits.
 * The process holds the connections of many companies, so it continues: a connection that caused an
 * error starts again, and errors of no connection are logged.
 * @param onBroken called when the process itself seems broken: too many exceptions in a minute that
 * belong to no connection
 */
export function handleUncaughtErrors(log: Log, onBroken: () => void): void {
  let recent: number[] = []

  function handle(error: unknown, kind: 'exception' | 'rejection'): void {
    const scope = connectionScope.getStore()
    if (scope) {
      log.error({ connectionId: scope.connectionId, kind, error: errorName(error) }, 'an error nobody caught')
      // Baileys' own kind of error says that a query had no answer or the socket is gone: both are
      // handled elsewhere.
      if (kind === 'exception' || !(error as { isBoom?: boolean } | undefined)?.isBoom) scope.thrown(error)
      return
    }
    log.error({ kind, error: errorName(error) }, "an error nobody caught, of no connection's")
    if (kind === 'rejection') return
    const now = Date.now()
    recent = [...recent.filter(at => now - at < WINDOW_MS), now]
    if (recent.length >= MAX_ERRORS) onBroken()
  }

  process.on('uncaughtException', error => handle(error, 'exception'))
  process.on('unhandledRejection', error => handle(error, 'rejection'))
}
