import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, it } from 'vitest'
import { spawnChild } from '../../local/child-process.ts'
import { freePort } from '../../local/free-port.ts'

const children = new Set<ChildProcess>()
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
})

type Started = { child: ChildProcess; output: string[]; ready: Promise<void> }

/** Starts `npm start` on a data directory and ports. */
function start(env: Record<string, string>): Started {
  const child = spawnChild(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, '../../demo/start.ts')],
    { output: 'pipe', env: { ...process.env, BALCAO_DEMO_SHOP: 'off', ...env } },
  )
  children.add(child)
  const output: string[] = []
  const lines = createInterface({ input: child.stdout! })
  const ready = new Promise<void>((resolve, reject) => {
    lines.on('line', line => {
      output.push(line)
      if (/^ready \d+\.\ds$/.test(line)) resolve()
    })
    child.once('exit', code => reject(new Error(`ended with ${code}:\n${output.join('\n')}`)))
  })
  ready.catch(() => {})
  return { child, output, ready }
}

/** Returns everything of a folder that others may read, write or enter. Files may go meanwhile. */
function openToOthers(dir: string): string[] {
  const all = ['.', ...readdirSync(dir, { recursive: true, encoding: 'utf8' })]
  return all.filter(path => {
    const found = lstatSync(join(dir, path), { throwIfNoEntry: false })
    return found && !found.isSymbolicLink() && (found.mode & 0o077) !== 0
  })
}

describe('npm start', () => {
  it('starts the product, and again on the same data after kill -9', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'balcao-start-'))
    const [port, simPort] = [await freePort(), await freePort()]
    const env = { BALCAO_PORT: String(port), BALCAO_SIM_PORT: String(simPort), BALCAO_DATA_DIR: dataDir }
    const url = `http://127.0.0.1:${port}`
    const signIn = async () => {
      const { users } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as {
        users: { email: string; password: string; profile: string }[]
      }
      const answers = await Promise.all(
        users.map(async ({ email, password }) => {
          const response = await fetch(`${url}/api/auth/login`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ email, password }),
          })
          const { user } = (await response.json()) as { user?: { company: { dueDate: string } } }
          return { status: response.status, dueDate: user?.company.dueDate ?? '' }
        }),
      )
      return { users, statuses: answers.map(({ status }) => status), dueDate: answers[0]!.dueDate }
    }

    // As a person may have created it.
    chmodSync(dataDir, 0o755)
    const first = start(env)
    await first.ready
    expect(openToOthers(dataDir)).toEqual([])
    const { users, statuses, dueDate } = await signIn()
    expect(users.map(user => user.profile)).toEqual(['admin', 'user', 'user', 'admin'])
    expect(statuses).toEqual([200, 200, 200, 200])
    expect(first.output.join('\n')).toContain(users[0]!.password)
    // Beyond the trial: kept data must open weeks later.
    expect(Date.parse(dueDate) - Date.now()).toBeGreaterThan(300 * 86_400_000)
    expect((await fetch(`${url}/tickets`)).headers.get('content-security-policy')).toContain("default-src 'self'")
    expect((await fetch(`http://127.0.0.1:${simPort}`)).status).toBe(200)

    // The same data directory cannot be used twice.
    const second = start({ ...env, BALCAO_PORT: String(await freePort()) })
    await expect(second.ready).rejects.toThrow('runs already')

    first.child.kill('SIGKILL')
    for (const path of ['', 'demo.json', 'secrets.json', 'simulator']) chmodSync(join(dataDir, path), 0o755)
    const third = start(env)
    await third.ready
    expect((await signIn()).statuses).toEqual([200, 200, 200, 200])
    expect(third.output.join('\n')).not.toContain(users[0]!.password)
    expect(openToOthers(dataDir)).toEqual([])

    // The next start finishes a first one that was interrupted before it had printed the passwords.
    third.child.kill('SIGKILL')
    writeFileSync(join(dataDir, 'demo.json.new'), JSON.stringify(users))
    rmSync(join(dataDir, 'demo.json'))
    const fourth = start(env)
    await fourth.ready
    expect((await signIn()).statuses).toEqual([200, 200, 200, 200])
    expect(fourth.output.join('\n')).toContain(users[0]!.password)

    const ended = once(fourth.child, 'exit')
    fourth.child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })

  it('reports that its port is in use', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'balcao-start-'))
    const holder = spawnChild(
      process.execPath,
      ['-e', "require('http').createServer().listen(0, '127.0.0.1', function () { console.log(this.address().port) })"],
      { output: 'pipe' },
    )
    children.add(holder)
    const [data] = (await once(holder.stdout!, 'data')) as [Buffer]
    const port = data.toString().trim()
    const started = start({ BALCAO_PORT: port, BALCAO_SIM_PORT: '0', BALCAO_DATA_DIR: dataDir })
    await expect(started.ready).rejects.toThrow(`Port ${port} is in use`)
  })

  it('names settings that are wrong', async () => {
    const started = start({ BALCAO_PORT: 'many' })
    await expect(started.ready).rejects.toThrow('BALCAO_PORT')
  })
})
