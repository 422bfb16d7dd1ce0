import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import type { Login } from './api.ts'

const command = fileURLToPath(new URL('../../../infra/operations/super.ts', import.meta.url))

/** Makes a super user with a company of their own, by the command that operators use. */
export async function makeSuperUser(): Promise<Login> {
  const email = `super-${randomUUID()}@balcao.test`
  const env = { ...process.env, BALCAO_DATA_DIR: inject('product').dataDir, NODE_NO_WARNINGS: '1' }
  const args = [command, '--stage', 'local', '--email', email, '--company', `Operadora ${randomUUID().slice(0, 8)}`]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env })
  return { email, password: /password {2}(\S+)/.exec(stdout)![1]!, profile: 'admin' }
}
