import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Simulator } from '../../local/start-children.ts'
import type { Manifest } from '../../server/backup/manifest.ts'
import { attendantAnswers, type Conversation, converse, customerWrites, meet } from './converse.ts'
import { pairShop, type Shop, shopOf, signIn, until } from './open-shop.ts'
import { runOperatorCommand } from './run-operator-command.ts'
import { setUpServer } from './set-up-server.ts'
import { startServer, startWhatsApp, type TestServer } from './start-server.ts'

// A server whose messages flow both ways is killed and backed up again and again. Each backup,
// restored, has every message that was acknowledged before its moment once, and goes on with the
// same phone. A longer run: BACKUP_TEST_SECONDS=300 BACKUP_TEST_BACKUPS=8.

const CUSTOMERS = 20
const SECONDS = Number(process.env.BACKUP_TEST_SECONDS ?? 14)
const BACKUPS = Number(process.env.BACKUP_TEST_BACKUPS ?? 2)
/** Tick of a message that the recipient's device has confirmed. */
const DELIVERED = 3
const LONGEST_MS = 1_800_000
const PASSPHRASE = 'four words in a row'
const NUMBER = '5511900000801'
const phones = Array.from({ length: CUSTOMERS + 1 }, (_, i) => `55119830000${String(i).padStart(2, '0')}`)

/**
 * Texts that were acknowledged before a backup began: by the product
 * to WhatsApp, and to the browser.
 */
type Acknowledged = { received: Set<string>; answered: Set<string> }
type Taken = { manifest: Manifest; before: Map<string, Acknowledged>; passphrase: string | undefined; place: string }

const root = mkdtempSync(join(tmpdir(), 'balcao-server-backup-'))
let simulator: Simulator
let server: TestServer
let shop: Shop
let login: { email: string; password: string }

beforeAll(async () => {
  simulator = await startWhatsApp(join(root, 'whatsapp'))
  server = await startServer({ simulator })
  const made = await setUpServer(server)
  login = made.admin
  const admin = await signIn(server, login.email, login.password)
  shop = await pairShop(server, { companyId: made.company.id, admin }, 'Padaria', NUMBER)
})
afterAll(async () => {
  await server?.close()
  await simulator?.close()
  rmSync(root, { recursive: true, force: true })
})

const all = <T, R>(list: readonly T[], work: (each: T) => Promise<R>): Promise<R[]> => Promise.all(list.map(work))

async function acknowledged(conversations: Conversation[]): Promise<Map<string, Acknowledged>> {
  const found = await all(conversations, async ({ phone, answered }) => {
    // Only what the product has told WhatsApp that it has.
    const own = (await shop.onPhone(phone)).filter(message => message.fromMe && message.ack >= DELIVERED)
    return [phone, { received: new Set(own.map(({ text = '' }) => text)), answered: new Set(answered) }] as const
  })
  return new Map(found)
}

async function takeBackup(conversations: Conversation[], passphrase: string | undefined): Promise<Taken> {
  const place = join(root, passphrase ? 'encrypted' : 'plain')
  const before = await acknowledged(conversations)
  const args = ['--to', place, '--data-dir', server.dataDir]
  const env: Record<string, string> = passphrase ? { BACKUP_PASSPHRASE: passphrase } : {}
  const { code, lines } = await runOperatorCommand('server/backup/backup.ts', args, env)
  expect(code, lines.join('\n')).toBe(0)
  const manifest = JSON.parse(readFileSync(lines.at(-1)!, 'utf8')) as Manifest
  return { manifest, before, passphrase, place }
}

/** Restores a backup and starts it beside nothing else. */
async function restore({ manifest, place, passphrase }: Taken, dataDir: string): Promise<TestServer> {
  const args = ['--from', place, '--at', manifest.moment, '--data-dir', dataDir]
  const env: Record<string, string> = passphrase ? { BACKUP_PASSPHRASE: passphrase } : {}
  const { code, lines } = await runOperatorCommand('server/backup/restore.ts', args, env)
  expect(code, lines.join('\n')).toBe(0)
  return startServer({ dataDir, simulator })
}

const count = (texts: (string | undefined)[], text: string) => texts.filter(each => each === text).length

describe('backups of a server in use', () => {
  const taken: Taken[] = []
  let conversations: Conversation[]
  let probe: Conversation

  it(
    'are taken while messages flow, it is killed and started again',
    async () => {
      ;[probe, ...conversations] = (await meet(shop, phones)) as [Conversation, ...Conversation[]]
      const load = converse(shop, conversations, SECONDS)
      const pause = (SECONDS * 1000) / (BACKUPS + 1)
      for (let n = 0; n < BACKUPS; n++) {
        await sleep(pause)
        const isKilled = n % 2 === 1
        const backup = takeBackup(conversations, isKilled ? PASSPHRASE : undefined)
        if (isKilled) {
          // It dies in the middle of the backup, which goes on with the one that is started again.
          await sleep(n * 400)
          await server.kill()
          await server.start()
        }
        taken.push(await backup)
        if (!isKilled) {
          await server.kill()
          await server.start()
        }
      }
      await load
      const args = ['--from', taken[0]!.place, '--data-dir', server.dataDir]
      const refused = await runOperatorCommand('server/backup/restore.ts', args)
      expect(refused).toEqual({ code: 1, lines: [expect.stringContaining('in use by a running product')] })
      await server.stop()
      expect(taken.map(({ manifest }) => manifest.stage)).toEqual(taken.map(() => 'server'))
    },
    LONGEST_MS,
  )

  it(
    'restored, have every message that was acknowledged before, once, and go on without a new QR code',
    async () => {
      for (const [n, backup] of taken.entries()) {
        const restored = await restore(backup, join(root, `restored-${n}`))
        const admin = await signIn(restored, login.email, login.password)
        const again = await shopOf(restored, { ...shop, admin })
        const connection = () => again.api<Whatsapp>('GET', `/whatsapp/${shop.connectionId}`)
        const connected = await until('the connection', async () => {
          const row = await connection()
          return row.status === 'CONNECTED' && row
        })
        expect(connected.qrcode || null).toBeNull()
        const counts = await all(conversations, async ({ phone, ticketId, tried, answered }) => {
          const before = backup.before.get(phone)!
          const bodies = async (fromMe: boolean) =>
            (await again.messages(ticketId)).filter(message => message.fromMe === fromMe).map(({ body }) => body)
          await until(`what ${phone} had written`, async () => {
            const received = await bodies(false)
            return [...before.received].every(text => received.includes(text))
          })
          const [received, sent] = [await bodies(false), await bodies(true)]
          // What came later was under way when the first server was stopped, in whatever order.
          const known = received.filter(text => before.received.has(text))
          expect(known).toEqual(tried.filter(text => before.received.has(text)))
          expect(received.filter(text => count(received, text) !== 1 || !tried.includes(text))).toEqual([])
          expect([...before.answered].filter(text => count(sent, text) !== 1)).toEqual([])
          expect(sent.filter(text => count(sent, text) !== 1)).toEqual([])
          // On the phone each answer once, whoever has sent it.
          const shown = async () =>
            (await again.onPhone(phone)).filter(message => !message.fromMe).map(message => message.text)
          await until(`the answers on ${phone}`, async () => {
            const texts = await shown()
            return sent.every(text => texts.includes(text))
          })
          const texts = await shown()
          expect(texts.filter(text => count(texts, text!) !== 1)).toEqual([])
          expect(answered.length).toBeGreaterThan(0)
          return received.length + sent.length
        })
        const [question, answer] = [`ainda aí, ${n}?`, `sempre, ${n}`]
        await customerWrites(again, probe, question)
        await until('the question', async () => {
          return (
            count(
              (await again.messages(probe.ticketId)).map(({ body }) => body),
              question,
            ) === 1
          )
        })
        await attendantAnswers(again, probe, answer)
        await until('the answer', async () => {
          return (
            count(
              (await again.onPhone(probe.phone)).map(({ text }) => text),
              answer,
            ) === 1
          )
        })
        expect((await connection()).qrcode || null).toBeNull()
        const { before, manifest } = backup
        const messages = counts.reduce((sum, each) => sum + each, 0)
        const known = [...before.values()].reduce((sum, each) => sum + each.received.size + each.answered.size, 0)
        console.log(`backup ${n}: ${known} acknowledged before, ${messages} restored, ${manifest.bytes} bytes`)
        await restored.close()
      }
    },
    LONGEST_MS,
  )
})
