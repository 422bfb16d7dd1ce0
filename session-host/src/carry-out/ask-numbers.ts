import type { Reply } from '@balcao/shared/events/queues.ts'
import {
  type BinaryNode,
  getBinaryNodeChild,
  jidDecode,
  USyncQuery,
  USyncUser,
  type WASocket,
} from '@whiskeysockets/baileys'
import { numberDigits, peerOf } from '../mapping/jid.ts'

type Protocol = USyncQuery['protocols'][number]

type Result = Extract<Reply, { type: 'checkNumbers' }>['results'][number]

/** WhatsApp's word on a number: `asked` is the number as it was asked, which stands in its answer again. */
type Said = { asked: string; exists: boolean }

/**
 * Baileys' own reader of this answer drops which number it is an answer to, and WhatsApp answers in its own spelling. It also
 * throws all away when WhatsApp has an error for one number; here that one stays unanswered.
 */
const contact: Protocol = {
  name: 'contact',
  getQueryElement: () => ({ tag: 'contact', attrs: {} }),
  getUserElement: user => ({ tag: 'contact', attrs: {}, content: user.phone! }),
  parser: (node): Said | null => {
    if (getBinaryNodeChild(node, 'error')) return null
    return { asked: textOf(node.content).replaceAll(/\D/g, ''), exists: node.attrs.type === 'in' }
  },
}

const textOf = (content: BinaryNode['content']): string =>
  typeof content === 'string' ? content : content instanceof Uint8Array ? Buffer.from(content).toString() : ''

/**
 * Asks WhatsApp about numbers in one question. Answers what it said, by each number as it was given; one that can be no
 * number has no account, and one that WhatsApp says nothing of is left out. Throws when it does not answer.
 */
export async function askNumbers(socket: WASocket, numbers: readonly string[]): Promise<Result[]> {
  const asked = new Map(numbers.map(text => [text, numberDigits(text)]))
  const query = new USyncQuery()
  query.protocols.push(contact)
  for (const digits of new Set([...asked.values()].filter(value => value !== undefined)))
    query.withUser(new USyncUser().withPhone(`+${digits}`))
  const said = query.users.length > 0 ? await ask(socket, query) : new Map<string, Said & { jid: string }>()
  const jids = [...said.values()].filter(({ exists }) => exists).map(({ jid }) => jid)
  const pairs = jids.length > 0 ? await socket.signalRepository.lidMapping.getLIDsForPNs(jids) : null
  const lids = new Map(pairs?.map(({ pn, lid }) => [pn, peerOf(lid).lid]))

  return [...asked].flatMap(([text, digits]): Result[] => {
    if (digits === undefined) return [{ asked: text, exists: false }]
    const answer = said.get(digits)
    if (!answer) return []
    if (!answer.exists) return [{ asked: text, exists: false }]
    // WhatsApp answers with the number as it knows it, which may differ by the ninth digit.
    const number = jidDecode(answer.jid)?.user
    const lid = lids.get(answer.jid)
    return [{ asked: text, exists: true, ...(number ? { number } : {}), ...(lid ? { lid } : {}) }]
  })
}

/** What WhatsApp said, by the digits it was asked about. */
async function ask(socket: WASocket, query: USyncQuery): Promise<Map<string, Said & { jid: string }>> {
  const answer = await socket.executeUSyncQuery(query)
  if (!answer) throw new Error('WhatsApp did not answer')
  const heard = answer.list.flatMap(({ id, contact: said }) => (said ? [{ ...(said as Said), jid: id }] : []))
  // Whose answer does not repeat the question is known by its place as long as there is but one.
  const only = query.users.length === 1 ? numberDigits(query.users[0]!.phone!) : undefined
  return new Map(heard.map(one => [one.asked || only || jidDecode(one.jid)?.user || '', one]))
}
