import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { REPOSITORY } from '../constructs/repository.ts'

/** Runs a deployment that ends before anything is built or AWS is called. */
function deploy(...args: string[]) {
  const program = join(REPOSITORY, 'infra/bin/deploy.ts')
  const { status, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], {
    encoding: 'utf8',
  })
  return { status, stderr }
}

it.each([
  [[], '--stage is missing'],
  [['--stage', 'local'], 'npm start'],
  [['--stage', 'prod', '--sign-ins', 'many'], 'signInConcurrency'],
  [['--stage', 'prod', '--set', 'openaiKey=1'], 'openaiUrl, openaiModel'],
  [['--stage', 'prod', '--egress', 'public'], '"nat-gateway"|"public-address"'],
])('deploy %j does nothing, and says why and what may be given', (args, why) => {
  const { status, stderr } = deploy(...args)
  expect(status).toBe(1)
  expect(stderr).toContain(why)
  expect(stderr).toMatch(/nat-gateway: private subnets .*\(default\)\n +public-address: /)
})
