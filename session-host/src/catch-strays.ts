import { connectionScope } from './connection-scope.ts'
import { errorName, type Log } from './log.ts'

const SPAN_MS = 60_000
/** Exceptions of nobody's within the span after which the process itself is in doubt. */
const MOST = 10

/**
 * The last line for what was thrown and not caught: in a timer, a stream without a listener, a promise nobody awaits. A
 * process holds the connections of many companies, so it goes on: the connection whose work it was begins again, and what is
 * nobody's is logged.
 * @param giveUp called when the process itself seems broken: so many exceptions in a minute that are no connection's
 */
export function catchStrays(log: Log, giveUp: () => void): void {
  let recent: number[] = []

  function stray(error: unknown, kind: 'exception' | 'rejection'): void {
    const scope = connectionScope.getStore()
    if (scope) {
      log.error({ connectionId: scope.connectionId, kind, error: errorName(error) }, 'an error nobody caught')
      // Baileys' own kind of error says that a query had no answer or the socket is gone: both are seen elsewhere.
      if (kind === 'exception' || !(error as { isBoom?: boolean } | undefined)?.isBoom) scope.thrown(error)
      return
    }
    log.error({ kind, error: errorName(error) }, "an error nobody caught, of no connection's")
    if (kind === 'rejection') return
    const now = Date.now()
    recent = [...recent.filter(at => now - at < SPAN_MS), now]
    if (recent.length >= MOST) giveUp()
  }

  process.on('uncaughtException', error => stray(error, 'exception'))
  process.on('unhandledRejection', error => stray(error, 'rejection'))
}
