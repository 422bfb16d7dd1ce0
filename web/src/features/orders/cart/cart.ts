/**
 * Draft order of a ticket in this browser: the last saved state, and the changes since, which are
 * saved a moment later, or when the network is back. Both are kept over a reload. If somebody else
 * saved first, both changes are merged and saved, and this person is informed.
 */
import { draftOrder } from '@balcao/shared/api/tickets/draft-order.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
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
import type { ProductPreview } from './product-preview.ts'
import { showDraftGone, showMergeResult } from './show-merge-result.ts'

/** Unsaved changes: the version they are based on, and the current state. */
type Pending = { base: DraftOrder | null; choice: DraftChoice }

export interface CartState {
  pending: Pending | null
  saving: boolean
  /** True if no answer arrived: the save is repeated. */
  waiting: boolean
  /** Refusal of the server. */
  problem: unknown
}

/** Payments entered for a total (cents) of a draft. They are not kept over a reload. */
type Paid = { draftId: string | null; total: number | null; payments: readonly PaymentPart[] }

export const UNPAID: Paid = { draftId: null, total: null, payments: [] }

export interface Cart {
  state: Store<CartState>
  paid: Store<Paid>
  faces: Map<string, ProductPreview>
  /** Returns the server's last known state. */
  saved: () => DraftOrder | null
  /** Returns the state on screen. */
  choice: () => DraftChoice
  change: (change: (choice: DraftChoice) => DraftChoice, faces?: Record<string, ProductPreview>) => void
  /** Resolves with the saved state once everything is saved; throws the error that prevents it. */
  settled: () => Promise<DraftOrder | null>
  /** Restores the last saved state. */
  revert: () => void
  /** Forgets the draft after it became an order, or was deleted. */
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

/** Delay between the last change and its save, ms: a quantity is typed and clicked in steps. */
const PAUSE_MS = 300
/** Delay between attempts while no answer arrives, ms. */
const AGAIN_MS = 5000

export const draftKey = (ticketId: string) => queryKey(draftOrder.get, { params: { ticketId } })

type StoredCart = { saved: DraftOrder | null; pending: Pending | null; faces: [string, ProductPreview][] }

const readKept = (ticketId: string): StoredCart =>
  readUnsent<StoredCart>('cart', ticketId) ?? { saved: null, pending: null, faces: [] }

const carts = new Map<string, Cart>()

/** Returns the cart of a ticket of the signed-in user. */
export function cartOf(ticketId: string): Cart {
  const key = `${unsentOwner() ?? ''}.${ticketId}`
  const cart = carts.get(key) ?? makeCart(ticketId)
  carts.set(key, cart)
  return cart
}

/** Fetches the draft order; null for a ticket without one. */
export async function fetchDraft(ticketId: string, signal?: AbortSignal): Promise<DraftOrder | null> {
  try {
    return await api(draftOrder.get, { params: { ticketId } }, signal ? { signal } : {})
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ERR_NO_DRAFT_FOUND') return null
    throw error
  }
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
/** Returns whether no answer arrived, or none that states the outcome of the call. */
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

  // Stored with the oldest time possible: it shows at once and is fetched all the same.
  if (kept.saved && queryClient.getQueryData(key) === undefined)
    queryClient.setQueryData(key, kept.saved, { updatedAt: 1 })

  const saved = () => queryClient.getQueryData<DraftOrder | null>(key) ?? null
  const choice = () => state.get().pending?.choice ?? choiceOf(saved())
  const set = (changes: Partial<CartState>) => state.set(now => ({ ...now, ...changes }))

  const keep = () => {
    // Another user's session has no say in this cart.
    if (unsentOwner() !== owner) return
    const { pending } = state.get()
    const draft = saved()
    const ids = new Set([...choice().itens, ...(draft?.itens ?? [])].map(({ productId }) => productId))
    const entry: StoredCart = { saved: draft, pending, faces: [...faces].filter(([id]) => ids.has(id)) }
    writeUnsent('cart', ticketId, draft || pending ? entry : null)
  }
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryHash === hash) keep()
  })

  const storeDraft = (draft: DraftOrder | null) => queryClient.setQueryData(key, draft)
  const become = (pending: Pending | null) => {
    set({ pending })
    keep()
  }

  /** Merges both changes on top of the other person's state, which was saved first. */
  function merge(theirs: DraftOrder | null) {
    const mine = state.get().pending
    storeDraft(theirs)
    if (!mine) return
    if (!theirs) {
      const left = mine.base ? keepOfGone(choiceOf(mine.base), mine.choice) : mine.choice
      become(left && { base: null, choice: left })
      return showDraftGone(left)
    }
    const merged = mergeDraft(mine.base && choiceOf(mine.base), mine.choice, choiceOf(theirs))
    become(same(merged.draft, choiceOf(theirs)) ? null : { base: theirs, choice: merged.draft })
    showMergeResult(merged.differences, theirs, faces)
  }

  async function saveOnce(sent: Pending) {
    try {
      const draft = await api(draftOrder.save, { params, body: { version: sent.base?.version ?? 0, ...sent.choice } })
      const now = state.get().pending
      storeDraft(draft)
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
        storeDraft(null)
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
  // Whoever waits for the save gets its error; otherwise the state shows it.
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
      for (const [id, preview] of Object.entries(shown)) faces.set(id, preview)
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
      storeDraft(null)
      become(null)
    },
  }
}
