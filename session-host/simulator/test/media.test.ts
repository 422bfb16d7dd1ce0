import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Simulator, startSimulator } from '../server.ts'
import { eventually, TestClient } from './test-client.ts'
import { trustCa } from './trust-ca.ts'

const SHOP = '5511900000001'
const ANA = '5511988887777'

let simulator: Simulator
let client: TestClient

beforeAll(async () => {
  simulator = await startSimulator()
  trustCa(simulator.caPem)
  simulator.addPhone({ number: ANA, name: 'Ana' })
  client = await new TestClient(simulator).link(SHOP, 'Loja')
})

afterAll(async () => {
  expect(simulator.network.errors).toEqual([])
  client.end()
  await simulator.close()
})

const row = (type: string, fromMe: boolean) =>
  eventually(() =>
    simulator.network.store.messages(ANA, {}).find(one => one.entry.type === type && one.fromMe === fromMe),
  )

it.each([
  ['image', 'imageMessage', 'image/png'],
  ['video', 'videoMessage', 'video/mp4'],
  ['audio', 'audioMessage', 'audio/ogg; codecs=opus'],
  ['document', 'documentMessage', 'application/pdf'],
  ['sticker', 'stickerMessage', 'image/webp'],
] as const)('%s goes from the phone to the client', async (type, field, mimetype) => {
  const media = randomBytes(40_000)
  const id = await simulator.phone(ANA).send(SHOP, { type, media, mimetype })
  const message = await client.message(one => one.key.id === id)
  expect(message.message?.[field]?.mimetype).toBe(mimetype)
  expect((await client.download(message, {})).equals(media)).toBe(true)
})

it('a document with a caption is wrapped, as the apps wrap it', async () => {
  const media = randomBytes(100)
  const draft = { type: 'document', media, text: 'segue', fileName: 'boleto.pdf' } as const
  const id = await simulator.phone(ANA).send(SHOP, draft)
  const message = await client.message(one => one.key.id === id)
  const document = message.message?.documentWithCaptionMessage?.message?.documentMessage
  expect(document).toMatchObject({ fileName: 'boleto.pdf', caption: 'segue' })
  expect((await client.download(message, {})).equals(media)).toBe(true)
})

it('every kind goes from the client to the phone and opens there', async () => {
  const phone = simulator.phone(ANA)
  const bytes = randomBytes(30_000)
  const to = phone.pn
  await client.sock.sendMessage(to, {
    document: bytes,
    mimetype: 'application/pdf',
    fileName: 'a.pdf',
    caption: 'veja',
  })
  const document = await row('document', false)
  expect(document.entry).toMatchObject({ fileName: 'a.pdf', caption: 'veja', mimetype: 'application/pdf' })
  expect((await phone.media(document))?.equals(bytes)).toBe(true)

  await client.sock.sendMessage(to, { audio: bytes, mimetype: 'audio/ogg; codecs=opus', ptt: true, seconds: 2 })
  const audio = await row('audio', false)
  expect(audio.entry.ptt).toBe(true)
  expect((await phone.media(audio))?.equals(bytes)).toBe(true)

  await client.sock.sendMessage(to, { video: bytes, caption: 'vídeo', jpegThumbnail: '' })
  expect((await phone.media(await row('video', false)))?.equals(bytes)).toBe(true)

  await client.sock.sendMessage(to, { image: bytes, jpegThumbnail: '' })
  expect((await phone.media(await row('image', false)))?.equals(bytes)).toBe(true)
})

it('serves a profile picture that is a PNG, trusted by the authority alone', async () => {
  const url = await client.sock.profilePictureUrl(simulator.phone(ANA).pn)
  const response = await fetch(url!)
  expect(response.headers.get('content-type')).toBe('image/png')
  expect(
    Buffer.from(await response.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG')
})
