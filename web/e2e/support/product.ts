import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { plantSecret, secretsIn } from '@balcao/shared/test/secrets.ts'
import sparticuz from '@sparticuz/chromium'
import type { TestProject } from 'vitest/node'

const root = fileURLToPath(new URL('../../..', import.meta.url))

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
 * Vitest's global set-up of the browser tests: one product for all files, as `npm start` runs it, on ports and data of its own.
 * Files isolate themselves by companies of their own (`openCompany`).
 * @returns the tear-down
 */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  // It unpacks itself when it is first asked for, which two files at once must not ask.
  await sparticuz.executablePath()
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-e2e-'))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'infra/demo/start.ts'], {
    cwd: root,
    // Ports of its own choosing: one that was free a moment ago may be another server's by the time it is asked for.
    env: { ...process.env, BALCAO_DATA_DIR: dataDir, BALCAO_PORT: '0', BALCAO_SIM_PORT: '0', BALCAO_DEMO_SHOP: 'off' },
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

/** Secrets in what a product printed while it was used: those that look like one, its own, and the demo company's passwords. */
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

/** The address the start printed behind a name. */
function addressIn(said: string, name: string): string {
  const found = new RegExp(`^${name} +(http://\\S+)$`, 'm').exec(said)?.[1]
  if (!found) throw new Error(`the start did not print the address of ${name}:\n${said}`)
  return found
}

/** Output of the product until it was ready. */
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
