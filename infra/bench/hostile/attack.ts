import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../demo/seed/random.ts'
import { passes, type Shop } from '../../test/system/open-shop.ts'
import { addressesOf, type ForbiddenServer } from './forbidden-server.ts'

/**
 * A message of a hostile phone that a person must see once, in whatever form the product gives it.
 * `exact` is a text within WhatsApp's own limits, which must arrive unchanged.
 */
export type Sent = { mark: string; kind: string; taken?: number; exact?: string; removed?: boolean }

export type HostilePhone = {
  number: string
  /** Messages of the phone, in order. */
  sent: Sent[]
  /** Number of attacks by kind. */
  done: Map<string, number>
  /** Descriptions of the calls that the simulator refused. */
  refused: string[]
}

export type Attack = {
  shop: Shop
  phone: HostilePhone
  random: Random
  canary: ForbiddenServer
  /** Number of messages of a burst. */
  burst: number
}

type Act = (attack: Attack) => Promise<unknown>

/** Size above that of a WhatsApp message, and above that of a queue's. */
const GIANT = 2_000_000
const FILE_NAME = 64 * 1024
/** Number of a burst's messages on their way at once. */
const HANDS = 5
const JPEG = 'image/jpeg'

const take = (attack: Attack, kind: string): Sent => {
  const { phone } = attack
  const sent: Sent = { mark: `#${phone.number.slice(-4)}-${phone.sent.length}#`, kind }
  phone.sent.push(sent)
  return sent
}

/** Sends a message that a person must see. */
async function write(attack: Attack, kind: string, make: (mark: string) => object, exact?: string): Promise<Sent> {
  const sent = take(attack, kind)
  const message = make(sent.mark)
  const text = (message as { text?: string }).text
  if (exact !== undefined) sent.exact = exact
  else if (kind === 'legal') sent.exact = text ?? ''
  await attack.shop.sim('POST', `/phones/${attack.phone.number}/messages`, { to: attack.shop.number, ...message })
  sent.taken = performance.now()
  return sent
}

const picture = (attack: Attack, text: string, more: object, bytes = 2000) => ({
  type: attack.random.pick(['image', 'video', 'document'] as const),
  mimetype: JPEG,
  mediaBase64: randomBytes(bytes + attack.random.below(40_000)).toString('base64'),
  text,
  ...more,
})

const lie =
  (kind: string, words: (attack: Attack) => object): Act =>
  attack =>
    write(attack, kind, mark => picture(attack, mark, { hostile: words(attack) }))

/** Makes the media server fail at this phone's next downloads. */
const fault =
  (kind: string, words: (attack: Attack) => object = () => ({}), bytes = 20_000): Act =>
  async attack => {
    const count = 1 + attack.random.below(3)
    await attack.shop.sim('POST', '/faults', { kind, number: attack.phone.number, count, ...words(attack) })
    await write(attack, kind, mark => picture(attack, mark, {}, bytes))
  }

const text =
  (kind: string, make: (attack: Attack) => string): Act =>
  attack =>
    write(attack, kind, mark => ({ type: 'text', text: `${mark} ${make(attack)}` }))

const card = (name: string, filler: string) =>
  `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nNOTE:${filler}\nTEL;waid=5511988887777:+55 11 98888-7777\nEND:VCARD`

const base64 = (bytes: number) => randomBytes(bytes).toString('base64')
const unknownId = () => randomBytes(16).toString('hex').toUpperCase()
const act = (attack: Attack, method: string, path: string, body: object) =>
  attack.shop.sim<{ id: string }>(method, `/phones/${attack.phone.number}${path}`, { to: attack.shop.number, ...body })

/** All attacks of a phone, by name. */
export const ACTS: Record<string, Act> = {
  'a foreign url': lie('a foreign url', ({ random, canary: forbidden }) => ({
    url: random.pick(addressesOf(forbidden)),
    ...(random.chance(0.5) ? { directPath: random.pick([null, '']) } : {}),
  })),
  'a foreign path': lie('a foreign path', ({ random, canary: forbidden }) => ({
    directPath: random.pick([
      ...addressesOf(forbidden),
      `//127.0.0.1:${forbidden.port}/v/t62`,
      `/\\127.0.0.1:${forbidden.port}/v/t62`,
      `@127.0.0.1:${forbidden.port}/v/t62`,
      `.127.0.0.1:${forbidden.port}/`,
      `:${forbidden.port}/v/t62`,
      `/../../127.0.0.1:${forbidden.port}`,
      `/v/t62\r\nHost: 127.0.0.1:${forbidden.port}\r\n\r\n`,
      `/${'v/'.repeat(40_000)}`,
      '/mms/image/\0',
      '/mms/image/unknown',
      'mms',
    ]),
  })),
  'a wrong key': lie('a wrong key', ({ random }) => ({ mediaKey: random.pick([null, '', base64(32), base64(5000)]) })),
  'a wrong hash': lie('a wrong hash', ({ random }) => ({
    fileEncSha256: random.pick([null, '', base64(32), base64(5000)]),
  })),
  'a wrong length': lie('a wrong length', ({ random }) => ({
    fileLength: random.pick([null, 0, 1, 4_000_000_000, Number.MAX_SAFE_INTEGER]),
  })),
  'a foreign type': lie('a foreign type', ({ random }) => ({
    mimetype: random.pick([
      null,
      '',
      'text/html',
      'image/svg+xml',
      'image/x+xml',
      'text/html\r\nset-cookie: a=b',
      'a'.repeat(100_000),
      'ímagem/😀',
      '\0',
    ]),
  })),
  'media-reset': fault('media-reset', ({ random }) => ({ ms: random.below(300) })),
  'media-drip': fault('media-drip'),
  'media-redirect': fault('media-redirect', ({ random, canary: forbidden }) => ({
    to: random.pick(addressesOf(forbidden)),
  })),
  'media-endless': fault('media-endless', () => ({ ms: 5 })),
  'an endless caption': attack =>
    write(attack, 'an endless caption', mark => picture(attack, `${mark} ${'sem fim '.repeat(120_000)}`, {})),
  'a file name of 64 KB': attack =>
    write(attack, 'a file name of 64 KB', mark => ({
      ...picture(attack, mark, {}),
      type: 'document',
      fileName: `${'../'.repeat(20)}${'nome 😀'.repeat(FILE_NAME / 7)}.exe`,
    })),
  'a giant text': text('a giant text', () => 'gigante '.repeat(GIANT / 8)),
  'a giant text of emoji': text('a giant text of emoji', () => '😀'.repeat(GIANT / 4)),
  'a text on a border': text('a text on a border', ({ random }) => {
    const border = random.pick([100, 128, 255, 256, 1000, 1024, 4096, 10_000, 16_384, 65_535, 65_536])
    return `${'x'.repeat(border - 20 + random.below(20))}${'👩‍👩‍👧‍👦😀'.repeat(20)}`
  }),
  'half pairs and NULs': text('half pairs and NULs', ({ random }) =>
    random.pick([
      '\ud800',
      '\udc00\ud800',
      'a\0b\0',
      '\u202e\u2066\ufeff',
      `${'z'.repeat(300)}\ud83d`,
      '\u0007\u001b[2J',
    ]),
  ),
  'a huge card': attack =>
    write(attack, 'a huge card', mark => ({ type: 'contact', text: mark, vcard: card(mark, 'y'.repeat(1_000_000)) })),
  'many cards': attack =>
    write(attack, 'many cards', mark => ({
      type: 'contact',
      text: mark,
      vcard: card(mark, ''),
      more: Array.from({ length: 2000 }, (_, i) => card(`Contato ${i}`, 'w'.repeat(400))),
    })),
  'a name without end': async attack => {
    await attack.shop.sim('PATCH', `/phones/${attack.phone.number}`, { name: `\ud83d ${'nome '.repeat(20_000)}` })
    await write(attack, 'a name without end', mark => ({ type: 'text', text: mark }))
    await attack.shop.sim('PATCH', `/phones/${attack.phone.number}`, { name: 'Hostil' })
  },
  'a flood of typing': async attack => {
    for (let i = 0; i < 200; i++) {
      await act(attack, 'POST', '/typing', { state: attack.random.pick(['composing', 'recording', 'paused']) })
    }
  },
  'a flood of calls': async attack => {
    for (let i = 0; i < 10; i++) {
      const { id } = await act(attack, 'POST', '/call', { ringMs: 50 + attack.random.below(2000), video: i % 2 === 0 })
      // Some calls end before they end by themselves.
      if (i % 3 === 0) await act(attack, 'DELETE', `/call/${id}`, {})
    }
  },
  'edits of what nobody has': async attack => {
    for (let i = 0; i < 20; i++) await act(attack, 'PATCH', `/messages/${unknownId()}`, { text: 'mudei '.repeat(100) })
  },
  'deletions of what nobody has': async attack => {
    for (let i = 0; i < 20; i++) await act(attack, 'DELETE', `/messages/${unknownId()}`, {})
  },
  'reactions to what nobody has': async attack => {
    for (let i = 0; i < 20; i++) {
      const reaction = {
        type: 'reaction',
        quotedId: unknownId(),
        unseen: true,
        text: i % 2 ? '👍' : 'x'.repeat(50_000),
      }
      await act(attack, 'POST', '/messages', reaction)
    }
  },
  'a quotation of what nobody has': attack =>
    write(attack, 'a quotation of what nobody has', mark => ({
      type: 'text',
      text: mark,
      quotedId: attack.random.chance(0.5) ? unknownId() : 'q'.repeat(100_000),
      unseen: true,
    })),
  'an edit without end': async attack => {
    const sent = take(attack, 'an edit without end')
    const { id } = await act(attack, 'POST', '/messages', { type: 'text', text: sent.mark })
    sent.taken = performance.now()
    for (let i = 0; i < 5; i++) {
      await attack.shop.sim('PATCH', `/phones/${attack.phone.number}/messages/${id}`, {
        text: `${sent.mark} ${'outra vez '.repeat(30_000)}`,
      })
    }
  },
  'a message taken back': async attack => {
    const sent = take(attack, 'a message taken back')
    const { id } = await act(attack, 'POST', '/messages', { type: 'text', text: sent.mark })
    sent.removed = true
    for (let i = 0; i < 3; i++) await attack.shop.sim('DELETE', `/phones/${attack.phone.number}/messages/${id}`)
  },
  'a burst': async attack => {
    // As fast as the phone can encrypt, with no more calls than keep the simulator busy: others
    // want to send too.
    let left = attack.burst
    const hand = async () => {
      while (left-- > 0) await write(attack, 'legal', mark => ({ type: 'text', text: mark }))
    }
    await Promise.all(Array.from({ length: HANDS }, hand))
  },
  'an ordinary text': async attack => {
    await write(attack, 'legal', mark => ({ type: 'text', text: `${mark} quanto custa?` }))
  },
}

/**
 * Attacks from a phone, one attack after the other, each kind once before any repeats, until
 * `isOver`.
 */
export async function attackFrom(attack: Attack, pauseMs: number, isOver: () => boolean): Promise<void> {
  const { phone, random, shop } = attack
  await shop.sim('POST', '/phones', { number: phone.number, name: 'Hostil' })
  await write(attack, 'legal', mark => ({ type: 'text', text: mark }))
  for (let deck: string[] = []; ; ) {
    if (deck.length === 0) {
      if (phone.done.size > 0 && isOver()) return
      deck = Object.keys(ACTS)
    } else if (phone.done.size >= Object.keys(ACTS).length && isOver()) return
    const [kind] = deck.splice(random.below(deck.length), 1) as [string]
    try {
      await ACTS[kind]!(attack)
      phone.done.set(kind, (phone.done.get(kind) ?? 0) + 1)
    } catch (error) {
      // A busy simulator did not answer: repeated later.
      if (passes(error)) deck.push(kind)
      else phone.refused.push(`${kind}: ${error instanceof Error ? error.message : String(error)}`)
    }
    await sleep(random.below(pauseMs + 1))
  }
}
