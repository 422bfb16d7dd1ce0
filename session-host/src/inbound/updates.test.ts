import type { InboundEvent } from '@balcao/shared/events/queues.ts'
import { proto, type WAMessageKey, type WAMessageUpdate } from '@whiskeysockets/baileys'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createLog } from '../log.ts'
import { Updates } from './updates.ts'

const { Status } = proto.WebMessageInfo
const { StubType } = proto.WebMessageInfo
const ids = { companyId: 'c', connectionId: 'n' }
const key: WAMessageKey = { id: 'M1', remoteJid: '5511988887777@s.whatsapp.net', fromMe: true }

function world() {
  const published: { behind: string; event: InboundEvent; identity: string }[] = []
  const updates = new Updates({
    ids,
    unfinished: {
      emitAfter: async (behind, event, _group, identity) => void published.push({ behind, event, identity }),
    },
    conversations: { place: async () => ({ chat: { number: '5511988887777' }, group: 'g' }) },
    directory: { complete: async jid => ({ number: String(jid).split('@')[0] ?? '' }) },
    log: createLog('silent'),
  })
  return {
    acknowledge: (...change: Parameters<Updates['acknowledge']>) => updates.acknowledge(...change),
    update: (change: WAMessageUpdate) => updates.update(change),
    published,
  }
}

it('a status of ours is published after its message, once sent; a refusal with its error', async () => {
  const { acknowledge, published } = world()
  for (const status of [
    Status.PENDING,
    Status.SERVER_ACK,
    Status.DELIVERY_ACK,
    Status.READ,
    Status.PLAYED,
    Status.ERROR,
  ]) {
    await acknowledge(key, status)
  }
  const ack = { ...ids, type: 'ack', whatsappMessageId: 'M1' }
  expect(published.map(({ event }) => event)).toEqual([
    { ...ack, ack: 2 },
    { ...ack, ack: 3 },
    { ...ack, ack: 4 },
    { ...ack, ack: 5 },
    { ...ack, ack: 0, error: 'ERR_SENDING_WAPP_MSG' },
  ])
  expect(new Set(published.map(({ behind }) => behind))).toEqual(new Set(['M1']))
})

it.each<[string, WAMessageKey]>([
  ['of somebody else', { ...key, fromMe: false }],
  ['without an id', { ...key, id: undefined }],
  ['of no chat', { ...key, remoteJid: undefined }],
])('a status of a message %s is nobody’s news', async (_, of) => {
  const { acknowledge, published } = world()
  await acknowledge(of, Status.READ)
  expect(published).toEqual([])
})

it('acknowledgements only rise: a higher status is never published as a lower one, and the same is the same event', async () => {
  const status = fc.constantFrom(
    ...Object.values(Status).filter(value => typeof value === 'number'),
    99,
    undefined,
    null,
  )
  await fc.assert(
    fc.asyncProperty(fc.array(status), async statuses => {
      const { acknowledge, published } = world()
      const seen: { status: number; ack: number; identity: string }[] = []
      for (const one of statuses) {
        const before = published.length
        await acknowledge(key, one)
        const now = published[before]
        if (now?.event.type !== 'ack' || now.event.error) continue
        expect(now.event.ack).toBeGreaterThanOrEqual(2)
        seen.push({ status: one!, ack: now.event.ack, identity: now.identity })
      }
      const rising = seen.toSorted((a, b) => a.status - b.status)
      for (const [at, one] of rising.entries()) {
        const next = rising[at + 1]
        if (!next) continue
        expect(next.ack).toBeGreaterThanOrEqual(one.ack)
        expect(next.identity === one.identity).toBe(next.status === one.status)
      }
    }),
  )
})

it('a deletion and an edit are published with their time; an edit to nothing a person reads is not', async () => {
  const { update, published } = world()
  const messageTimestamp = 1_700_000_000
  const edited = (message: proto.IMessage) => ({ message: { editedMessage: { message } }, messageTimestamp })
  await update({ key, update: { messageStubType: StubType.REVOKE, messageTimestamp } })
  await update({ key: { ...key, fromMe: false }, update: edited({ conversation: 'melhor' }) })
  await update({ key, update: edited({ reactionMessage: {} }) })
  await update({ key: { ...key, remoteJid: 'status@broadcast' }, update: edited({ conversation: 'x' }) })
  const at = messageTimestamp * 1000
  const chat = { number: '5511988887777' }
  expect(published.map(({ event }) => event)).toEqual([
    { ...ids, chat, type: 'delete', whatsappMessageId: 'M1', fromMe: true, at },
    { ...ids, chat, type: 'edit', whatsappMessageId: 'M1', fromMe: false, body: 'melhor', at },
  ])
})

it('in a group a deletion tells who deletes', async () => {
  const { update, published } = world()
  const remoteJid = '120363000000000001@g.us'
  const change = { messageStubType: StubType.REVOKE, messageTimestamp: 1_700_000_000 }
  await update({
    key: { id: 'M1', remoteJid, fromMe: false, participant: '5511966665555@s.whatsapp.net' },
    update: change,
  })
  await update({ key: { id: 'M2', remoteJid, fromMe: true }, update: change })
  const group = { id: '120363000000000001' }
  expect(published.map(({ event }) => event)).toMatchObject([{ group, sender: { number: '5511966665555' } }, { group }])
  expect(published[1]!.event).not.toHaveProperty('sender')
})

it('a refusal by an update carries WhatsApp’s code to the log alone', async () => {
  const { update, published } = world()
  await update({ key, update: { status: Status.ERROR, messageStubParameters: ['463'] } })
  expect(published).toHaveLength(1)
  expect(JSON.stringify(published[0]!.event)).not.toContain('463')
})
