import type { InboundEvent } from '@balcao/shared/events/queues.ts'
import { proto, type WAMessage } from '@whiskeysockets/baileys'
import { expect, it } from 'vitest'
import { Reactions } from './reactions.ts'

const ids = { companyId: 'c', connectionId: 'n' }
const ANA = '5511988887777@s.whatsapp.net'
const NOW = 1_700_000_100_000

function world() {
  const published: { behind: string; event: InboundEvent; identity: string }[] = []
  const reactions = new Reactions({
    ids,
    unfinished: {
      emitAfter: async (behind, event, _group, identity) => void published.push({ behind, event, identity }),
    },
    conversations: {
      place: async () => ({ chat: { number: '5511988887777' }, group: 'g' }),
      isSelf: jid => jid === '5511900000001@s.whatsapp.net',
    },
    directory: { complete: async () => ({ number: '5511977776666' }) },
  })
  return { react: (message: WAMessage) => reactions.take(message, NOW), published }
}

const reaction = (
  changes: proto.Message.IReactionMessage = {},
  key: WAMessage['key'] = { id: 'R1', remoteJid: ANA, fromMe: false },
): WAMessage => ({
  key,
  pushName: 'Bia',
  messageTimestamp: 1_700_000_000,
  message: proto.Message.create({
    reactionMessage: {
      key: { id: 'M1', remoteJid: ANA, fromMe: true },
      text: '👍',
      senderTimestampMs: NOW - 5,
      ...changes,
    },
  }),
})

it('is published after the message it is about, with the time its author gives it', async () => {
  const { react, published } = world()
  await react(reaction())
  await react(reaction({ text: '' }, { id: 'R2', remoteJid: ANA, fromMe: true }))
  const about = { ...ids, type: 'reaction', whatsappMessageId: 'M1', chat: { number: '5511988887777' }, at: NOW - 5 }
  expect(published.map(({ event }) => event)).toEqual([
    { ...about, fromMe: false, emoji: '👍' },
    { ...about, fromMe: true, emoji: '' },
  ])
  expect(published.map(({ behind }) => behind)).toEqual(['M1', 'M1'])
  expect(new Set(published.map(({ identity }) => identity)).size).toBe(2)
})

it('in a group names its author', async () => {
  const { react, published } = world()
  await react(reaction({}, { id: 'R1', remoteJid: '120363@g.us', participant: '77@lid', fromMe: false }))
  expect(published[0]!.event).toMatchObject({
    group: { id: '120363' },
    sender: { number: '5511977776666', name: 'Bia' },
  })
})

it('has no time after it came, and WhatsApp’s when its author gives none', async () => {
  const { react, published } = world()
  await react(reaction({ senderTimestampMs: NOW + 86_400_000 }))
  await react(reaction({ senderTimestampMs: null }))
  expect(published.map(({ event }) => 'at' in event && event.at)).toEqual([NOW, 1_700_000_000_000])
})

it.each<[string, WAMessage]>([
  ['to no message', reaction({ key: null })],
  ['to a status', reaction({}, { id: 'R1', remoteJid: 'status@broadcast', participant: ANA, fromMe: false })],
  ['in the chat with ourselves', reaction({}, { id: 'R1', remoteJid: '5511900000001@s.whatsapp.net', fromMe: true })],
  ['of words', reaction({ text: 'compre' })],
  ['of two emoji', reaction({ text: '👍👍' })],
])('%s is nobody’s news', async (_, message) => {
  const { react, published } = world()
  await react(message)
  expect(published).toEqual([])
})
