/**
 * Keeps begun answers and notes in step with the server, which has them for the user's other
 * devices (decision 0095). This browser's copy (decision 0007) is what is shown and what survives
 * without a network; `synced` is what the server is known to have, so a text that differs from it
 * is still to be saved.
 */
import { textDrafts } from '@balcao/shared/api/tickets/text-drafts.ts'
import type { TextDraft } from '@balcao/shared/entities/text-draft.ts'
import i18next from 'i18next'
import { ApiError } from '#/lib/api-error.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import {
  adoptUnsent,
  changedAt,
  listUnsent,
  onUnsentWrite,
  readUnsent,
  type UnsentKind,
  unsentOwner,
  writeUnsent,
} from '#/lib/unsent.ts'

type Kind = 'draft' | 'note'
/**
 * `asked`: texts that were sent to be saved and of which no answer came, as when the page was left.
 */
type Synced = { text: string; version: number; asked?: readonly string[] }
type Place = { kind: Kind; ticketId: string }

/** Time between two saves of a text that is being written, ms. */
const SAVE_MS = 4000
/** Time after which a text is saved that another tab, which may be saving it, has left, ms. */
const LEFT_MS = 15_000
/** Maximum pages of drafts that are read at a start. */
const MAX_PAGES = 10
/** Maximum texts without an answer that are remembered for a place. */
const MAX_ASKED = 5

const NOTHING: Synced = { text: '', version: 0 }
const KINDS: readonly Kind[] = ['draft', 'note']

const keyOf = ({ kind, ticketId }: Place): string => `${kind}.${ticketId}`
const placeOf = (key: string): Place => {
  const [kind, ticketId] = key.split('.')
  return { kind: kind as Kind, ticketId: ticketId! }
}
const wireKind = (kind: Kind): TextDraft['kind'] => (kind === 'draft' ? 'reply' : 'note')
const placeOfDraft = ({ kind, ticketId }: TextDraft): Place => ({ kind: kind === 'reply' ? 'draft' : 'note', ticketId })

const localOf = ({ kind, ticketId }: Place): string => readUnsent<string>(kind, ticketId) ?? ''
const syncedOf = (place: Place): Synced => readUnsent<Synced>('synced', keyOf(place)) ?? NOTHING
/** Number of changes of what the server is known to have, and that of each place's last one. */
let changes = 0
const lastChange = new Map<string, number>()

function setSynced(place: Place, { text, version, asked = [] }: Synced): void {
  const key = keyOf(place)
  lastChange.set(key, ++changes)
  writeUnsent('synced', key, asked.length > 0 ? { text, version, asked } : version === 0 ? null : { text, version })
}
/** Returns whether the server may have another text: one without an answer may have been saved. */
function isDirty(place: Place): boolean {
  const { text, asked } = syncedOf(place)
  return asked !== undefined || localOf(place) !== text
}

/** Timers of texts that this tab will save, and the keys of those under way. */
const waiting = new Map<string, ReturnType<typeof setTimeout>>()
const saving = new Set<string>()

const send = ({ kind, ticketId }: Place, body: { text: string; version: number }, keepalive = false) =>
  api(textDrafts.save, { params: { ticketId, kind: wireKind(kind) }, body }, { keepalive })

function schedule(place: Place, delay = localOf(place) === '' ? 0 : SAVE_MS): void {
  const key = keyOf(place)
  if (saving.has(key)) return
  const timer = waiting.get(key)
  if (timer !== undefined) {
    if (delay > 0) return
    clearTimeout(timer)
  }
  waiting.set(
    key,
    setTimeout(() => void save(place), delay),
  )
}

/** Saves a text that differs from the server's; one that failed waits for the next connection. */
async function save(place: Place, keepalive = false): Promise<void> {
  const key = keyOf(place)
  clearTimeout(waiting.get(key))
  waiting.delete(key)
  const [owner, text, { text: known, version, asked = [] }] = [unsentOwner(), localOf(place), syncedOf(place)]
  if (!owner || !isDirty(place) || saving.has(key)) return
  saving.add(key)
  setSynced(place, { text: known, version, asked: [...new Set([...asked, text])].slice(-MAX_ASKED) })
  try {
    const draft = await send(place, { text, version }, keepalive)
    if (unsentOwner() === owner) setSynced(place, draft)
  } catch (error) {
    if (!(error instanceof ApiError) || unsentOwner() !== owner) return
    if (error.code === 'ERR_CONFLICT') settle(place, (error.body.draft ?? null) as TextDraft | null, asked)
    else {
      // Without the ticket the text stays in this browser; nothing else is worth a repetition here.
      if (error.status >= 400 && error.status < 500) setSynced(place, { text: known, version, asked })
      return
    }
  } finally {
    saving.delete(key)
  }
  if (isDirty(place)) schedule(place)
}

/**
 * Decides between this browser's text and a newer one of the server: the later change wins. A text
 * that is replaced on screen can be taken back. One of `asked` is this browser's own, and older.
 */
function settle(place: Place, theirs: TextDraft | null, asked: readonly string[]): void {
  const mine = localOf(place)
  setSynced(place, theirs ?? NOTHING)
  if (!theirs || theirs.text === mine || asked.includes(theirs.text)) return
  if (mine !== '' && changedAt(place.kind, place.ticketId) > Date.parse(theirs.updatedAt)) return
  adoptUnsent(place.kind, place.ticketId, theirs.text)
  if (mine === '') return
  toast.undo(i18next.t('draft.fromElsewhere'), () => {
    adoptUnsent(place.kind, place.ticketId, mine)
    schedule(place)
  })
}

/**
 * Takes over the server's state of a text, from the list or an event of this user's other devices.
 */
export function applyTextDraft(draft: TextDraft): void {
  const place = placeOfDraft(draft)
  const synced = syncedOf(place)
  const isOlder = draft.text === '' ? Date.parse(draft.updatedAt) < synced.version : draft.version < synced.version
  if (isOlder || saving.has(keyOf(place))) return
  if (draft.text !== '' && synced.asked?.includes(draft.text)) {
    // An own save of which no answer came.
    setSynced(place, draft)
    if (isDirty(place)) schedule(place)
    return
  }
  if (isDirty(place)) {
    if (draft.text !== '' && draft.version !== synced.version && !waiting.has(keyOf(place))) schedule(place, LEFT_MS)
    return
  }
  setSynced(place, draft)
  if (draft.text !== localOf(place)) adoptUnsent(place.kind, place.ticketId, draft.text)
}

/** Reads what the user began on any device, and saves what only this browser has. */
async function pull(): Promise<void> {
  const owner = unsentOwner()
  if (!owner) return
  const begun = changes
  // A place that changed while the list was read may be newer than its entry, or its absence.
  const isCurrent = (key: string): boolean => (lastChange.get(key) ?? 0) <= begun
  const drafts: TextDraft[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await api(textDrafts.list, { query: { limit: 100, ...(cursor ? { cursor } : {}) } })
    drafts.push(...answer.drafts)
    cursor = answer.nextCursor ?? undefined
    if (!cursor) break
  }
  if (unsentOwner() !== owner) return
  const there = new Set(drafts.map(draft => keyOf(placeOfDraft(draft))))
  for (const draft of drafts) if (isCurrent(keyOf(placeOfDraft(draft)))) applyTextDraft(draft)
  // A draft that the server no longer has was sent or cleared elsewhere; a
  // change made here since is new.
  if (!cursor)
    for (const { id: key } of listUnsent<Synced>('synced')) {
      const place = placeOf(key)
      if (there.has(key) || saving.has(key) || !isCurrent(key)) continue
      const wasClean = !isDirty(place)
      setSynced(place, NOTHING)
      if (wasClean) adoptUnsent(place.kind, place.ticketId, '')
    }
  for (const kind of KINDS)
    for (const { id: ticketId } of listUnsent<string>(kind))
      if (isDirty({ kind, ticketId }) && !waiting.has(keyOf({ kind, ticketId }))) schedule({ kind, ticketId }, LEFT_MS)
}

/**
 * Removes the server's copies of everything this browser knows, before a sign-out that discards.
 */
export async function discardTextDrafts(): Promise<void> {
  await Promise.allSettled(
    listUnsent<Synced>('synced').map(async ({ id, value: { version, asked } }) => {
      const remove = (known: number) => send(placeOf(id), { text: '', version: known })
      try {
        await remove(version)
      } catch (error) {
        const theirs = error instanceof ApiError ? (error.body.draft as TextDraft | undefined) : undefined
        if (theirs && asked?.includes(theirs.text)) await remove(theirs.version)
      }
    }),
  )
}

const isKind = (kind: UnsentKind): kind is Kind => kind === 'draft' || kind === 'note'

/** Begins to keep both sides in step; returns the function that ends it. */
export function keepTextDrafts(): { pull: () => void; end: () => void } {
  const flush = () => {
    if (document.visibilityState === 'hidden') for (const key of [...waiting.keys()]) void save(placeOf(key), true)
  }
  const stop = onUnsentWrite((kind, ticketId) => {
    if (isKind(kind) && isDirty({ kind, ticketId })) schedule({ kind, ticketId })
  })
  document.addEventListener('visibilitychange', flush)
  const start = () => void pull().catch(() => undefined)
  start()
  return {
    pull: start,
    end() {
      stop()
      document.removeEventListener('visibilitychange', flush)
      for (const timer of waiting.values()) clearTimeout(timer)
      waiting.clear()
    },
  }
}
