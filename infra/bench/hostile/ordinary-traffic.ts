import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Message } from '@balcao/shared/entities/message.ts'
import type { Random } from '../../demo/seed/random.ts'
import { passes, persist, type Shop, until } from '../../test/system/open-shop.ts'
import type { Product } from '../../test/system/start-product.ts'
import { type Browser, listenAsBrowser } from './listen-browser.ts'

/** A message of a customer or attendant, and its moments (`performance.now`). */
export type ExchangedMessage = {
  /** Identity of the message on the other side: its text, or its size when it is audio. */
  mark: string
  /** Moment before the phone, or the attendant's browser, began to send it. */
  at: number
  /**
   * Moment when the simulator, or the product, had accepted it; undefined when it refused it or
   * ended before its answer.
   */
  taken?: number
  /**
   * From a customer: moment when the attendant's browser received it. From an attendant: moment of
   * WhatsApp's acknowledgement.
   */
  arrived?: number
  /** Number of arrivals, if more than one. */
  repeats?: number
  /** SHA-256 of its file. */
  digest?: string
}

export type Conversation = { phone: string; ticketId: string; asked: ExchangedMessage[]; answered: ExchangedMessage[] }

/** Ordinary customers of a company, the attendant who answers them, and all their messages. */
export type OrdinaryTraffic = {
  shop: Shop
  conversations: Conversation[]
  browser: Browser
  /** Returns connection states other than CONNECTED that the browser received. */
  outages: () => readonly string[]
  /** Returns the marks of files that arrived with other bytes. */
  corrupt: () => readonly string[]
  /**
   * Returns the failures, by message. Excludes a simulator that did not answer: its message may be
   * there or not.
   */
  failures: () => readonly string[]
  /** Lets the next customer write and the next attendant answer. Waits for neither. */
  tick: () => void
  /** Resolves when everything that was begun has been sent. */
  quiet: () => Promise<void>
  close: () => void
}

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
export const soundOf = (size: number): string => `som de ${size}`
export const markOf = ({ body, media }: Message): string => body || (media ? soundOf(media.size) : '')

/** Size that makes two audios of a run differ. */
const SOUND_BYTES = 4000
const FILE_BYTES = { least: 20_000, more: 200_000 }

type File = { kind: 'image' | 'document' | 'audio'; mimetype: string; fileName: string; bytes: Buffer }

/**
 * Starts a company's ordinary traffic: its customers write for the first time and their tickets are
 * accepted.
 * @param numbers the customers' phones
 */
export async function startOrdinaryTraffic(
  product: Product,
  shop: Shop,
  numbers: string[],
  random: Random,
): Promise<OrdinaryTraffic> {
  for (const number of numbers) await shop.sim('POST', '/phones', { number, name: `Cliente ${number.slice(-4)}` })
  const greeting = (phone: string) => `${phone} bom dia`
  await Promise.all(numbers.map(phone => shop.write(phone, greeting(phone))))
  const waiting = await until('a ticket of each customer', async () => {
    const tickets = await shop.tickets('pending')
    return numbers.every(phone => tickets.some(({ contact }) => contact.number === phone)) && tickets
  })
  const conversations = numbers.map((phone): Conversation => {
    const { id } = waiting.find(({ contact }) => contact.number === phone)!
    // Sent before the browser connected: it must be there like all others, but has no latency.
    return { phone, ticketId: id, asked: [{ mark: greeting(phone), at: Number.NaN }], answered: [] }
  })
  await Promise.all(
    conversations.map(({ ticketId }) =>
      shop.api('PUT', `/tickets/${ticketId}`, { status: 'open', userId: shop.userId }),
    ),
  )

  /** Messages of customers, by ticket and mark. */
  const asked = new Map<string, ExchangedMessage>()
  /** Messages of attendants, by id; the acknowledgement may come before the answer to the POST. */
  const answered = new Map<string, ExchangedMessage>()
  const acknowledged = new Map<string, number>()
  const joined = new Set<string>()
  const outages: string[] = []
  const corrupt: string[] = []
  const failures: string[] = []
  const under = new Set<Promise<unknown>>()

  const track = (work: Promise<unknown>) => {
    const done = work
      .catch(error => failures.push(error instanceof Error ? error.message : String(error)))
      .finally(() => under.delete(done))
    under.add(done)
  }

  async function verify(message: Message, sent: ExchangedMessage): Promise<void> {
    const bytes = await persist(async () => Buffer.from(await (await fetch(message.mediaUrl!)).arrayBuffer()))
    if (digestOf(bytes) !== sent.digest) corrupt.push(sent.mark)
  }

  function onEvent(channel: string, payload: Record<string, unknown>, at: number): void {
    if (channel === 'whatsappSession') {
      const { status } = payload.session as { status: string }
      if (status !== 'CONNECTED') outages.push(status)
    }
    // A browser that opens a conversation receives its other viewers.
    if (payload.action === 'viewers') joined.add(String(payload.ticketId))
    if (channel !== 'appMessage') return
    const message = payload.message as Message
    if (message.fromMe) {
      if (message.ack < 2 || acknowledged.has(message.id)) return
      acknowledged.set(message.id, at)
      const sent = answered.get(message.id)
      if (sent) sent.arrived = at
      return
    }
    if (payload.action !== 'create') return
    const sent = asked.get(`${message.ticketId} ${markOf(message)}`)
    if (!sent) return
    if (sent.arrived !== undefined) {
      sent.repeats = (sent.repeats ?? 0) + 1
      return
    }
    sent.arrived = at
    if (sent.digest && message.mediaUrl) track(verify(message, sent))
    else if (sent.digest) corrupt.push(sent.mark)
  }

  const browser = await listenAsBrowser({
    wsUrl: `${product.url.replace('http', 'ws')}/ws`,
    token: shop.admin.token,
    rooms: () => [
      { action: 'ready' },
      { action: 'joinNotification' },
      { action: 'joinTickets', status: 'open' },
      { action: 'joinTickets', status: 'pending' },
      // Acknowledgements are published to the conversation's room.
      ...conversations.map(({ ticketId }) => ({ action: 'joinChatBox', ticketId })),
    ],
    onEvent,
  })
  // From here on the browser receives every event.
  await until('the rooms to be joined', async () => joined.size >= conversations.length)

  let sounds = 0
  /** Returns a picture, a document or a voice note for some messages; most are texts. */
  function fileOf(name: string): File | undefined {
    const die = random.below(30)
    if (die > 5) return undefined
    // Files begin as their kind requires: the product checks it.
    const JPEG = '\xff\xd8\xff\xc0\0\x0b\x08\0\x01\0\x01\x01\x01\x11\0'
    const like = (head: string, size: number) => Buffer.concat([Buffer.from(head, 'latin1'), randomBytes(size)])
    if (die === 5) {
      const bytes = like('OggS', SOUND_BYTES + sounds++)
      return { kind: 'audio', mimetype: 'audio/ogg; codecs=opus', fileName: 'som.ogg', bytes }
    }
    const size = FILE_BYTES.least + random.below(FILE_BYTES.more)
    return die > 2
      ? { kind: 'document', mimetype: 'application/pdf', fileName: `${name}.pdf`, bytes: like('%PDF-1.7', size) }
      : { kind: 'image', mimetype: 'image/jpeg', fileName: `${name}.jpg`, bytes: like(JPEG, size) }
  }

  const exchanged = (text: string, file: File | undefined): ExchangedMessage => ({
    mark: file?.kind === 'audio' ? soundOf(file.bytes.length) : text,
    at: performance.now(),
    ...(file ? { digest: digestOf(file.bytes) } : {}),
  })

  async function ask({ phone, ticketId, asked: of }: Conversation, n: number): Promise<void> {
    const text = `${phone} pergunta ${n}`
    const file = fileOf(`pergunta-${n}`)
    const question = exchanged(text, file)
    of.push(question)
    asked.set(`${ticketId} ${question.mark}`, question)
    const content = file
      ? {
          type: file.kind,
          mimetype: file.mimetype,
          mediaBase64: file.bytes.toString('base64'),
          ...(file.kind === 'audio' ? { ptt: true } : { text }),
          ...(file.kind === 'document' ? { fileName: file.fileName } : {}),
        }
      : { type: 'text', text }
    try {
      await shop.sim('POST', `/phones/${phone}/messages`, { to: shop.number, ...content })
      question.taken = performance.now()
    } catch (error) {
      if (!passes(error)) throw error
    }
  }

  async function answer({ phone, ticketId, answered: of }: Conversation, n: number): Promise<void> {
    const text = `${phone} resposta ${n}`
    const file = fileOf(`resposta-${n}`)
    const reply = exchanged(text, file)
    of.push(reply)
    // A browser repeats an unanswered message under the same id.
    const clientId = randomUUID()
    let body: object = { body: text, clientId }
    if (file) {
      const form = new FormData()
      form.set('clientId', clientId)
      form.set('medias', new Blob([new Uint8Array(file.bytes)], { type: file.mimetype }), file.fileName)
      if (file.kind === 'audio') form.set('ptt', 'true')
      else form.set('body', text)
      body = form
    }
    const send = () => shop.api<{ messages: Message[] }>('POST', `/messages/${ticketId}`, body)
    const { messages } = await persist(send)
    reply.taken = performance.now()
    const [{ id }] = messages as [Message]
    answered.set(id, reply)
    const at = acknowledged.get(id)
    if (at !== undefined) reply.arrived = at
  }

  /** Messages of one person are sent in order, so a slow answer delays the next one. */
  const lines = new Map<string, Promise<unknown>>()
  const after = (line: string, work: () => Promise<unknown>) => {
    const done = (lines.get(line) ?? Promise.resolve()).then(work)
    lines.set(
      line,
      done.catch(() => undefined),
    )
    track(done)
  }

  let turn = 0
  return {
    shop,
    conversations,
    browser,
    outages: () => outages,
    corrupt: () => corrupt,
    failures: () => failures,
    tick() {
      const n = turn++
      const customer = conversations[n % conversations.length]!
      const attended = conversations[(n + (conversations.length >> 1)) % conversations.length]!
      after(`${customer.phone} asks`, () => ask(customer, n))
      after(`${attended.phone} is answered`, () => answer(attended, n))
    },
    async quiet() {
      while (under.size > 0) await Promise.all(under)
    },
    close: browser.close,
  }
}
