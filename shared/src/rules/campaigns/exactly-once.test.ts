/**
 * A model of a send queue with its contacts, under all possible events: ticks that are duplicated,
 * late or lost, processes that die between the transaction and the commands, commands that are lost
 * or duplicated, connections that are deleted, and people who cancel and restart. Transactions run
 * as in the table: all or nothing, on the versions that were read.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DEFAULT_CAMPAIGN_SETTINGS } from '../../entities/campaign.ts'
import { acknowledge, markSent, markUnsent, nextStage, type RecipientSnapshot } from './recipient-transitions.ts'
import {
  EMPTY_SEND_QUEUE,
  idleSendQueue,
  joinSendQueue,
  leaveSendQueue,
  recordSend,
  type SendQueue,
} from './send-queue.ts'

type Contact = RecipientSnapshot & { key: string; version: number; tries: number }
type Command = { campaign: string; key: string; again: boolean }

const settings = { ...DEFAULT_CAMPAIGN_SETTINGS, messageInterval: 5 as const }
const NOBODY: Omit<Contact, 'key'> = {
  state: 'waiting',
  confirmationRequestedAt: null,
  confirmedAt: null,
  sentAt: null,
  deliveredAt: null,
  readAt: null,
  inFlight: null,
  version: 1,
  tries: 0,
}

class World {
  now = Date.parse('2026-11-20T14:00:00Z')
  lane: SendQueue & { version: number } = { ...EMPTY_SEND_QUEUE, version: 0 }
  status: Record<string, 'EM_ANDAMENTO' | 'CANCELADA' | 'FINALIZADA'> = {}
  contacts: Record<string, Contact[]> = {}
  /** Ticks and commands on their way. */
  ticks: number[] = []
  commands: Command[] = []
  /** Messages accepted by WhatsApp, by id; a second one with an id is the same message. */
  taken = new Map<string, number>()
  /** Number of messages sent while their campaign was canceled. */
  afterCancel = 0

  constructor(sizes: readonly number[]) {
    for (const [i, size] of sizes.entries()) {
      const id = `c${i}`
      this.status[id] = 'EM_ANDAMENTO'
      this.contacts[id] = Array.from({ length: size }, (_, n) => ({ ...NOBODY, key: String(n) }))
      this.write(joinSendQueue(this.lane, id, this.now))
    }
  }

  write(sendQueue: SendQueue) {
    this.lane = { ...sendQueue, version: this.lane.version + 1 }
    if (this.lane.campaigns.length > 0) this.ticks.push(this.lane.seq)
  }

  /** Reads queue and contact, as a worker does; its later write is refused when either changed. */
  read(seq: number) {
    if (seq !== this.lane.seq) return undefined
    for (const id of this.lane.campaigns) {
      const contact = this.contacts[id]!.find(each => nextStage(each.state, false) !== undefined)
      if (contact) return { lane: this.lane, id, contact }
    }
    return { lane: this.lane, id: undefined, contact: undefined }
  }

  commit({ lane: sendQueue, id, contact }: NonNullable<ReturnType<World['read']>>, dies: 'before' | 'behind' | 'no') {
    if (dies === 'before' || sendQueue.version !== this.lane.version) return
    const after = id
      ? recordSend(sendQueue, id, { now: this.now, timeZone: 'UTC', settings }, 0.5)
      : idleSendQueue(sendQueue, this.now, 60_000)
    if (contact && id) {
      const row = this.contacts[id]!.find(({ key }) => key === contact.key)!
      if (row.version !== contact.version) return
      Object.assign(row, markSent('message', this.now), { version: row.version + 1, tries: row.tries + 1 })
      if (this.status[id] !== 'EM_ANDAMENTO') this.afterCancel += 1
      if (dies === 'no') this.commands.push({ campaign: id, key: contact.key, again: row.tries > 1 })
    }
    this.lane = { ...after, version: this.lane.version + 1 }
    if (dies === 'no') this.ticks.push(this.lane.seq)
  }

  /** Does the work of the timer and the sweep: repeats the queue's tick and unanswered commands. */
  mend() {
    if (this.lane.campaigns.length > 0) this.ticks.push(this.lane.seq)
    for (const [campaign, contacts] of Object.entries(this.contacts))
      for (const { key, inFlight } of contacts) if (inFlight) this.commands.push({ campaign, key, again: true })
  }

  carryOut({ campaign, key }: Command, fate: 'sent' | 'lost' | 'closed') {
    const row = this.contacts[campaign]!.find(each => each.key === key)!
    if (fate === 'lost') return
    const id = `${campaign}#${key}`
    const changes =
      fate === 'closed' ? markUnsent(row, 'message') : (acknowledge(row, 'message', 2, this.now) ?? undefined)
    if (fate === 'sent') this.taken.set(id, (this.taken.get(id) ?? 0) + 1)
    if (changes) Object.assign(row, changes, { version: row.version + 1 })
  }
}

type Event =
  | { type: 'tick'; nth: number; dies: 'before' | 'behind' | 'no'; twice: boolean; beside: boolean }
  | { type: 'command'; nth: number; fate: 'sent' | 'lost' | 'closed'; twice: boolean }
  | { type: 'move'; campaign: number }
  | { type: 'mend' }

const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('tick' as const),
      nth: fc.nat(5),
      dies: fc.constantFrom('no' as const, 'no' as const, 'before' as const, 'behind' as const),
      twice: fc.boolean(),
      beside: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('command' as const),
      nth: fc.nat(5),
      fate: fc.constantFrom('sent' as const, 'sent' as const, 'lost' as const, 'closed' as const),
      twice: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('move' as const), campaign: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.constant({ type: 'mend' as const }) },
)

function happen(world: World, given: Event) {
  world.now += 1000
  switch (given.type) {
    case 'tick': {
      const [seq] = world.ticks.splice(given.nth % Math.max(1, world.ticks.length), given.twice ? 0 : 1)
      if (seq === undefined) return
      const [one, other] = [world.read(seq), given.beside ? world.read(seq) : undefined]
      if (one) world.commit(one, given.dies)
      if (other) world.commit(other, 'no')
      return
    }
    case 'command': {
      const [command] = world.commands.splice(given.nth % Math.max(1, world.commands.length), given.twice ? 0 : 1)
      if (command) world.carryOut(command, given.fate)
      return
    }
    case 'move': {
      const id = `c${given.campaign}`
      if (world.status[id] === 'EM_ANDAMENTO') {
        world.status[id] = 'CANCELADA'
        world.write(leaveSendQueue(world.lane, id, world.now))
      } else if (world.status[id] === 'CANCELADA') {
        world.status[id] = 'EM_ANDAMENTO'
        world.write(joinSendQueue(world.lane, id, world.now))
      }
      return
    }
    case 'mend':
      return world.mend()
  }
}

it('sends each contact one message, whatever is repeated, lost, killed, canceled and restarted', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 120 }), fc.nat(6), fc.nat(6), (events, a, b) => {
      const world = new World([a + 1, b + 1])
      for (const each of events) {
        happen(world, each)
        // One transaction sent to a contact whose command leaves for the first time.
        const first = world.commands.filter(({ again }) => !again).map(({ campaign, key }) => `${campaign}#${key}`)
        expect(new Set(first).size).toBe(first.length)
      }
      expect(world.afterCancel).toBe(0)
      // Nothing prevents the end from here on.
      for (const id of Object.keys(world.status))
        if (world.status[id] === 'CANCELADA') happen(world, { type: 'move', campaign: Number(id.slice(1)) })
      for (let round = 0; round < 60; round++) {
        world.mend()
        for (const seq of world.ticks.splice(0)) {
          const found = world.read(seq)
          if (found) world.commit(found, 'no')
        }
        for (const command of world.commands.splice(0)) world.carryOut(command, 'sent')
      }
      const everybody = Object.entries(world.contacts).flatMap(([id, rows]) => rows.map(row => `${id}#${row.key}`))
      expect([...world.taken.keys()].sort()).toEqual(everybody.sort())
      for (const rows of Object.values(world.contacts))
        for (const row of rows) expect([row.state, row.inFlight]).toEqual(['delivered', null])
    }),
    { numRuns: 300 },
  )
})
