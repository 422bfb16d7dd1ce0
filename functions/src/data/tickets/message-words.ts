/**
 * Search index of messages by words. A word leads to its message by its first letters: one item in
 * the partition of its first three letters, and one in that of its first five, in the order of the
 * messages. A search reads one partition, newest first, so its cost depends on what it finds. A
 * sent message writes its items in its own transaction. Items of long texts, of changed messages
 * and of inbound messages are written behind a queue (`index-message.ts`): a timer in the message's
 * own transaction requests them, and for inbound messages the queue they came from, which
 * redelivers until that is done. Messages of an import share items (`word-runs.ts`). Items only say
 * where to look: each match is verified against the message.
 */
import type { Timer } from '@balcao/shared/events/queues.ts'
import { wordsBeside } from '@balcao/shared/rules/message-line.ts'
import { searchWords } from '@balcao/shared/rules/search-words.ts'
import { unsignedText } from '@balcao/shared/rules/signature.ts'
import { z } from 'zod'
import { config } from '../../config.ts'
import { logger } from '../../http/logger.ts'
import { sendStandard } from '../../integrations/sqs.ts'
import { defineRow } from '../table/define-row.ts'
import type { TableKey } from '../table/keys.ts'
import { put, type Write } from '../table/transact.ts'
import { armTimer, timerWrite } from '../timers/timer.ts'
import type { MessageRow } from './message-row.ts'

/** Number of letters that name a partition. */
const SHORT = 3
const LONG = 5
/**
 * Maximum number of different words indexed per message; further words of a longer text do not find
 * it.
 */
const MAX_WORDS = 300
/**
 * Maximum size (bytes) of a text's words in its items; beyond it a search reads the message itself.
 */
const MAX_BYTES = 400

/**
 * Words that almost every message contains: they narrow nothing, and would be most of the items
 * written.
 */
const COMMON = new Set(
  (
    'a o e as os um uma de da do das dos em no na nos nas ao aos por pra para com sem que se ou mas nao eu vc voce me te ele ela isso ' +
    'esse essa este esta meu minha seu sua foi ser ter tem ja so mais muito como the an and or of to in is it for on you we be are with ' +
    'that this my your at not but el la los las un en y con es lo su mi tu una del al yo le pero si'
  ).split(' '),
)

const firstLetters = (word: string, count: number): string => [...word].slice(0, count).join('')

type Words = Pick<MessageRow, 'body' | 'signature' | 'transcript' | 'mediaType' | 'location' | 'media'>

/**
 * Returns all text by which a message is found: its own, its transcript, and what it carries
 * without a text.
 */
export const searchedText = (message: Words): string =>
  [unsignedText(message), ...wordsBeside(message), message.transcript].filter(Boolean).join('\n')

/** Returns the different words by which a message is found. */
export const wordsOfMessage = (message: Words): string[] => [...new Set(searchWords(searchedText(message)))]

/** Returns the partitions in which words lead to their message. */
export function partitionsOf(words: readonly string[]): string[] {
  const distinctive = words.filter(word => !COMMON.has(word)).slice(0, MAX_WORDS)
  return [
    ...new Set(
      distinctive.flatMap(word => {
        const long = firstLetters(word, LONG)
        const short = firstLetters(word, SHORT)
        return [...long].length === LONG ? [short, long] : [short]
      }),
    ),
  ]
}

/**
 * Returns the partition of the words that begin with a term; for one or two letters, that of the
 * complete word.
 */
const partitionFor = (term: string): string => firstLetters(term, [...term].length >= LONG ? LONG : SHORT)

/** Returns where to look terms up, the most selective first, three at most. */
export function lookUpsOf(terms: readonly string[]): string[] {
  const distinctive = terms.filter(term => !COMMON.has(term))
  // A shorter term is the beginning of words in many partitions.
  const whole = distinctive.filter(term => [...term].length >= SHORT)
  const [chosen = terms] = [whole, distinctive].filter(each => each.length > 0)
  return [...new Set(chosen.toSorted((a, b) => b.length - a.length).map(partitionFor))].slice(0, 3)
}

/** Items of the words that begin with these letters. */
export const WORDS = defineRow({
  kind: 'messageWords',
  key: { pk: '${companyId}#words#${letters}', sk: '${messageId}' },
  content: z.object({
    companyId: z.string(),
    letters: z.string(),
    messageId: z.string(),
    ticketId: z.string(),
    /** Words of the message; if absent, they have to be read from the message. */
    words: z.string().optional(),
  }),
  keyOnly: ['companyId', 'letters', 'messageId'],
  unmarked: true,
})

export const wordKey = (companyId: string, letters: string, messageId: string): TableKey =>
  WORDS.key({ companyId, letters, messageId })

/**
 * Returns the words that an item holds of a message (none if they are too many), and where it lies.
 */
export function indexedWords(message: MessageRow): { words: string | undefined; partitions: string[] } {
  const words = message.isDeleted ? [] : wordsOfMessage(message)
  const all = words.join(' ')
  return { words: Buffer.byteLength(all) <= MAX_BYTES ? all : undefined, partitions: partitionsOf(words) }
}

type Indexed = { messageId: string; ticketId: string; words?: string | undefined }

/** Returns the write of a message's item in one partition. */
export const wordWrite = (companyId: string, letters: string, { messageId, ticketId, words }: Indexed): Write =>
  put('words', WORDS.put({ companyId, letters, messageId, ticketId, words }))

/**
 * Returns the items by which a message is currently found. Each costs a write unit as long as it is
 * below 1 KB.
 */
export function wordWrites(message: MessageRow): Write[] {
  const { companyId, ticketId, id: messageId } = message
  const { words, partitions } = indexedWords(message)
  return partitions.map(letters => wordWrite(companyId, letters, { messageId, ticketId, words }))
}

type IndexedMessage = Words & Pick<MessageRow, 'companyId' | 'ticketId' | 'id' | 'earlierBodies'>

/** Returns every partition that may hold items of a message, for its present and earlier texts. */
export const everyPartitionOf = (message: Words & Pick<MessageRow, 'earlierBodies'>): string[] => [
  ...new Set(
    [message.body, ...message.earlierBodies].flatMap(body => partitionsOf(wordsOfMessage({ ...message, body }))),
  ),
]

/** Time (ms) after which a message is indexed if nothing requested it before. */
const INDEX_DELAY_MS = 60_000

export type IndexTimer = Extract<Timer, { type: 'indexMessages' }>

/**
 * Returns the timer, or undefined if none of the messages has words. All must belong to one ticket.
 */
function timerOf(messages: readonly IndexedMessage[]): IndexTimer | undefined {
  const indexed = messages.filter(message => everyPartitionOf(message).length > 0)
  const [first] = indexed
  if (!first) return undefined
  const { companyId, ticketId } = first
  return {
    type: 'indexMessages',
    companyId,
    ticketId,
    messageIds: indexed.map(({ id }) => id),
    dueAt: Date.now() + INDEX_DELAY_MS,
  }
}

const ask = (timer: IndexTimer): Promise<void> => sendStandard(config().TIMERS_QUEUE_URL, timer)

/**
 * Maximum number of items written together with new messages: enough for what people type at once.
 * More would make the sender wait for an index that nobody needs yet.
 */
const MAX_EXTRA_WRITES = 30

/**
 * Returns the writes by which new messages of a ticket are indexed: the items themselves, or the
 * timer that writes them if there are many.
 * @param room writes left in the transaction
 */
export function indexWrites(messages: readonly MessageRow[], room: number): Write[] {
  const items = messages.flatMap(wordWrites)
  return items.length <= Math.min(MAX_EXTRA_WRITES, room) ? items : indexLater(messages)
}

/**
 * Returns the write of the timer that indexes new messages of a ticket, to be requested after the
 * commit; none if no message has words.
 */
export function indexLater(messages: readonly IndexedMessage[]): Write[] {
  const timer = timerOf(messages)
  return timer ? [{ ...timerWrite(timer), after: () => ask(timer) }] : []
}

/**
 * Requests the index of a ticket's messages. For callers that a queue retries until this is done:
 * no row serves as a reminder.
 */
export async function askForIndex(messages: readonly IndexedMessage[]): Promise<void> {
  const timer = timerOf(messages)
  if (timer) await ask(timer)
}

/**
 * Carries out a change of a message's text. Its index follows even if this process ends before
 * requesting it.
 */
export async function reindexed<T>(
  message: IndexedMessage,
  change: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const { companyId, ticketId, id } = message
  const timer: IndexTimer = {
    ...{ type: 'indexMessages', companyId, ticketId, messageIds: [id] },
    dueAt: Date.now() + INDEX_DELAY_MS,
  }
  // The timer is armed before the change: if the change fails, it finds nothing to do.
  await armTimer(timer)
  const changed = await change()
  if (changed !== undefined)
    await ask(timer).catch(error =>
      logger.warn('a message waits for its timer to be indexed', { error: error as Error }),
    )
  return changed
}
