import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext } from 'playwright-core'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** Fields used here of the result of the load (`infra/demo/seed/load-company.ts`). */
export interface Seeded {
  admin: string
  agents: string[]
  password: string
  lastTicket: string
}

export interface LoadedProduct {
  url: string
  seeded: Seeded
  /** Stops the product and deletes its data. */
  stop: () => Promise<void>
}

/**
 * Starts the product as `npm start` does, on its own data with a seeded company.
 * @param load options of `npm run seed`
 */
export async function startLoaded(load: readonly string[]): Promise<LoadedProduct> {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-web-bench-'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  const env = {
    ...process.env,
    BALCAO_DATA_DIR: dataDir,
    BALCAO_PORT: '0',
    BALCAO_SIM_PORT: '0',
    BALCAO_DEMO_SHOP: 'off',
    NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
  }
  try {
    const seed = join(repository, 'infra/demo/seed/seed.ts')
    execFileSync(process.execPath, [seed, ...load], { cwd: repository, env, stdio: 'ignore' })
    const { url, stop } = await start(env)
    const seeded = JSON.parse(readFileSync(join(dataDir, 'seed.json'), 'utf8')) as Seeded
    return {
      url,
      seeded,
      stop: async () => {
        await stop()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

async function start(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [join(repository, 'infra/demo/start.ts')], {
    cwd: repository,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (/^ready [\d.]+s$/m.test(text)) resolve(text)
    })
    child.once('exit', code => reject(new Error(`the product did not start (${code}):\n${text}`)))
  })
  return {
    url: /^the product +(http:\S+)$/m.exec(said)![1]!,
    stop: async () => {
      const gone = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** Signs in as a returning user: sets the session cookie and the page's own sign-in flag. */
export async function signIn(context: BrowserContext, email: string, password: string): Promise<void> {
  const answer = await context.request.post('/api/auth/login', { data: { email, password } })
  if (!answer.ok()) throw new Error(`signing in: ${answer.status()} ${await answer.text()}`)
  await context.addInitScript(() => localStorage.setItem('balcao.signed-in', '1'))
}
