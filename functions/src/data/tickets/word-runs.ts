/**
 * Search items that lead to several messages each. An import brings messages by the thousand: those
 * with a word of the same first letters, within a day, share an item in place of one each. It
 * lies among the others in its partition (`message-words.ts`), at its newest message, so what it
 * leads to is found up to `SPAN_MS` before its turn.
 */
import { idsUntil, timeOfId } from '@balcao/shared/ids.ts'
import { z } from 'zod'
import { batchesOf } from '../../batches-of.ts'
import { inParts } from '../../in-parts.ts'
import type { Tests } from '../table/condition.ts'
import { defineRow, type RowOf } from '../table/define-row.ts'
import { queryItems } from '../table/query-items.ts'
import { CONTENDED, put, remove, retryUntilWritten, transactInParts, type Write } from '../table/transact.ts'
import type { MessageRow } from './message-row.ts'
import { everyPartitionOf, indexedWords, WORDS, wordWrite } from './message-words.ts'

/** Maximum time (ms) between the messages of an item: their order in a search is exact to that. */
const SPAN_MS = 24 * 3_600_000
/** Maximum size (bytes) of an item's content, so that it costs one write unit. */
const MAX_BYTES = 900
/** End of the sort key, which begins with the id of the newest message. */
const SUFFIX = '#run'
/** Number of partitions whose items are changed together when messages leave. */
const TOGETHER = 64
/** Number of them that are read at once. */
const READS = 16
/** Number of items read at once then: a message's own is among the first from its place on. */
const PAGE = 20
/** Number of them at most, where many lie between. */
const MAX_PAGE = 320

/** Items of the words that begin with these letters, in several messages. */
export const WORD_RUNS = defineRow({
  kind: 'messageWordRun',
  key: { pk: '${companyId}#words#${letters}', sk: '${messageId}#run' },
  content: z.object({
    companyId: z.string(),
    letters: z.string(),
    /** Newest of the messages. */
    messageId: z.string(),
    /**
     * A line for each message, newest first: its id, its ticket's, and its
     * words unless they are too many.
     */
    run: z.string(),
  }),
  keyOnly: ['companyId', 'letters', 'messageId'],
  unmarked: true,
})

/** Message that an item leads to. */
export type WordEntry = {
  messageId: string
  ticketId: string
  /** Words of the message; if absent, they have to be read from the message. */
  words?: string | undefined
}

const lineOf = ({ messageId, ticketId, words }: WordEntry): string =>
  words === undefined ? `${messageId} ${ticketId}` : `${messageId} ${ticketId} ${words}`

/** Returns the messages of an item, newest first. */
export function entriesOf(run: string): WordEntry[] {
  return run.split('\n').map(line => {
    const [messageId = '', ticketId = '', ...words] = line.split(' ')
    return { messageId, ticketId, ...(words.length > 0 ? { words: words.join(' ') } : {}) }
  })
}

/**
 * Returns the items by which messages of a company are found. The same messages have the same
 * items; other messages together with one of them may replace its item.
 */
export function wordRunWrites(messages: readonly MessageRow[]): Write[] {
  type Run = { letters: string; entries: WordEntry[]; bytes: number }
  const open = new Map<string, Run>()
  const runs: Run[] = []
  for (const message of messages.toSorted((a, b) => (a.id < b.id ? 1 : -1))) {
    const { words, partitions } = indexedWords(message)
    const entry = { messageId: message.id, ticketId: message.ticketId, words }
    const bytes = Buffer.byteLength(lineOf(entry)) + 1
    for (const letters of partitions) {
      const run = open.get(letters)
      const isNear = run && timeOfId(run.entries[0]!.messageId) - timeOfId(message.id) <= SPAN_MS
      if (isNear && run.bytes + bytes <= MAX_BYTES) {
        run.entries.push(entry)
        run.bytes += bytes
      } else {
        const next = { letters, entries: [entry], bytes }
        open.set(letters, next)
        runs.push(next)
      }
    }
  }
  const companyId = messages[0]?.companyId ?? ''
  return runs.map(({ letters, entries }) => itemWrite(companyId, letters, entries))
}

/** Returns the write of an item; one message has that of any message. */
function itemWrite(companyId: string, letters: string, entries: readonly WordEntry[]): Write {
  const [first, ...others] = entries as [WordEntry, ...WordEntry[]]
  if (others.length === 0) return wordWrite(companyId, letters, first)
  const run = entries.map(lineOf).join('\n')
  return put('words', WORD_RUNS.put({ companyId, letters, messageId: first.messageId, run }))
}

type Message = Parameters<typeof everyPartitionOf>[0] & { id: string }

type Leaving = {
  /** True if the items that the messages have alone are deleted, too. */
  withOwn?: boolean
  /** Number of transactions at once. */
  parallel?: number
}

/**
 * Takes messages of a company out of the items that they share. Each item is written once, however
 * many of them it leads to, so messages of the same days best leave together. A message with an
 * item of its own has none to leave there. Idempotent.
 */
export async function leaveWordRuns(
  companyId: string,
  messages: readonly Message[],
  { withOwn = false, parallel = 1 }: Leaving = {},
): Promise<void> {
  const idsIn = new Map<string, string[]>()
  for (const message of messages)
    for (const letters of everyPartitionOf(message)) {
      const ids = idsIn.get(letters)
      if (ids) ids.push(message.id)
      else idsIn.set(letters, [message.id])
    }
  await inParts(batchesOf([...idsIn], TOGETHER), parallel, group =>
    // Refused where somebody took another message out of one of them.
    retryUntilWritten(
      async () => {
        const changes = await inParts(group, READS, ([letters, ids]) => changesOf({ companyId, letters }, ids, withOwn))
        await transactInParts(changes.flat())
      },
      { rounds: CONTENDED },
    ),
  )
}

type Partition = { companyId: string; letters: string }

/** Returns a text that sorts above every item that may lead to a message. */
const endOf = (id: string): string => idsUntil(timeOfId(id) + SPAN_MS)

/**
 * Returns the writes that take messages out of the items of a partition. Goes through it once,
 * upwards; passes over what lies between an item that was found and the next message.
 */
async function changesOf(partition: Partition, ids: readonly string[], withOwn: boolean): Promise<Write[]> {
  const changes: Write[] = []
  const leaving = new Set(ids)
  /** Messages whose item was not found yet, oldest first. */
  const wanted = new Set(ids.toSorted())
  let [from] = wanted
  const to = endOf([...wanted].at(-1) ?? '')
  for (let limit = PAGE; from !== undefined; ) {
    const { items, more } = await queryItems<{ sk: string; run?: string }>(
      WORDS.query(partition, { from, to }),
      limit,
      {
        attributes: ['sk', 'run'],
        order: 'asc',
        consistent: true,
      },
    )
    for (const { sk, run } of items) {
      if (run === undefined) {
        if (wanted.delete(sk) && withOwn) changes.push(remove('words', WORDS.delete({ ...partition, messageId: sk })))
        continue
      }
      const entries = entriesOf(run)
      const kept = entries.filter(({ messageId }) => !leaving.has(messageId))
      for (const { messageId } of entries) wanted.delete(messageId)
      if (kept.length < entries.length)
        changes.push(changeOf({ ...partition, messageId: sk.slice(0, -SUFFIX.length) }, run, kept))
    }
    const last = items.at(-1)?.sk
    if (last === undefined || (!more && items.length < limit)) break
    for (const id of wanted) if (endOf(id) < last) wanted.delete(id)
    const [next] = wanted
    const isBehind = next !== undefined && next <= last
    limit = isBehind ? Math.min(2 * limit, MAX_PAGE) : PAGE
    from = isBehind ? `${last}!` : next
  }
  return changes
}

/** Returns the write by which an item keeps some of its messages; its place stays. */
function changeOf(key: Partition & { messageId: string }, run: string, kept: readonly WordEntry[]): Write {
  const when = { when: (is: Tests<RowOf<typeof WORD_RUNS>>) => [is.equal('run', run)] }
  return kept.length === 0
    ? remove('run', WORD_RUNS.delete(key, when))
    : put('run', WORD_RUNS.put({ ...key, run: kept.map(lineOf).join('\n') }, when))
}
