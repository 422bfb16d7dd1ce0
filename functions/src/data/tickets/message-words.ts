/**
 * Finding messages by words. A word of a text leads to its message by its first letters: an item in the partition of its first three, and
 * one more in that of its first five, in the order of the messages. A search reads one partition, the newest first, so its cost follows what
 * is found. What is sent brings its items along in its own transaction; those of a long text, of what changes and of what comes in are written
 * behind a queue (`index-message.ts`): the one asks for it by a timer in its own transaction, what comes in by the queue it came from, which
 * brings it again until that is done. They only say where to look: whether a message is found is read from the message.
 */
import type { Timer } from '@balcao/shared/events/queues.ts'
import { wordsBeside } from '@balcao/shared/rules/message-line.ts'
import { searchWords } from '@balcao/shared/rules/search-words.ts'
import { config } from '../../config.ts'
import { logger } from '../../http/logger.ts'
import { sendStandard } from '../../integrations/sqs.ts'
import { tableName } from '../table/client.ts'
import type { TableKey } from '../table/keys.ts'
import { put, type Write } from '../table/transact.ts'
import { armTimer, timerWrite } from '../timers/timer.ts'
import type { MessageRow } from './message-row.ts'

/** Letters of a word that name a partition. */
const SHORT = 3
const LONG = 5
/** Different words of a message that are kept; of a longer text the others do not find it. */
const MOST_WORDS = 300
/** Bytes of a text's words that stand in its items: with more of them a search reads the message itself. */
const MOST_BYTES = 400

/** Words every other message has: they tell nothing apart, and would be most of what is written. */
const COMMON = new Set(
  (
    'a o e as os um uma de da do das dos em no na nos nas ao aos por pra para com sem que se ou mas nao eu vc voce me te ele ela isso ' +
    'esse essa este esta meu minha seu sua foi ser ter tem ja so mais muito como the an and or of to in is it for on you we be are with ' +
    'that this my your at not but el la los las un en y con es lo su mi tu una del al yo le pero si'
  ).split(' '),
)

const firstLetters = (word: string, count: number): string => [...word].slice(0, count).join('')

type Words = Pick<MessageRow, 'body' | 'transcript' | 'mediaType' | 'location' | 'media'>

/** Returns all text by which a message is found: its own, what is said in it, and what it carries without a text. */
export const searchedText = (message: Words): string =>
  [message.body, ...wordsBeside(message), message.transcript].filter(Boolean).join('\n')

/** Returns the different words by which a message is found. */
export const wordsOfMessage = (message: Words): string[] => [...new Set(searchWords(searchedText(message)))]

/** The partitions in which words lead to their message. */
export function partitionsOf(words: readonly string[]): string[] {
  const telling = words.filter(word => !COMMON.has(word)).slice(0, MOST_WORDS)
  return [
    ...new Set(
      telling.flatMap(word => {
        const long = firstLetters(word, LONG)
        const short = firstLetters(word, SHORT)
        return [...long].length === LONG ? [short, long] : [short]
      }),
    ),
  ]
}

/** The partition in which the words that begin with a term are; of one or two letters, that of the word they are. */
const partitionFor = (term: string): string => firstLetters(term, [...term].length >= LONG ? LONG : SHORT)

/** Where terms may be looked up, the most telling first, three at most. */
export function lookUpsOf(terms: readonly string[]): string[] {
  const telling = terms.filter(term => !COMMON.has(term))
  // A shorter one is the beginning of words in many partitions.
  const whole = telling.filter(term => [...term].length >= SHORT)
  const [chosen = terms] = [whole, telling].filter(each => each.length > 0)
  return [...new Set(chosen.toSorted((a, b) => b.length - a.length).map(partitionFor))].slice(0, 3)
}

/** The rows behind these first letters. */
export const wordPartition = (companyId: string, letters: string): string => `${companyId}#words#${letters}`

export const wordKey = (companyId: string, letters: string, messageId: string): TableKey => ({
  pk: wordPartition(companyId, letters),
  sk: messageId,
})

/** What an item says of its message. Without `words` they are to be read from it. */
export type WordItem = { sk: string; ticketId: string; words?: string }
export const WORD_ATTRIBUTES = ['sk', 'ticketId', 'words'] as const

/** The items by which a message is found as it is, each a write unit for as long as it is below 1 KB. */
export function wordWrites(message: MessageRow): Write[] {
  const { companyId, ticketId, id } = message
  const words = message.isDeleted ? [] : wordsOfMessage(message)
  const all = words.join(' ')
  const told = Buffer.byteLength(all) <= MOST_BYTES ? { words: all } : {}
  return partitionsOf(words).map(letters =>
    put('words', { TableName: tableName(), Item: { ...wordKey(companyId, letters, id), ticketId, ...told } }),
  )
}

type Said = Words & Pick<MessageRow, 'companyId' | 'ticketId' | 'id' | 'earlierBodies'>

/** Where items of a message may be, whatever it said and says. */
export const everyPartitionOf = (message: Words & Pick<MessageRow, 'earlierBodies'>): string[] => [
  ...new Set(
    [message.body, ...message.earlierBodies].flatMap(body => partitionsOf(wordsOfMessage({ ...message, body }))),
  ),
]

/** How long after it was written a message is indexed if nobody was asked to (ms). */
const PATIENCE = 60_000

export type IndexTimer = Extract<Timer, { type: 'indexMessages' }>

/** Undefined where none of them has words. All are of one ticket. */
function timerOf(messages: readonly Said[]): IndexTimer | undefined {
  const told = messages.filter(message => everyPartitionOf(message).length > 0)
  const [first] = told
  if (!first) return undefined
  const { companyId, ticketId } = first
  return {
    type: 'indexMessages',
    companyId,
    ticketId,
    messageIds: told.map(({ id }) => id),
    dueAt: Date.now() + PATIENCE,
  }
}

const ask = (timer: IndexTimer): Promise<void> => sendStandard(config().TIMERS_QUEUE_URL, timer)

/** Items that new messages bring along: what people type at once. More of them would make whoever sends wait for what nobody looks for yet. */
const MOST_ALONG = 30

/**
 * The writes by which new messages of a ticket get their items: the items themselves, or the timer of their writing where they are many.
 * @param room writes the transaction has left
 */
export function indexWrites(messages: readonly MessageRow[], room: number): Write[] {
  const items = messages.flatMap(wordWrites)
  return items.length <= Math.min(MOST_ALONG, room) ? items : indexLater(messages)
}

/** The write of the timer by which new messages of a ticket get their items, asked for once it is in; none for those without words. */
export function indexLater(messages: readonly Said[]): Write[] {
  const timer = timerOf(messages)
  return timer ? [{ ...timerWrite(timer), after: () => ask(timer) }] : []
}

/** Asks for the items of messages of a ticket. For who is asked again, by a queue, until this is done: no row reminds of it. */
export async function askForIndex(messages: readonly Said[]): Promise<void> {
  const timer = timerOf(messages)
  if (timer) await ask(timer)
}

/** Carries out a change of what a message says: its items follow, even if nobody is left to ask for it. */
export async function reindexed<T>(message: Said, change: () => Promise<T | undefined>): Promise<T | undefined> {
  const { companyId, ticketId, id } = message
  const timer: IndexTimer = {
    ...{ type: 'indexMessages', companyId, ticketId, messageIds: [id] },
    dueAt: Date.now() + PATIENCE,
  }
  // Before the change: one that is armed in vain finds everything as it should be.
  await armTimer(timer)
  const changed = await change()
  if (changed !== undefined)
    await ask(timer).catch(error =>
      logger.warn('a message waits for its timer to be indexed', { error: error as Error }),
    )
  return changed
}
