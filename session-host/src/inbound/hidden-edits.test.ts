import type { InboundEvent } from '@balcao/shared/events/queues.ts'
import { proto, type WAMessage } from '@whiskeysockets/baileys'
import { expect, it } from 'vitest'
import { HiddenEdits, hiddenEditIn } from './hidden-edits.ts'

const ids = { companyId: 'c', connectionId: 'n' }
const ANA = '5511988887777@s.whatsapp.net'
const { EVENT_EDIT, MESSAGE_EDIT, UNKNOWN } = proto.Message.SecretEncryptedMessage.SecretEncType

function world() {
  const published: { behind: string; event: InboundEvent; identity: string }[] = []
  const edits = new HiddenEdits({
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
  return { take: (message: WAMessage) => edits.take(message, 1_700_000_100_000), published }
}

const edit = (
  key: WAMessage['key'] = { id: 'E1', remoteJid: ANA, fromMe: false },
  secretEncType = MESSAGE_EDIT,
  target: proto.IMessageKey | null = { id: 'M1', fromMe: true },
): WAMessage => ({
  key,
  messageTimestamp: 1_700_000_000,
  message: proto.Message.create({ secretEncryptedMessage: { targetMessageKey: target, secretEncType } }),
})

it('marks the message it names, behind it; whose it is comes from the envelope', async () => {
  const { take, published } = world()
  await take(edit())
  await take(edit({ id: 'E2', remoteJid: ANA, fromMe: true }, EVENT_EDIT))
  const about = { ...ids, type: 'hiddenEdit', whatsappMessageId: 'M1', chat: { number: '5511988887777' } }
  expect(published.map(({ event }) => event)).toEqual([
    { ...about, fromMe: false, at: 1_700_000_000_000 },
    { ...about, fromMe: true, at: 1_700_000_000_000 },
  ])
  expect(published.map(({ behind }) => behind)).toEqual(['M1', 'M1'])
  expect(new Set(published.map(({ identity }) => identity)).size).toBe(2)
})

it('in a group names its author', async () => {
  const { take, published } = world()
  await take(edit({ id: 'E1', remoteJid: '120363@g.us', participant: '77@lid', fromMe: false }))
  expect(published[0]!.event).toMatchObject({ group: { id: '120363' }, sender: { number: '5511977776666' } })
})

it('is found in the wrappers of a disappearing message', () => {
  const { message } = edit()
  expect(hiddenEditIn({ key: {}, message: { ephemeralMessage: { message: message! } } })).toBe('M1')
})

it.each<[string, WAMessage]>([
  ['of no message', edit(undefined, MESSAGE_EDIT, null)],
  ['of an unknown kind', edit(undefined, UNKNOWN)],
  ['of a status', edit({ id: 'E1', remoteJid: 'status@broadcast', participant: ANA, fromMe: false })],
  ['in the chat with ourselves', edit({ id: 'E1', remoteJid: '5511900000001@s.whatsapp.net', fromMe: true })],
])('%s is nobody’s news', async (_, message) => {
  const { take, published } = world()
  await take(message)
  expect(published).toEqual([])
})
