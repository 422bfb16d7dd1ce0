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

class Model {
  now = Date.parse('2026-11-20T14:00:00Z')
  sendQueue: SendQueue & { version: number } = { ...EMPTY_SEND_QUEUE, version: 0 }
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
      this.write(joinSendQueue(this.sendQueue, id, this.now))
    }
  }

  write(sendQueue: SendQueue) {
    this.sendQueue = { ...sendQueue, version: this.sendQueue.version + 1 }
    if (this.sendQueue.campaigns.length > 0) this.ticks.push(this.sendQueue.seq)
  }

  /** Reads queue and contact, as a worker does; its later write is refused when either changed. */
  read(seq: number) {
    if (seq !== this.sendQueue.seq) return undefined
    for (const id of this.sendQueue.campaigns) {
      const contact = this.contacts[id]!.find(each => nextStage(each.state, false) !== undefined)
      if (contact) return { sendQueue: this.sendQueue, id, contact }
    }
    return { sendQueue: this.sendQueue, id: undefined, contact: undefined }
  }

  commit({ sendQueue, id, contact }: NonNullable<ReturnType<Model['read']>>, dies: 'before' | 'behind' | 'no') {
    if (dies === 'before' || sendQueue.version !== this.sendQueue.version) return
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
    this.sendQueue = { ...after, version: this.sendQueue.version + 1 }
    if (dies === 'no') this.ticks.push(this.sendQueue.seq)
  }

  /** Does the work of the timer and the sweep: repeats the queue's tick and unanswered commands. */
  mend() {
    if (this.sendQueue.campaigns.length > 0) this.ticks.push(this.sendQueue.seq)
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

function happen(model: Model, given: Event) {
  model.now += 1000
  switch (given.type) {
    case 'tick': {
      const [seq] = model.ticks.splice(given.nth % Math.max(1, model.ticks.length), given.twice ? 0 : 1)
      if (seq === undefined) return
      const [one, other] = [model.read(seq), given.beside ? model.read(seq) : undefined]
      if (one) model.commit(one, given.dies)
      if (other) model.commit(other, 'no')
      return
    }
    case 'command': {
      const [command] = model.commands.splice(given.nth % Math.max(1, model.commands.length), given.twice ? 0 : 1)
      if (command) model.carryOut(command, given.fate)
      return
    }
    case 'move': {
      const id = `c${given.campaign}`
      if (model.status[id] === 'EM_ANDAMENTO') {
        model.status[id] = 'CANCELADA'
        model.write(leaveSendQueue(model.sendQueue, id, model.now))
      } else if (model.status[id] === 'CANCELADA') {
        model.status[id] = 'EM_ANDAMENTO'
        model.write(joinSendQueue(model.sendQueue, id, model.now))
      }
      return
    }
    case 'mend':
      return model.mend()
  }
}

it('sends each contact one message, whatever is repeated, lost, killed, canceled and restarted', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 120 }), fc.nat(6), fc.nat(6), (events, a, b) => {
      const model = new Model([a + 1, b + 1])
      for (const each of events) {
        happen(model, each)
        // One transaction sent to a contact whose command leaves for the first time.
        const first = model.commands.filter(({ again }) => !again).map(({ campaign, key }) => `${campaign}#${key}`)
        expect(new Set(first).size).toBe(first.length)
      }
      expect(model.afterCancel).toBe(0)
      // Nothing prevents the end from here on.
      for (const id of Object.keys(model.status))
        if (model.status[id] === 'CANCELADA') happen(model, { type: 'move', campaign: Number(id.slice(1)) })
      for (let round = 0; round < 60; round++) {
        model.mend()
        for (const seq of model.ticks.splice(0)) {
          const found = model.read(seq)
          if (found) model.commit(found, 'no')
        }
        for (const command of model.commands.splice(0)) model.carryOut(command, 'sent')
      }
      const everybody = Object.entries(model.contacts).flatMap(([id, rows]) => rows.map(row => `${id}#${row.key}`))
      expect([...model.taken.keys()].sort()).toEqual(everybody.sort())
      for (const rows of Object.values(model.contacts))
        for (const row of rows) expect([row.state, row.inFlight]).toEqual(['delivered', null])
    }),
    { numRuns: 300 },
  )
})
