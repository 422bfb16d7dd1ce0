import { execFileSync, spawn } from 'node:child_process'
import { openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ownEnvironment } from '../../local/config.ts'
import { freePort } from '../../local/free-port.ts'
import { LOOPBACK } from '../../local/listen.ts'
import { signalGroup } from '../../local/programs.ts'
import type { Installed } from './install.ts'

const NEEDED = ['dynamodb', 'sqs', 's3']
const HOST = join(import.meta.dirname, 'localstack_host.py')
const START_SECONDS = 180
const STOP_SECONDS = 20

/** Returns true if a LocalStack on this endpoint serves the needed services. */
export async function answers(endpoint: string): Promise<boolean> {
  try {
    const response = await fetch(`${endpoint}/_localstack/health`, { signal: AbortSignal.timeout(5000) })
    const { services } = (await response.json()) as { services: Record<string, string> }
    return NEEDED.every(service => ['running', 'available'].includes(services[service] ?? ''))
  } catch {
    return false
  }
}

/**
 * Starts an installed LocalStack, empty, as a separate process that outlives this one, and waits
 * until it serves.
 * @throws with the end of its log when it does not
 */
export async function startLocalstack({ python, filesystem }: Installed, dir: string, port: number): Promise<void> {
  const temporary = join(dir, 'tmp')
  rmSync(temporary, { recursive: true, force: true })
  await mkdir(temporary, { recursive: true })
  const log = join(dir, 'localstack.log')
  const address = `${LOOPBACK}:${port}`
  const { AWS_ENDPOINT_URL: _, AWS_PROFILE: __, ...environment } = ownEnvironment()
  const child = spawn(python, [HOST], {
    cwd: dir,
    detached: true,
    stdio: ['ignore', openSync(log, 'w'), openSync(log, 'a')],
    env: {
      ...environment,
      TMPDIR: temporary,
      OVERRIDE_IN_DOCKER: '0',
      FILESYSTEM_ROOT: filesystem,
      GATEWAY_LISTEN: address,
      LOCALSTACK_HOST: address,
      SERVICES: NEEDED.join(','),
      STRICT_SERVICE_LOADING: '1',
      EAGER_SERVICE_LOADING: '1',
      DYNAMODB_LOCAL_PORT: String(await freePort()),
      DYNAMODB_IN_MEMORY: '1',
      DYNAMODB_HEAP_SIZE: '512m',
      SQS_ENDPOINT_STRATEGY: 'path',
      // Presigned links are verified with its own secret, which is `test`.
      S3_SKIP_SIGNATURE_VALIDATION: '0',
      DNS_ADDRESS: '0',
      DISABLE_EVENTS: '1',
      SKIP_SSL_CERT_DOWNLOAD: '1',
    },
  })
  child.unref()
  let ended: string | undefined
  child.once('error', error => {
    ended = error.message
  })
  child.once('exit', (code, signal) => {
    ended = `it ended (${signal ?? code})`
  })
  writeFileSync(pidFile(dir), String(child.pid))
  for (const end = Date.now() + START_SECONDS * 1000; !(await answers(`http://${address}`)); await sleep(500)) {
    if (Date.now() > end) ended = `it does not serve after ${START_SECONDS} s`
    if (ended === undefined) continue
    await stopLocalstack(dir)
    throw new Error(`LocalStack: ${ended}\n${readFileSync(log, 'utf8').trimEnd().split('\n').slice(-30).join('\n')}`)
  }
}

/** Ends the LocalStack that was started from this folder. @returns false if there was none */
export async function stopLocalstack(dir: string): Promise<boolean> {
  const pid = runningPid(dir)
  if (pid !== undefined) {
    // It leads a process group, which includes DynamoDB Local.
    signalGroup(pid, 'SIGTERM')
    for (const end = Date.now() + STOP_SECONDS * 1000; signalGroup(pid, 0) && Date.now() < end; ) await sleep(100)
    signalGroup(pid, 'SIGKILL')
  }
  rmSync(pidFile(dir), { force: true })
  return pid !== undefined
}

const pidFile = (dir: string): string => join(dir, 'localstack.pid')

/** Returns the pid in the file, if it still belongs to our LocalStack. */
function runningPid(dir: string): number | undefined {
  try {
    const pid = Number(readFileSync(pidFile(dir), 'utf8'))
    const command = execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
    return command.includes(HOST) ? pid : undefined
  } catch {
    return undefined
  }
}
