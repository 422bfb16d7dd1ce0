import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { REPOSITORY } from '../constructs/repository.ts'
import { ownEnvironment } from './config.ts'
import { freePort } from './free-port.ts'
import { LOOPBACK } from './listen.ts'
import { NODE_ENVIRONMENT } from './node-environment.ts'
import type { Ports } from './ports.ts'
import { type Supervised, supervise } from './supervise.ts'

type Common = { dataDir: string; logs: string; ports: Ports; log: (line: string) => void }

/** Address at which the session host finds a WhatsApp other than the real one. */
export type WhatsAppAddress = {
  /** Address of its socket. */
  url: string
  /** Host of media: `name` or `name:port`; by default WhatsApp's own. */
  mediaHost?: string
  /** File of the certificate authority of that host, where it is nobody's that Node trusts. */
  mediaCa?: string
}

export type Simulator = Supervised & { url: string; whatsapp: Required<WhatsAppAddress> }

const START_TIMEOUT_MS = 60_000
/**
 * Shorter than on AWS: the next host of a developer's machine starts at once and does not wait for
 * an old lease.
 */
const LEASE_SECONDS = 10

/**
 * Starts the simulators of WhatsApp and the other systems and waits until they answer.
 * @param port the wanted port; 0 = any
 * @param options addresses of the clock of timers, and of the webhooks of Meta and of the bank;
 * `phones: 'off'` when the product speaks to WhatsApp itself
 */
export async function startSimulator(
  { dataDir, logs, ports, log }: Common,
  port: number,
  options: { phones?: 'on' | 'off'; clockUrl?: string; webhookUrl?: string; pixWebhookUrl?: string } = {},
): Promise<Simulator> {
  const dir = join(dataDir, 'simulator')
  mkdirSync(dir, { recursive: true })
  const simulatorPort = await freePort(port)
  const mediaPort = await freePort(ports.of('simulator-media'))
  ports.keep('simulator-media', mediaPort)
  const url = `http://${LOOPBACK}:${simulatorPort}`
  const child = supervise({
    args: [join(REPOSITORY, 'infra/simulators/main.ts')],
    cwd: REPOSITORY,
    log: join(logs, 'simulator.log'),
    env: {
      PATH: ownEnvironment().PATH,
      ...NODE_ENVIRONMENT,
      BALCAO_SIM_PORT: String(simulatorPort),
      BALCAO_SIM_MEDIA_PORT: String(mediaPort),
      BALCAO_SIM_DATA_DIR: dir,
      BALCAO_SIM_PHONES: options.phones ?? 'on',
      ...(options.clockUrl ? { BALCAO_CLOCK_URL: options.clockUrl } : {}),
      ...(options.webhookUrl ? { BALCAO_WEBHOOK_URL: options.webhookUrl } : {}),
      ...(options.pixWebhookUrl ? { BALCAO_PIX_WEBHOOK_URL: options.pixWebhookUrl } : {}),
    },
    onExit: (code, pause) => log(`the simulator ended (${code}); again in ${pause} ms`),
  })
  await answers('the simulator', url, child, logs)
  return {
    ...child,
    url,
    whatsapp: {
      url: `${url.replace('http', 'ws')}/ws/chat`,
      mediaHost: `${LOOPBACK}:${mediaPort}`,
      mediaCa: join(dir, 'media-ca.pem'),
    },
  }
}

/**
 * Starts the session host and waits until it answers.
 * @param env its container's environment, with the local endpoints
 * @param whatsapp address of another WhatsApp; without it the host uses WhatsApp itself
 */
export async function startSessionHost(
  { logs, ports, log }: Common,
  env: Record<string, string>,
  whatsapp: WhatsAppAddress | undefined,
): Promise<Supervised> {
  const healthPort = await freePort(ports.of('session-host-health'))
  ports.keep('session-host-health', healthPort)
  const { NODE_EXTRA_CA_CERTS } = ownEnvironment()
  const child = supervise({
    args: [join(REPOSITORY, 'session-host/src/main.ts')],
    cwd: REPOSITORY,
    log: join(logs, 'session-host.log'),
    env: {
      PATH: ownEnvironment().PATH,
      // Authorities of the operator's own, where Node has others by default.
      ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }),
      ...NODE_ENVIRONMENT,
      HEALTH_PORT: String(healthPort),
      LEASE_SECONDS: String(LEASE_SECONDS),
      BALCAO_PARENT_PID: String(process.pid),
      ...(whatsapp && {
        WHATSAPP_URL: whatsapp.url,
        BALCAO_ALLOW_TEST_WHATSAPP: '1',
      }),
      ...(whatsapp?.mediaHost && { WHATSAPP_MEDIA_HOST: whatsapp.mediaHost }),
      ...(whatsapp?.mediaCa && { NODE_EXTRA_CA_CERTS: whatsapp.mediaCa }),
      ...env,
    },
    onExit: (code, pause) => log(`the session host ended (${code}); again in ${pause} ms`),
  })
  await answers('the session host', `http://${LOOPBACK}:${healthPort}`, child, logs)
  return child
}

/** Waits until a child serves HTTP, or ends it. @throws with the path of its log */
async function answers(name: string, url: string, child: Supervised, logs: string): Promise<void> {
  const end = Date.now() + START_TIMEOUT_MS
  for (;;) {
    try {
      await fetch(url)
      return
    } catch (error) {
      if (Date.now() > end) {
        await child.close()
        throw new Error(`${name} does not answer on ${url}; its log is in ${logs}`, { cause: error })
      }
      await sleep(25)
    }
  }
}
