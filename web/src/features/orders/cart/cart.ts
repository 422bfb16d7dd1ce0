/**
 * The order being put together in a ticket, as this browser has it: what was last saved, and what was changed since, which is saved
 * a moment later, or when the network is back. Both are kept over a reload. Where somebody else saved first, what both did is put
 * together and saved, and this person is told.
 */
import { draftOrder } from '@balcao/shared/api/tickets/draft-order.ts'
import { queryKey } from '@balcao/shared/contract/query-key.ts'
import type { DraftOrder } from '@balcao/shared/entities/draft-order.ts'
import { type DraftChoice, keepOfGone, mergeDraft } from '@balcao/shared/rules/sales/merge-draft.ts'
import type { PaymentPart } from '@balcao/shared/rules/sales/payments.ts'
import { hashKey } from '@tanstack/react-query'
import { ApiError } from '#/lib/api-error.ts'
import { queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { createStore, type Store } from '#/lib/store.ts'
import { toast } from '#/lib/toast.ts'
import { readUnsent, unsentOwner, writeUnsent } from '#/lib/unsent.ts'
import { tellGone, tellMerged } from './tell-merged.ts'

/** What a line shows of its product before the server has said it. */
export type Face = { name: string; price: number; mediaPath: string | null }

/** Changed here and not saved: on top of which version, and what it is now. */
type Pending = { base: DraftOrder | null; choice: DraftChoice }

export interface CartState {
  pending: Pending | null
  saving: boolean
  /** No answer came: it is saved when one does. */
  waiting: boolean
  /** The server does not take it as it is. */
  problem: unknown
}

/** How a total (cents) of a draft is to be paid, as far as it was entered. It is not kept over a reload. */
type Paid = { draftId: string | null; total: number | null; payments: readonly PaymentPart[] }

export const UNPAID: Paid = { draftId: null, total: null, payments: [] }

export interface Cart {
  state: Store<CartState>
  paid: Store<Paid>
  faces: Map<string, Face>
  /** What was last heard of the server. */
  saved: () => DraftOrder | null
  /** As it stands on screen. */
  choice: () => DraftChoice
  change: (change: (choice: DraftChoice) => DraftChoice, faces?: Record<string, Face>) => void
  /** Resolves once everything is saved, with what is; throws what stands in the way. */
  settled: () => Promise<DraftOrder | null>
  /** Back to what was last saved. */
  revert: () => void
  /** It was made an order of, or given up. */
  forget: () => void
}

const EMPTY: DraftChoice = {
  storeId: null,
  customerId: null,
  itens: [],
  typeDelivery: null,
  addressId: null,
  coupon: [],
}

export const choiceOf = (draft: DraftOrder | null): DraftChoice =>
  draft
    ? {
        storeId: draft.storeId,
        customerId: draft.customerId,
        itens: draft.itens.map(({ productId, amount }) => ({ productId, amount })),
        typeDelivery: draft.typeDelivery,
        addressId: draft.addressId,
        coupon: draft.coupon,
      }
    : EMPTY

/** After the last change, before it is saved: a quantity is typed and clicked in steps. */
const PAUSE_MS = 300
/** Between tries while no answer comes. */
const AGAIN_MS = 5000

export const draftKey = (ticketId: string) => queryKey(draftOrder.get, { params: { ticketId } })

type Kept = { saved: DraftOrder | null; pending: Pending | null; faces: [string, Face][] }

const readKept = (ticketId: string): Kept =>
  readUnsent<Kept>('cart', ticketId) ?? { saved: null, pending: null, faces: [] }

const carts = new Map<string, Cart>()

/** The cart of a ticket of the signed-in person. */
export function cartOf(ticketId: string): Cart {
  const key = `${unsentOwner() ?? ''}.${ticketId}`
  const cart = carts.get(key) ?? makeCart(ticketId)
  carts.set(key, cart)
  return cart
}

/** Asks the server; a ticket without a draft has none. */
export async function fetchDraft(ticketId: string, signal?: AbortSignal): Promise<DraftOrder | null> {
  try {
    return await api(draftOrder.get, { params: { ticketId } }, signal ? { signal } : {})
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ERR_NO_DRAFT_FOUND') return null
    throw error
  }
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
/** No answer came, or none that says what became of the call. */
export const isSilence = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 401 || error.status >= 500)

function makeCart(ticketId: string): Cart {
  const owner = unsentOwner()
  const params = { ticketId }
  const key = draftKey(ticketId)
  const hash = hashKey(key)
  const kept = readKept(ticketId)
  const faces = new Map(kept.faces)
  const state = createStore<CartState>({ pending: kept.pending, saving: false, waiting: false, problem: null })
  const paid = createStore(UNPAID)
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined

  // As old as can be: it shows at once and is asked for all the same.
  if (kept.saved && queryClient.getQueryData(key) === undefined)
    queryClient.setQueryData(key, kept.saved, { updatedAt: 1 })

  const saved = () => queryClient.getQueryData<DraftOrder | null>(key) ?? null
  const choice = () => state.get().pending?.choice ?? choiceOf(saved())
  const set = (changes: Partial<CartState>) => state.set(now => ({ ...now, ...changes }))

  const keep = () => {
    // Another user's session says nothing of this cart.
    if (unsentOwner() !== owner) return
    const { pending } = state.get()
    const draft = saved()
    const ids = new Set([...choice().itens, ...(draft?.itens ?? [])].map(({ productId }) => productId))
    const entry: Kept = { saved: draft, pending, faces: [...faces].filter(([id]) => ids.has(id)) }
    writeUnsent('cart', ticketId, draft || pending ? entry : null)
  }
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryHash === hash) keep()
  })

  const hear = (draft: DraftOrder | null) => queryClient.setQueryData(key, draft)
  const become = (pending: Pending | null) => {
    set({ pending })
    keep()
  }

  /** Somebody else was first: what both did, on top of theirs. */
  function merge(theirs: DraftOrder | null) {
    const mine = state.get().pending
    hear(theirs)
    if (!mine) return
    if (!theirs) {
      const left = mine.base ? keepOfGone(choiceOf(mine.base), mine.choice) : mine.choice
      become(left && { base: null, choice: left })
      return tellGone(left)
    }
    const merged = mergeDraft(mine.base && choiceOf(mine.base), mine.choice, choiceOf(theirs))
    become(same(merged.draft, choiceOf(theirs)) ? null : { base: theirs, choice: merged.draft })
    tellMerged(merged.differences, theirs, faces)
  }

  async function saveOnce(sent: Pending) {
    try {
      const draft = await api(draftOrder.save, { params, body: { version: sent.base?.version ?? 0, ...sent.choice } })
      const now = state.get().pending
      hear(draft)
      become(now === sent || !now ? null : { base: draft, choice: now.choice })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'ERR_DRAFT_CHANGED') throw error
      merge((error.body.draft as DraftOrder | undefined) ?? null)
    }
  }

  async function save() {
    clearTimeout(timer)
    set({ saving: true, problem: null })
    try {
      for (let pending = state.get().pending; pending; pending = state.get().pending) await saveOnce(pending)
      set({ saving: false, waiting: false })
    } catch (error) {
      const gone = error instanceof ApiError && ['ERR_TICKET_CLOSED', 'ERR_NO_TICKET_FOUND'].includes(error.code)
      if (gone) {
        hear(null)
        become(null)
        toast.error(error)
      }
      set({ saving: false, waiting: isSilence(error), problem: gone || isSilence(error) ? null : error })
      if (isSilence(error)) timer = setTimeout(start, AGAIN_MS)
      throw error
    }
  }

  const run = () => {
    running ??= save().finally(() => {
      running = undefined
    })
    return running
  }
  // Who waits for it is told; on its own the state says it.
  const start = () => {
    clearTimeout(timer)
    // Waits for its owner: after the end of a session somebody else may be signed in here.
    if (unsentOwner() === owner) void run().catch(() => undefined)
    else timer = setTimeout(start, AGAIN_MS)
  }

  window.addEventListener('online', () => {
    if (state.get().pending) start()
  })
  // Left unsaved by an earlier visit.
  if (kept.pending) timer = setTimeout(start, PAUSE_MS)

  return {
    state,
    paid,
    faces,
    saved,
    choice,
    change(change, shown = {}) {
      for (const [id, face] of Object.entries(shown)) faces.set(id, face)
      const { pending } = state.get()
      const next = change(choice())
      if (same(next, choice())) return
      set({ problem: null })
      become({ base: pending ? pending.base : saved(), choice: next })
      clearTimeout(timer)
      timer = setTimeout(start, PAUSE_MS)
    },
    async settled() {
      if (state.get().pending || running) await run()
      return saved()
    },
    revert() {
      clearTimeout(timer)
      set({ problem: null, waiting: false })
      become(null)
    },
    forget() {
      clearTimeout(timer)
      set({ problem: null, waiting: false })
      paid.set(UNPAID)
      hear(null)
      become(null)
    },
  }
}
