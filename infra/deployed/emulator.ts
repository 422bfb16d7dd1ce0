import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { loopbackCertificate } from '@balcao/session-host/simulator/certificate.ts'
import { ACCOUNT, REGION } from '../local/aws-names.ts'
import { ownEnvironment } from '../local/config.ts'
import { freePort } from '../local/free-port.ts'
import { LOOPBACK } from '../local/listen.ts'
import type { Programs } from '../local/programs.ts'

export type Emulator = {
  url: string
  /** File of its certificate authority. */
  ca: string
  /** Variables by which the CDK and any AWS SDK find and trust it, as the owner of the account. */
  env: Record<string, string>
  /** Rejects with the last output when it has ended by itself. */
  ended: Promise<never>
}

const START_SECONDS = 60

/**
 * Starts MiniStack on loopback, empty, with IAM for each call and with TLS, which the templates'
 * policies require. This process trusts its certificate from here on.
 * @param options.python the interpreter it is installed for
 * @param options.dir folder of its files
 */
export async function startEmulator(programs: Programs, options: { python: string; dir: string }): Promise<Emulator> {
  const { python, dir } = options
  const temporary = join(dir, 'tmp')
  mkdirSync(temporary, { recursive: true })
  const { key, cert, ca } = await loopbackCertificate('Balcao deployed emulator CA')
  const files = { key: join(dir, 'key.pem'), chain: join(dir, 'chain.pem'), ca: join(dir, 'ca.pem') }
  writeFileSync(files.key, key, { mode: 0o600 })
  // Its functions trust the file of its own certificate, so the file must also hold the authority.
  writeFileSync(files.chain, `${cert}\n${ca}\n`)
  writeFileSync(files.ca, `${ca}\n`)
  setDefaultCACertificates([...getCACertificates('default'), ca])

  const port = await freePort()
  const url = `https://${LOOPBACK}:${port}`
  const { ended } = programs.start('ministack', [python, '-m', 'ministack'], {
    cwd: dir,
    env: {
      // Functions run on the Node that runs this.
      PATH: `${dirname(process.execPath)}:${ownEnvironment().PATH}`,
      HOME: dir,
      TMPDIR: temporary,
      BIND_HOST: LOOPBACK,
      GATEWAY_PORT: String(port),
      MINISTACK_REGION: REGION,
      MINISTACK_ACCOUNT_ID: ACCOUNT,
      AUTH: 'true',
      USE_SSL: '1',
      MINISTACK_SSL_CERT: files.chain,
      MINISTACK_SSL_KEY: files.key,
    },
  })
  await Promise.race([answers(`${url}/_ministack/health`), ended])
  return {
    url,
    ca: files.ca,
    env: {
      AWS_ENDPOINT_URL: url,
      AWS_REGION: REGION,
      AWS_DEFAULT_REGION: REGION,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_CA_BUNDLE: files.ca,
      NODE_EXTRA_CA_CERTS: files.ca,
    },
    ended,
  }
}

async function answers(url: string): Promise<void> {
  const end = Date.now() + START_SECONDS * 1000
  for (;;) {
    try {
      if ((await fetch(url)).ok) return
    } catch (error) {
      if (Date.now() > end)
        throw new Error(`the emulator does not answer on ${url} after ${START_SECONDS} s`, { cause: error })
    }
    await sleep(100)
  }
}
