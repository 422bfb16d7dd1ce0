import { readConfig } from './config.ts'
import { handleUncaughtErrors } from './handle-uncaught-errors.ts'
import { type Host, startHost } from './host.ts'
import { createLog, errorName, silenceConsole } from './log.ts'
import { scheduleGc } from './schedule-gc.ts'

/**
 * Milliseconds for a handover at the end: it must not outlast the platform's limit (30 s on
 * Fargate).
 */
const SHUTDOWN_TIMEOUT_MS = 25_000
const PARENT_MS = 1000

async function main(): Promise<void> {
  const config = readConfig()
  silenceConsole()
  const log = createLog(config.logLevel)
  let host: Host | undefined
  let ending = false
  const end = (why: string, code = 0) => {
    if (ending) return
    ending = true
    log.info({ why }, 'draining')
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref()
    Promise.resolve(host?.close()).then(
      () => process.exit(code),
      error => {
        log.error({ error: errorName(error) }, 'the drain failed')
        process.exit(1)
      },
    )
  }
  handleUncaughtErrors(log, () => end('the process itself seems broken', 1))
  host = await startHost(config, { log, onOpened: scheduleGc })
  scheduleGc()

  process.on('SIGTERM', () => end('SIGTERM'))
  process.on('SIGINT', () => end('SIGINT'))
  if (config.parentPid !== undefined) {
    const { parentPid } = config
    setInterval(() => {
      try {
        process.kill(parentPid, 0)
      } catch {
        end('the parent process is gone')
      }
    }, PARENT_MS).unref()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
