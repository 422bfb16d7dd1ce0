import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetQueueAttributesCommand, ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { TICKETZ } from '@balcao/functions/test/imports/ticketz-fixture.ts'
import { writePgDump } from '@balcao/functions/test/imports/write-dump.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localEnvironment } from '../bench/local-environment.ts'
import { ownEnvironment } from '../local/config.ts'
import { resourceNames, testResources } from '../local/resources.ts'
import { type Services, startServices } from '../local/start-services.ts'

const names = resourceNames('local')
let dir: string
let services: Services
let env: Record<string, string>
let sqs: SQSClient
let company: string
let otherCompany: string

type Output = { code: number; out: string; err: string }

/** Runs a command as `npm run` does, on the data directory of this file's cloud. */
function run(
  command: string,
  args: readonly string[],
  given: { input?: string; dataDir?: string } = {},
): Promise<Output> {
  return new Promise(resolve => {
    const child = execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, `${command}.ts`), ...args],
      { env: { ...ownEnvironment(), BALCAO_DATA_DIR: given.dataDir ?? dir } as NodeJS.ProcessEnv },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
    child.stdin?.end(given.input ?? '')
  })
}

/** Starts a jobs worker on this cloud. */
async function startWorker(): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, '../bench/campaign/campaign-worker.ts'), ['jobs'], {
    execArgv: ['--disable-warning=ExperimentalWarning', '--expose-gc'],
    env: { ...ownEnvironment(), ...env } as NodeJS.ProcessEnv,
  })
  await once(child, 'message')
  return child
}

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'balcao-operator-'))
  services = await startServices({ dataDir: dir, resources: testResources('local') })
  env = localEnvironment(services)
  sqs = new SQSClient({
    endpoint: services.endpoints.sqs,
    region: env.AWS_REGION!,
    credentials: { accessKeyId: env.AWS_ACCESS_KEY_ID!, secretAccessKey: env.AWS_SECRET_ACCESS_KEY! },
  })
})
afterAll(async () => {
  sqs.destroy()
  await services.close()
  rmSync(dir, { recursive: true, force: true })
})

const waiting = async (name: string): Promise<number> => {
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl: services.queueUrl(name),
      AttributeNames: ['ApproximateNumberOfMessages'],
    }),
  )
  return Number(Attributes?.ApproximateNumberOfMessages)
}

describe('the commands of who runs an installation', () => {
  it.each([
    ['super', []],
    ['super', ['--email', 'nobody']],
    ['super', ['--email', 'a@b.example', '--name', '']],
    ['super', ['--mail', 'a@b.example']],
    ['companies', ['--all']],
    ['companies', ['Loja']],
    ['export-company', []],
    ['export-company', ['--comany', 'x']],
    ['export-company', ['company']],
    ['rotate-secrets', ['--stag', 'local']],
    ['rotate-secrets', ['now']],
    ['rebuild-counters', []],
    ['rebuild-counters', ['--all', '--company', 'x']],
    ['rebuild-counters', ['--al']],
    ['index-messages', []],
    ['index-messages', ['--all', '--company', 'x']],
    ['index-numbers', []],
    ['index-numbers', ['--all', '--company', 'x']],
    ['import', ['--from', 'ticketz', '--company', 'x']],
    ['import', ['--from', 'excel', '--dump', 'x', '--company', 'x']],
    ['replay-dead-letters', ['--al']],
    ['replay-dead-letters', ['jobs-dlq', 'mail-dlq']],
  ])('%s %j prints its usage and does nothing', async (command, args) => {
    const { code, out, err } = await run(command, args)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err.trim().split('\n').at(-1)).toMatch(/^Usage: npm run [a-z-]+/)
    expect(err).not.toContain('    at ')
  })

  it('super makes a super user, once, with a password that is read or shown', async () => {
    const made = await run('super', ['--email', 'dona@loja.example', '--company', 'Loja'])
    expect(made).toMatchObject({ code: 0, err: '' })
    expect(made.out).toMatch(/dona@loja\.example is a super user of Loja\npassword {2}\S{16} /)
    const again = await run('super', ['--email', 'dona@loja.example', '--company', 'Outra'])
    expect(again).toMatchObject({ code: 0 })
    expect(again.out).toContain('was a super user already (Loja)')
    const short = await run('super', ['--email', 'b@loja.example', '--password'], { input: 'curta\n' })
    expect(short).toMatchObject({ code: 1, err: 'A password has 8 to 50 characters.\n' })
    const typed = await run('super', ['--email', 'b@loja.example', '--company', 'Padaria', '--password'], {
      input: 'uma senha longa\n',
    })
    expect(typed).toMatchObject({ code: 0, out: 'b@loja.example is a super user of Padaria\n' })
  })

  it('index-messages goes through the messages of a company, or of all, and names what there is not', async () => {
    const all = await run('index-messages', ['--all'])
    expect(all.code).toBe(0)
    const [, company] = /^(\S+) {2}\d+ messages$/m.exec(all.out) ?? []
    expect((await run('index-messages', ['--company', company!])).out).toMatch(/^\S+ {2}\d+ messages$/m)
    expect(await run('index-messages', ['--company', 'x'])).toMatchObject({ code: 1, err: 'there is no company x\n' })
  })

  it('rebuild-counters counts a company, or all, and names what there is not', async () => {
    const all = await run('rebuild-counters', ['--all'])
    expect(all).toMatchObject({ code: 0, err: '' })
    const ids = all.out.match(/^[0-9a-f-]{36}(?= {2}figures right, 0 tickets)/gm) ?? []
    expect(ids).toHaveLength(2)
    ;[company, otherCompany] = ids as [string, string]
    expect((await run('rebuild-counters', ['--company', company])).out).toContain(`${company}  figures right`)
    expect(await run('rebuild-counters', ['--company', 'x'])).toMatchObject({ code: 1, err: 'there is no company x\n' })
  })

  it('companies names each with its id, which other commands ask for', async () => {
    const { code, out, err } = await run('companies', [])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const rows = out.split('\n').filter(line => /^[0-9a-f-]{36} /.test(line))
    expect(rows.map(row => row.slice(38))).toEqual(['active    Loja', 'active    Padaria'])
    expect(rows.map(row => row.slice(0, 36)).toSorted()).toEqual([company, otherCompany].toSorted())
  })

  it('rotate-secrets puts each company on the jobs queue', async () => {
    expect(await run('rotate-secrets', [])).toMatchObject({ code: 0, out: expect.stringContaining('2 companies') })
    expect(await waiting(names.jobs)).toBe(2)
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl: services.queueUrl(names.jobs), MaxNumberOfMessages: 10 }),
    )
    const sent = Messages.map(({ Body }) => JSON.parse(Body!))
    expect(sent).toContainEqual({ type: 'renewSecrets', companyId: company })
    await services.sqs.call('PurgeQueue', { QueueUrl: services.queueUrl(names.jobs) })
    expect(await run('rotate-secrets', ['--stage', 'nowhere'])).toMatchObject({ code: 1, out: '' })
  })

  it('export-company prints the key of the archive of a company', async () => {
    expect(await run('export-company', ['--company', 'x'])).toMatchObject({ code: 1, err: 'there is no company x\n' })
    const worker = await startWorker()
    try {
      const { code, out, err } = await run('export-company', ['--company', company])
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(out).toMatch(/^job \S+\n\d+ rows and files: uploads\/\S+\/dados-da-empresa\.zip\n$/)
    } finally {
      worker.kill('SIGKILL')
    }
  })

  it('import says what became of the rows, and invites users on wish alone', async () => {
    const dump = join(dir, 'dump.sql')
    writeFileSync(dump, writePgDump(TICKETZ))
    const given = ['--from', 'ticketz', '--dump', dump, '--source-company', '1']
    const dry = await run('import', [...given, '--company', company, '--dry-run'])
    expect(dry).toMatchObject({ code: 0, err: '' })
    const [, users] = /^user +\d+ +(\d+) +0 /m.exec(dry.out) ?? []
    expect(Number(users)).toBeGreaterThan(0)
    const silent = await run('import', [...given, '--company', company])
    expect(silent).toMatchObject({ code: 0, err: '' })
    expect(silent.out).toMatch(new RegExp(`^user +\\d+ +${users} +0 `, 'm'))
    const again = await run('import', [...given, '--company', company, '--dry-run'])
    expect(again).toMatchObject({ code: 0, err: '' })
    expect(again.out).toMatch(new RegExp(`^user +\\d+ +0 +${users} `, 'm'))
    expect(again.out).toMatch(/^message +\d+ +0 +[1-9]/m)
    const nobody = await run('import', [...given, '--company', 'nobody', '--dry-run'])
    expect([nobody.code, nobody.err]).toEqual([1, 'refused: there is no company nobody\n'])
    expect(await waiting(names.mail)).toBe(0)
    expect(await run('import', [...given, '--company', otherCompany, '--invite'])).toMatchObject({ code: 0, err: '' })
    expect(await waiting(names.mail)).toBe(Number(users))
    await services.sqs.call('PurgeQueue', { QueueUrl: services.queueUrl(names.mail) })
  })

  it('dead-letters lists them, and brings back those that are named', async () => {
    const dead = `${names.mail}-dlq`
    const QueueUrl = services.queueUrl(names.mail)
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: '{}' }))
    // Received once more than the queue allows.
    for (let n = 0; n < 6; n++) await sqs.send(new ReceiveMessageCommand({ QueueUrl, VisibilityTimeout: 0 }))
    const listed = await run('replay-dead-letters', [])
    expect(listed).toMatchObject({ code: 0, err: '' })
    expect(listed.out).toMatch(new RegExp(`^ +1 {2}${dead}$`, 'm'))
    expect(await run('replay-dead-letters', ['nothing-dlq'])).toMatchObject({
      code: 1,
      err: 'no dead-letter queue of stage local is called nothing-dlq\n',
    })
    expect(await waiting(dead)).toBe(1)
    expect((await run('replay-dead-letters', ['mail-dlq'])).out).toContain(`${dead}  replayed`)
    await expect.poll(() => waiting(dead)).toBe(0)
    expect(await waiting(names.mail)).toBe(1)
    // Without a running cloud there is nothing to list.
    const nowhere = await run('replay-dead-letters', [], { dataDir: join(dir, 'nowhere') })
    expect(nowhere).toMatchObject({ code: 1, out: '' })
    expect(nowhere.err).toMatch(/^the local cloud does not run on /)
  })
})
