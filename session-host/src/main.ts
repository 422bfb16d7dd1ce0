import { readConfig } from './config.ts'
import { startHost } from './host.ts'
import { createLog, errorName, silenceConsole } from './log.ts'
import { tidyHeapSoon } from './small-heap.ts'

/** A drain that hangs must not outlive the platform's patience (30 s on Fargate). */
const PATIENCE_MS = 25_000
const PARENT_MS = 1000

async function main(): Promise<void> {
  const config = readConfig()
  silenceConsole()
  const log = createLog(config.logLevel)
  // A stray rejection inside Baileys must not end the sessions of everybody else.
  process.on('unhandledRejection', error => log.error({ error: errorName(error) }, 'unhandled rejection'))
  const host = await startHost(config, { log, onOpened: tidyHeapSoon })
  tidyHeapSoon()

  let ending = false
  const end = (why: string) => {
    if (ending) return
    ending = true
    log.info({ why }, 'draining')
    setTimeout(() => process.exit(1), PATIENCE_MS).unref()
    host.close().then(
      () => process.exit(0),
      error => {
        log.error({ error: errorName(error) }, 'the drain failed')
        process.exit(1)
      },
    )
  }
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
