import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { plantSecret, secretsIn } from '@balcao/shared/test/secrets.ts'
import sparticuz from '@sparticuz/chromium'
import type { TestProject } from 'vitest/node'

/** Checkout whose product is started; another one for pictures of an earlier version. */
const root = process.env.E2E_PRODUCT ?? fileURLToPath(new URL('../../..', import.meta.url))

declare module 'vitest' {
  interface ProvidedContext {
    /** `root` is the installation's super user, whom one file at a time signs in. */
    product: {
      url: string
      simUrl: string
      dataDir: string
      root: { email: string; password: string; profile: 'admin' }
    }
  }
}

/**
 * Starts one product for all browser tests (Vitest's global set-up), as `npm start` runs it, on its
 * own ports and data. Files isolate themselves by companies of their own (`openCompany`).
 * @returns the tear-down
 */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  // Unpacks Chromium now: it does so at the first request, which two files must not make at once.
  await sparticuz.executablePath()
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-e2e-'))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'infra/demo/start.ts'], {
    cwd: root,
    // The product picks its ports: a port that was free a moment ago may be taken by now.
    env: {
      BALCAO_DEMO_SHOP: 'off',
      // Two files at a time ask for other functions than one working day does.
      BALCAO_FUNCTIONS_LOADED: '100',
      BALCAO_FUNCTION_IDLE_SECONDS: '3600',
      ...process.env,
      BALCAO_DATA_DIR: dataDir,
      BALCAO_PORT: '0',
      BALCAO_SIM_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = await readyLine(child)
  const { users } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as {
    users: { email: string; password: string; super?: true }[]
  }
  const { email, password } = users.find(user => user.super)!
  provide('product', {
    url: addressIn(said, 'the product'),
    simUrl: addressIn(said, 'the simulator'),
    dataDir,
    root: { email, password, profile: 'admin' },
  })
  return async () => {
    const gone = new Promise(resolve => child.once('exit', resolve))
    child.kill('SIGTERM')
    await gone
    const leaks = leaksIn(dataDir)
    rmSync(dataDir, { recursive: true, force: true })
    if (leaks.length > 0) throw new Error(`secrets got out: ${leaks.join(', ')}`)
  }
}

/**
 * Returns secrets found in the product's logs: by their form, the product's own, and the demo
 * company's passwords.
 */
function leaksIn(dataDir: string): string[] {
  const read = (name: string) => readFileSync(join(dataDir, name), 'utf8')
  for (const [name, value] of Object.entries(JSON.parse(read('secrets.json')) as Record<string, string>))
    plantSecret(name, value)
  for (const { email, password } of (JSON.parse(read('demo.json')) as { users: Record<string, string>[] }).users)
    plantSecret(`the password of ${email}`, password!)
  return readdirSync(join(dataDir, 'logs')).flatMap(log =>
    secretsIn(read(join('logs', log))).map(name => `${name} in ${log}`),
  )
}

/** Returns the address that the start printed after a name. */
function addressIn(said: string, name: string): string {
  const found = new RegExp(`^${name} +(http://\\S+)$`, 'm').exec(said)?.[1]
  if (!found) throw new Error(`the start did not print the address of ${name}:\n${said}`)
  return found
}

/** Returns the product's output until it was ready. */
function readyLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const listen = (chunk: Buffer) => {
      said += chunk.toString()
      if (/^ready [\d.]+s$/m.test(said)) resolve(said)
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('exit', code => reject(new Error(`the product did not start (${code}):\n${said.slice(-4000)}`)))
  })
}
