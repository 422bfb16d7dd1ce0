import { setTimeout as sleep } from 'node:timers/promises'
import type { Campaign, CampaignReport } from '@balcao/shared/entities/campaign.ts'
import type { ContactList } from '@balcao/shared/entities/contact-list.ts'
import { seededRandom } from '../../demo/seed/random.ts'
import { openShop, type PhoneMessage, persist, type Shop, until } from '../../test/system/open-shop.ts'
import type { Product } from '../../test/system/start-product.ts'

export type CampaignPlan = {
  seed: number
  contacts: number
  kills: number
  /** The business's number; customers' numbers begin with `contactsFrom`. */
  number: string
  contactsFrom: string
  /** Average milliseconds between two kills. */
  pauseMs: number
  log: (line: string) => void
}

export type CampaignRun = {
  contacts: number
  /** Number of kills by program. */
  kills: Map<string, number>
  /** Phones with more than one copy of the message, and phones without it. */
  duplicates: string[]
  misses: string[]
  /** Number of messages that reached a phone again under the same id, and were dropped there. */
  copies: number
  /** Minutes from the start of the campaign until its last contact was acknowledged. */
  minutes: number
  finished: boolean
}

const TEXT = 'Liquidação de verão'
/** Maximum number of calls at once. */
const MAX_CONCURRENT = 12
/**
 * Milliseconds without progress after which the run gives up: a job whose worker was killed is
 * resumed after six minutes.
 */
const STUCK_MS = 480_000

/** Calls `work` for each, a few at once. */
async function forEach<T>(all: readonly T[], work: (each: T) => Promise<unknown>): Promise<void> {
  const left = [...all]
  const worker = async () => {
    for (let each = left.shift(); each !== undefined; each = left.shift()) {
      const now = each
      await persist(() => work(now))
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, worker))
}

/**
 * Runs a campaign without intervals to many phones, while parts of the product are killed in turn
 * and somebody cancels and restarts it. Ends when it is done or makes no progress; then reads the
 * messages of every phone.
 */
export async function runCampaign(product: Product, plan: CampaignPlan): Promise<CampaignRun> {
  const { contacts, log } = plan
  const shop = await openShop(product, 'Campanha', plan.number)
  const { api } = shop
  const phones = Array.from({ length: contacts }, (_, n) => plan.contactsFrom + String(n).padStart(5, '0'))
  const settings = {
    ...{ messageInterval: 0, longerIntervalAfter: 0, hoursStart: '00:00', hoursEnd: '00:00' },
    ...{ dailyLimit: 'off', failurePause: 'disabled' },
  }
  await api('POST', '/campaign-settings', { settings })
  const list = await api<ContactList>('POST', '/contact-lists', { name: 'Todos' })
  await forEach(phones, async number => {
    await shop.sim('POST', '/phones', { number, name: number })
    await addOnce(shop, list.id, number)
  })
  log(`${contacts} phones, and a list of them`)
  const campaign = await api<Campaign>('POST', '/campaigns', {
    name: 'Verão',
    message1: TEXT,
    whatsappId: shop.connectionId,
    contactListId: list.id,
    scheduledAt: new Date(Date.now() + 2000).toISOString(),
  })
  const statusOf = async () => (await persist(() => api<Campaign>('GET', `/campaigns/${campaign.id}`))).status
  const arrived = async () =>
    (await persist(() => api<CampaignReport>('GET', `/campaigns/${campaign.id}/report`))).delivered
  while ((await statusOf()) === 'PROGRAMADA') await sleep(500)
  const began = Date.now()
  log('it begins')
  const kills = await disturb(product, shop, campaign.id, plan)
  log(`${[...kills].map(([what, times]) => `${times} × ${what}`).join(', ')} killed; waiting for the rest`)
  const finished = await untilDone(statusOf, arrived, log)
  const minutes = (Date.now() - began) / 60_000
  const duplicates: string[] = []
  const misses: string[] = []
  let copies = 0
  await forEach(phones, async phone => {
    const got = (await messagesOf(shop, phone)).filter(({ text }) => text === TEXT)
    if (got.length === 0) misses.push(phone)
    if (got.length > 1) duplicates.push(phone)
    copies += got.reduce((sum, message) => sum + Math.max(0, (message.copies ?? 1) - 1), 0)
  })
  return { contacts, kills, duplicates, misses, copies, minutes, finished }
}

/** Adds a number unless the list has it: an unanswered call may have been carried out. */
async function addOnce({ api }: Shop, contactListId: string, number: string): Promise<void> {
  try {
    await api('POST', '/contact-list-items', { contactListId, number, name: `Pessoa ${number.slice(-5)}` })
  } catch (error) {
    if (!String(error).includes('ERR_CONTACT_LIST_ITEM_ALREADY_EXISTS')) throw error
  }
}

const messagesOf = (shop: Shop, phone: string) =>
  shop.sim<PhoneMessage[]>('GET', `/phones/${phone}/messages?after=0&limit=20`)

/** Kills part after part; in the middle cancels the campaign and restarts it a little later. */
async function disturb(
  product: Product,
  { api }: Shop,
  campaignId: string,
  { seed, kills, pauseMs, log }: CampaignPlan,
) {
  const random = seededRandom(seed)
  const parts = [
    ['the session host', product.killHost],
    ['the workers', product.killWorkers],
    ['the table', product.killTable],
    ['the queues', product.killQueues],
    ['everything', product.killAll],
  ] as const
  const done = new Map<string, number>()
  for (let n = 0; n < kills; n++) {
    await sleep(pauseMs / 2 + random.below(pauseMs))
    const [what, kill] = parts[n % parts.length]!
    // It may still be restarting after the last kill.
    await until(`a life of ${what}`, () =>
      kill().then(
        () => true,
        () => false,
      ),
    )
    done.set(what, (done.get(what) ?? 0) + 1)
    if (n !== Math.floor(kills / 2)) continue
    const move = (name: string) =>
      persist(() => api('POST', `/campaigns/${campaignId}/${name}`)).catch(error => {
        // An unanswered call may have been carried out.
        if (!String(error).includes('ERR_CAMPAIGN_STATUS')) throw error
      })
    await move('cancel')
    await sleep(pauseMs / 2)
    await move('restart')
    log('canceled and restarted')
  }
  return done
}

/** Waits until the campaign is done or makes no progress. Resolves with true when it is done. */
async function untilDone(statusOf: () => Promise<string>, arrived: () => Promise<number>, log: (line: string) => void) {
  let best = -1
  let moved = Date.now()
  for (let looked = 0; ; looked++) {
    if ((await statusOf()) === 'FINALIZADA') return true
    if (looked % 15 === 0) {
      const now = await arrived()
      log(`${now} phones have it`)
      if (now > best) {
        best = now
        moved = Date.now()
      }
      if (Date.now() - moved > STUCK_MS) return false
    }
    await sleep(1000)
  }
}
