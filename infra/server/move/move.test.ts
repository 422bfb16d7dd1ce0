import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ownEnvironment } from '../../local/config.ts'
import { readServerConfig } from '../config.ts'
import { joinSecrets } from './carry-secrets.ts'
import { leftToDo } from './move-to-aws.ts'
import { closeProgress, newProgress, type Progress, readProgress, saveProgress, whyNotStarted } from './progress.ts'
import { setAside, takeBack } from './set-aside.ts'

const dir = mkdtempSync(join(tmpdir(), 'balcao-move-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** Runs the command as `npm run move` does, for a server with a data directory of its own. */
function run(args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const env = join(dir, 'balcao.env')
  writeFileSync(env, `PUBLIC_URL=http://127.0.0.1:3000\nDATA_DIR=${join(dir, 'data')}\n`)
  return new Promise(resolve => {
    execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'move.ts'), ...args, '--env', env],
      { env: { PATH: ownEnvironment().PATH } },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}

const progress = (more: Partial<Progress> = {}): Progress => ({
  ...newProgress({
    origin: 'o',
    to: 'aws',
    stage: 'prod',
    region: 'sa-east-1',
    began: Date.UTC(2026, 10, 28, 6),
    isTargetFresh: true,
  }),
  ...more,
})

describe('npm run move', () => {
  it.each([
    [[]],
    [['--to', 'azure', '--stage', 'prod']],
    [['--to', 'aws']],
    [['--to', 'server', '--stage', 'prod', '--prepare']],
    [['--cancel', '--to', 'aws']],
    [['--to', 'aws', '--stage', 'PROD']],
  ])('%j prints its usage and does nothing', async args => {
    const { code, out, err } = await run(args)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err.trim().split('\n').at(-1)).toMatch(/^Usage: npm run move/)
  })

  it('says what is missing, without a stack', async () => {
    for (const args of [
      ['--to', 'aws', '--stage', 'prod'],
      ['--to', 'aws', '--stage', 'prod', '--prepare'],
      ['--cancel'],
    ])
      expect(await run(args)).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringMatching(/^(there is no server's data in .*|no move is under way)\n$/),
      })
  })
})

describe('the mark of a move', () => {
  const kept = 'AWS_REGION,AWS_ACCESS_KEY_ID,AWS_SECRET_ACCESS_KEY,AWS_SESSION_TOKEN'
  const command = `sudo -u '${userInfo().username}' --preserve-env=${kept} npm run move --`

  it('keeps a server from starting until it is finished, given up, or brought back', () => {
    expect(whyNotStarted(dir)).toBeUndefined()
    saveProgress(dir, progress())
    expect(whyNotStarted(dir)).toBe(
      'A move to the stage prod began on 2026-11-28 06:00 UTC and is not finished. ' +
        `To go on: ${command} --to aws --stage prod. To give it up: ${command} --cancel`,
    )
    saveProgress(dir, progress({ step: 'done' }))
    expect(whyNotStarted(dir)).toMatch(/moved to the stage prod on /)
    expect(whyNotStarted(dir)!.endsWith(`bring them back: ${command} --to server --stage prod`)).toBe(true)
    saveProgress(dir, progress({ to: 'server' }))
    expect(whyNotStarted(dir)).toMatch(/^A move back from the stage prod /)
    closeProgress(dir, readProgress(dir)!)
    expect(whyNotStarted(dir)).toBeUndefined()
  })

  it('leaves the earlier data beside those that come back', () => {
    writeFileSync(join(dir, 'dynamodb.sqlite'), 'before')
    setAside(dir, 'before-o')
    writeFileSync(join(dir, 'dynamodb.sqlite'), 'half')
    takeBack(dir, 'before-o', 'given-up-o')
    expect(readFileSync(join(dir, 'dynamodb.sqlite'), 'utf8')).toBe('before')
    expect(readFileSync(join(dir, 'given-up-o', 'dynamodb.sqlite'), 'utf8')).toBe('half')
  })
})

describe('what is left to do by hand', () => {
  it('names the secrets of the bank, with the files of its certificate, and hosts that stay behind', () => {
    const env = { PUBLIC_URL: 'https://shop.example' }
    const bank = { PIX_URL: 'https://pix.shop.example', PIX_KEY: 'a', PIX_CLIENT_ID: 'a', PIX_CLIENT_SECRET: 'b' }
    const files = { PIX_CLIENT_CERTIFICATE: '/etc/balcao/pix.pem', PIX_CLIENT_KEY: '/etc/balcao/pix.key' }
    const left = (more: Record<string, string>) =>
      leftToDo(readServerConfig({ cwd: dir, env: { ...env, ...more } }), 'prod')
    expect(left({})).toEqual([])
    expect(left(bank)).toEqual([expect.stringMatching(/secret balcao-prod-pix: clientId, clientSecret \(/)])
    expect(left({ ...bank, ...files }).join()).toMatch(
      /certificate \(the text of \/etc\/balcao\/pix\.pem\) and privateKey \(that of \/etc\/balcao\/pix\.key\)/,
    )
    expect(left({ OUTGOING_PRIVATE_HOSTS: 'n8n.lan:5678' })).toEqual([expect.stringContaining('(n8n.lan:5678)')])
  })
})

describe('secrets of both sides', () => {
  it('are joined, those of the side that goes on first, and no more than may be listed', () => {
    expect(joinSecrets('jwt', ['new'], ['old', 'older'])).toEqual(['new', 'old', 'older'])
    expect(joinSecrets('jwt', ['new', 'old'], ['old'])).toEqual(['new', 'old'])
    // A stage with companies of its own: the keys of its public API derive from the last secret.
    for (const own of [['stage'], ['stage', 'server', 'stage']])
      expect(joinSecrets('jwt', own, ['server'], true)).toEqual(['stage', 'server', 'stage'])
    expect(() => joinSecrets('sealing', ['a', 'b'], ['c', 'd'])).toThrow(/^sealing: 4 secrets are in use/)
  })
})
