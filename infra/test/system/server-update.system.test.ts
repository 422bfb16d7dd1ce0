/** Updates a server's data, made by an earlier version, by the operator's command. */
import { execFile, execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { REPOSITORY } from '../../constructs/repository.ts'
import { readDataFormat } from '../../local/data-format/format-file.ts'
import { MIGRATIONS } from '../../local/data-format/migrations.ts'
import { lockDataDir } from '../../local/lock-data-dir.ts'
import { BUILT, prepareBuilt } from './start-server.ts'

const FORMAT = MIGRATIONS.at(-1)!.to
const run = promisify(execFile)

let dir: string
let dataDir: string

beforeAll(async () => {
  await prepareBuilt()
  dir = mkdtempSync(join(tmpdir(), 'balcao-update-'))
  dataDir = join(dir, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  execFileSync('tar', ['-xzf', join(import.meta.dirname, 'fixtures/data-format-1.tar.gz'), '-C', dataDir])
  chmodSync(dataDir, 0o700)
  symlinkSync(BUILT, join(dataDir, 'built'))
  writeFileSync(join(dir, 'balcao.env'), `PUBLIC_URL=https://balcao.example\nDATA_DIR=${dataDir}\n`, { mode: 0o600 })
})

afterAll(() => rmSync(dir, { recursive: true, force: true }))

type Ended = { code: number; output: string }

/** Runs a command of the operator to its end, in the folder of `balcao.env`. */
async function operate(program: string, ...args: string[]): Promise<Ended> {
  const all = ['--disable-warning=ExperimentalWarning', join(REPOSITORY, 'infra/server', program), ...args]
  try {
    const { stdout, stderr } = await run(process.execPath, all, { cwd: dir, env: { PATH: process.env.PATH } })
    return { code: 0, output: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, output: stdout + stderr }
  }
}

const update = (...args: string[]) => operate('update/update.ts', ...args)

it('says what it would change, and changes nothing', async () => {
  const { code, output } = await update('--check')
  expect(output).toContain(`data format  1 → ${FORMAT}`)
  for (const { to, summary } of MIGRATIONS) expect(output).toContain(`step ${to}: ${summary}`)
  expect(output).toContain('last backup  none')
  expect(code).toBe(0)
  expect(existsSync(join(dataDir, 'format.json'))).toBe(false)
})

it('names a wrong line of balcao.env', async () => {
  const file = join(dir, 'wrong.env')
  writeFileSync(file, 'PUBLIC_URL=https://balcao.example\nDATA_DIRR=/tmp/x\n')
  const { code, output } = await update('--check', '--env', file)
  expect(output).toContain(`${file}:2: DATA_DIRR: there is no such setting; did you mean DATA_DIR?`)
  expect(code).toBe(1)
})

it('asks where the backup belongs, and refuses two answers', async () => {
  expect(await update()).toMatchObject({ code: 1, output: expect.stringContaining('Say where the backup belongs') })
  const both = await update('--backup-to', join(dir, 'backups'), '--without-backup')
  expect(both).toMatchObject({ code: 1, output: expect.stringContaining('Usage: npm run update') })
  expect(readDataFormat(dataDir)?.format).toBe(1)
})

it('refuses while the server runs', async () => {
  const running = mkdtempSync(join(tmpdir(), 'balcao-running-'))
  expect(lockDataDir(running)).toBe(true)
  writeFileSync(join(running, 'start.pid'), String(process.pid))
  const file = join(dir, 'running.env')
  writeFileSync(file, `PUBLIC_URL=https://balcao.example\nDATA_DIR=${running}\n`)
  const { code, output } = await update('--env', file, '--without-backup')
  expect(output).toContain(`The server runs (process ${process.pid}). Stop it first`)
  expect(code).toBe(1)
})

it('backs up, migrates and builds; a second time finds nothing to do', async () => {
  const backups = join(dir, 'backups')
  const first = await update('--backup-to', backups)
  expect(first.output).toMatch(/^backup .*manifest\.json$/m)
  expect(first.output).toContain('Ready. Start the server')
  expect(first.code).toBe(0)
  expect(readDataFormat(dataDir)?.format).toBe(FORMAT)

  const restored = join(dir, 'restored')
  const back = await operate('backup/restore.ts', '--from', backups, '--data-dir', restored)
  expect(back.code, back.output).toBe(0)
  expect(readDataFormat(restored)?.format).toBe(1)

  const second = await update('--backup-to', backups)
  expect(second.output).toContain(`data format  ${FORMAT}, as before`)
  expect(second.output).not.toMatch(/^ *step \d/m)
  expect(second.code).toBe(0)
})

it('refuses data of a newer version', async () => {
  const file = join(dataDir, 'format.json')
  const before = readFileSync(file, 'utf8')
  writeFileSync(file, JSON.stringify({ format: FORMAT + 1, version: '9.0.0' }))
  const { code, output } = await update('--without-backup')
  expect(output).toContain('The data are newer than this version')
  expect(code).toBe(1)
  writeFileSync(file, before)
})
