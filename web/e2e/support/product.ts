import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

export type Login = { email: string; password: string; profile: string }

export type Product = {
  url: string
  simUrl: string
  company: { id: string; name: string }
  admin: Login
  attendants: [Login, Login]
  stop(): Promise<void>
}

/** The product as `npm start` runs it, on ports and data of its own, ready to be used. */
export async function startProduct(): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-e2e-'))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'infra/local/start.ts'], {
    cwd: root,
    // Ports of its own choosing: one that was free a moment ago may be another server's by the time it is asked for.
    env: { ...process.env, BALCAO_DATA_DIR: dataDir, BALCAO_PORT: '0', BALCAO_SIM_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = await readyLine(child)
  const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as {
    company: { id: string; name: string }
    users: Login[]
  }
  const [admin, first, second] = demo.users
  if (!admin || !first || !second) throw new Error('the demo company is not complete')
  return {
    url: addressIn(said, 'the product'),
    simUrl: addressIn(said, 'the simulator'),
    company: demo.company,
    admin,
    attendants: [first, second],
    stop: async () => {
      const gone = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The address the start printed behind a name. */
function addressIn(said: string, name: string): string {
  const found = new RegExp(`^${name} +(http://\\S+)$`, 'm').exec(said)?.[1]
  if (!found) throw new Error(`the start did not print the address of ${name}:\n${said}`)
  return found
}

/** What the product printed until it was ready. */
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
