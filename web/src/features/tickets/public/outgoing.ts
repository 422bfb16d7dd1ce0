/** Outgoing messages, in the memory of this page and in the browser's storage (decision 0007). */
import type { MediaKind } from '@balcao/shared/entities/media-kind.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import type { PollQuestion } from '@balcao/shared/entities/poll.ts'
import { dropUnsentFile, unsentFiles } from '#/lib/load-unsent-files.ts'
import { session } from '#/lib/session.ts'
import { createStore, useStore } from '#/lib/store.ts'
import { hasUnsent, subscribeUnsent, unsentOwner, writeUnsent } from '#/lib/unsent.ts'

/** A file to send. */
export type OutgoingFile = { file: File; ptt: boolean; seconds?: number; caption?: string }

/** File of a quick message, stored on the server, which sends it with the text. */
export type QuickFile = { quickMessageId: string; name: string; path: string; type: MediaKind | null }

/** A file list, stored on the server, which sends a message for each of its files. */
export type SentList = {
  fileListId: string
  name: string
  files: { id: string; name: string; text: string; path: string; type: MediaKind | null }[]
}

/**
 * A message this browser is sending: shown with a clock in the same frame, kept in order per
 * ticket, sent again when the network is back. `failed` waits for the person. The server identifies
 * it by `clientId`, so a retry never sends it twice.
 */
export type Outgoing = {
  clientId: string
  ticketId: string
  body: string
  quoted: Message | null
  /** At most one: several files are several messages. */
  file: OutgoingFile | null
  quick?: QuickFile | null
  list?: SentList | null
  /** True if the person signs it, where the company leaves it to them. */
  sign?: boolean
  /** Poll, of which `body` are the lines. */
  poll?: PollQuestion | null
  state: 'sending' | 'waiting' | 'failed'
  /** Share of the upload that is done, 0 to 1. */
  progress: number
  error: string | null
  createdAt: string
  /** Company and user who wrote it: only their session shows or sends it. */
  owner: string
  /**
   * True if it was written before this page was opened and must not be sent unasked: the list of
   * unsent messages offers it.
   */
  held?: boolean
}

export const outbox = createStore<readonly Outgoing[]>([])

/**
 * Stores an item in case this page ends; the file first, so that no message is stored without it.
 */
export async function keep(item: Outgoing) {
  const { file, ...rest } = item
  if (file && !keptFiles.has(item.clientId)) {
    if (!(await (await unsentFiles()).keepFile(item.clientId, item.owner, file.file))) return
    if (!has(item.clientId)) return dropUnsentFile(item.clientId)
    keptFiles.add(item.clientId)
  }
  const now = outbox.get().find(other => other.clientId === item.clientId)
  if (now) store({ ...rest, state: now.state, error: now.error, file })
}

function store({ file, ...rest }: Outgoing) {
  const value = { ...rest, file: file && { ...file, file: null } } satisfies KeptItem
  writeUnsent('message', rest.clientId, value, rest.owner)
  keptItems.add(rest.clientId)
}

export type KeptItem = Omit<Outgoing, 'file'> & { file: (Omit<OutgoingFile, 'file'> & { file: null }) | null }

/** Items and files this page knows to be in the browser's storage. */
export const keptItems = new Set<string>()
export const keptFiles = new Set<string>()

export const has = (clientId: string) => outbox.get().some(item => item.clientId === clientId)

export const change = (clientId: string, changes: Partial<Outgoing>) => {
  outbox.set(now => now.map(item => (item.clientId === clientId ? { ...item, ...changes } : item)))
  const item = outbox.get().find(other => other.clientId === clientId)
  if (item && changes.progress === undefined && keptItems.has(clientId)) store(item)
}

export const forget = (clientId: string) => {
  outbox.set(now => now.filter(item => item.clientId !== clientId))
  keptItems.delete(clientId)
}

export const drop = (clientId: string) => {
  const item = outbox.get().find(other => other.clientId === clientId)
  forget(clientId)
  if (!item) return
  writeUnsent('message', clientId, null, item.owner)
  if (item.file) dropUnsentFile(clientId)
  keptFiles.delete(clientId)
}

const none: readonly Outgoing[] = []

/** Returns the outgoing messages of a ticket, oldest first. */
export function useOutgoing(ticketId: string): readonly Outgoing[] {
  const all = useStore(outbox)
  const owner = unsentOwner()
  const mine = all.filter(item => item.ticketId === ticketId && item.owner === owner)
  return mine.length > 0 ? mine : none
}

/** Returns the signed-in user's messages that wait for a decision, of all tickets. */
export function useHeld(): readonly Outgoing[] {
  const owner = unsentOwner()
  return useStore(outbox).filter(item => item.held && item.owner === owner)
}

/** Returns the signed-in user's messages that were not sent, as this tab knows them. */
export const unsentMessages = (): readonly Outgoing[] => {
  const owner = unsentOwner()
  return outbox.get().filter(item => item.owner === owner)
}

/** Items of an earlier page that were not checked yet: they are not sent before. */
export const unchecked = new Set<string>()

/** Items this tab is sending now. */
export const busyItems = new Set<string>()

/** Returns the tickets with outgoing messages. */
export const ticketIds = () => [...new Set(outbox.get().map(item => item.ticketId))]

// Items that another tab sent or discarded are removed here, too.
if (typeof window !== 'undefined')
  subscribeUnsent(() => {
    for (const { clientId, owner } of outbox.get())
      if (keptItems.has(clientId) && !busyItems.has(clientId) && !hasUnsent('message', clientId, owner))
        forget(clientId)
  })

// After the end of a session everything is checked again, as after a reload.
session.subscribe(() => {
  if (session.get().state === 'in') return
  for (const { clientId } of outbox.get()) unchecked.add(clientId)
})
