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

/**
 * WhatsApp's answer about a number: `asked` is the number as it was asked, which the answer
 * repeats.
 */
type NumberAnswer = { asked: string; exists: boolean }

/**
 * Replaces Baileys' own reader of this answer, which drops the number it answers although WhatsApp
 * answers in its own spelling. That reader also discards everything when WhatsApp has an error for
 * one number; here only that number stays unanswered.
 */
const contact: Protocol = {
  name: 'contact',
  getQueryElement: () => ({ tag: 'contact', attrs: {} }),
  getUserElement: user => ({ tag: 'contact', attrs: {}, content: user.phone! }),
  parser: (node): NumberAnswer | null => {
    if (getBinaryNodeChild(node, 'error')) return null
    return { asked: textOf(node.content).replaceAll(/\D/g, ''), exists: node.attrs.type === 'in' }
  },
}

const textOf = (content: BinaryNode['content']): string =>
  typeof content === 'string' ? content : content instanceof Uint8Array ? Buffer.from(content).toString() : ''

/**
 * Asks WhatsApp about numbers in one question. Returns its answers by each number as given; an
 * impossible number has no account, and a number without an answer is left out. Throws if WhatsApp
 * does not answer.
 */
export async function askNumbers(socket: WASocket, numbers: readonly string[]): Promise<Result[]> {
  const asked = new Map(numbers.map(text => [text, numberDigits(text)]))
  const query = new USyncQuery()
  query.protocols.push(contact)
  for (const digits of new Set([...asked.values()].filter(value => value !== undefined)))
    query.withUser(new USyncUser().withPhone(`+${digits}`))
  const answers = query.users.length > 0 ? await ask(socket, query) : new Map<string, NumberAnswer & { jid: string }>()
  const jids = [...answers.values()].filter(({ exists }) => exists).map(({ jid }) => jid)
  const pairs = jids.length > 0 ? await socket.signalRepository.lidMapping.getLIDsForPNs(jids) : null
  const lids = new Map(pairs?.map(({ pn, lid }) => [pn, peerOf(lid).lid]))

  return [...asked].flatMap(([text, digits]): Result[] => {
    if (digits === undefined) return [{ asked: text, exists: false }]
    const answer = answers.get(digits)
    if (!answer) return []
    if (!answer.exists) return [{ asked: text, exists: false }]
    // WhatsApp answers with the number as it knows it, which may differ by the ninth digit.
    const number = jidDecode(answer.jid)?.user
    const lid = lids.get(answer.jid)
    return [{ asked: text, exists: true, ...(number ? { number } : {}), ...(lid ? { lid } : {}) }]
  })
}

/** Returns WhatsApp's answers by the digits they were asked about. */
async function ask(socket: WASocket, query: USyncQuery): Promise<Map<string, NumberAnswer & { jid: string }>> {
  const answer = await socket.executeUSyncQuery(query)
  if (!answer) throw new Error('WhatsApp did not answer')
  const results = answer.list.flatMap(({ id, contact: answers }) =>
    answers ? [{ ...(answers as NumberAnswer), jid: id }] : [],
  )
  // An answer that does not repeat the question can be assigned only if there was a single
  // question.
  const only = query.users.length === 1 ? numberDigits(query.users[0]!.phone!) : undefined
  return new Map(results.map(one => [one.asked || only || jidDecode(one.jid)?.user || '', one]))
}
