/**
 * Merges the changes of two attendants to one draft order since the version both knew, so that
 * neither loses a line without notice (decision 0021).
 */
import type { FreightType } from '../../entities/budget.ts'

export type DraftLine = { productId: string; amount: number }

/** Fields of a draft that people choose; the server fills the rest. */
export type DraftChoice = {
  storeId: string | null
  customerId: string | null
  itens: DraftLine[]
  typeDelivery: FreightType | null
  addressId: string | null
  coupon: string[]
}

/**
 * Difference between the merged draft and the one on the caller's screen or, `kept`, the one the
 * other saved.
 */
export type DraftDifference =
  | { what: 'added' | 'removed' | 'kept'; productId: string; amount: number }
  | { what: 'amount'; productId: string; amount: number; mine: number }
  | { what: 'store' | 'customer' | 'delivery' | 'coupon' }

export type MergedDraft = { draft: DraftChoice; differences: DraftDifference[] }

const NOTHING: DraftChoice = {
  storeId: null,
  customerId: null,
  itens: [],
  typeDelivery: null,
  addressId: null,
  coupon: [],
}

/** Returns the other's value if only they changed it, else mine: it is the later one. */
const later = <T>(base: T, mine: T, theirs: T): T => (mine === base ? theirs : mine)

/**
 * Merges two drafts. `base` is the version both began from (null: there was none), `theirs` what
 * was saved since. Lines that either added stay; a line that one removed goes unless the other
 * changed its amount; of two amounts mine, the later one, is taken and reported.
 */
export function mergeDraft(base: DraftChoice | null, mine: DraftChoice, theirs: DraftChoice): MergedDraft {
  const from = base ?? NOTHING
  const was = amountsOf(from.itens)
  const of = { mine: amountsOf(mine.itens), theirs: amountsOf(theirs.itens) }
  const itens: DraftLine[] = []
  const differences: DraftDifference[] = []
  for (const productId of new Set([...of.theirs.keys(), ...of.mine.keys()])) {
    const before = was.get(productId)
    const [my, their] = [of.mine.get(productId), of.theirs.get(productId)]
    const amount = amountOf(before, my, their)
    if (amount !== undefined) itens.push({ productId, amount })
    if (my === undefined && amount !== undefined) differences.push({ what: 'added', productId, amount })
    else if (my !== undefined && amount === undefined) differences.push({ what: 'removed', productId, amount: my })
    else if (my !== undefined && amount !== undefined && my !== amount)
      differences.push({ what: 'amount', productId, amount, mine: my })
    else if (amount !== undefined && amount !== their && their !== before)
      differences.push({ what: 'kept', productId, amount })
  }
  const customerId = later(from.customerId, mine.customerId, theirs.customerId)
  const draft: DraftChoice = {
    storeId: later(from.storeId, mine.storeId, theirs.storeId),
    customerId,
    itens,
    typeDelivery: later(from.typeDelivery, mine.typeDelivery, theirs.typeDelivery),
    addressId: addressOf(from, mine, theirs, customerId),
    coupon: namesOf(from.coupon, mine.coupon, theirs.coupon),
  }
  if (draft.storeId !== mine.storeId) differences.push({ what: 'store' })
  if (draft.customerId !== mine.customerId) differences.push({ what: 'customer' })
  if (draft.typeDelivery !== mine.typeDelivery || draft.addressId !== mine.addressId)
    differences.push({ what: 'delivery' })
  if (draft.coupon.join('\n') !== mine.coupon.join('\n')) differences.push({ what: 'coupon' })
  return { draft, differences }
}

/**
 * Returns what is left of mine when the draft is gone (discarded, or made an order): the lines I
 * added since, or null if there are none. Amounts I changed are gone with it; the caller learns
 * only that it is gone.
 */
export function keepOfGone(base: DraftChoice, mine: DraftChoice): DraftChoice | null {
  const was = amountsOf(base.itens)
  const itens = mine.itens.filter(({ productId }) => !was.has(productId))
  return itens.length > 0 ? { ...NOTHING, storeId: mine.storeId, customerId: mine.customerId, itens } : null
}

const amountsOf = (lines: readonly DraftLine[]) => new Map(lines.map(({ productId, amount }) => [productId, amount]))

function amountOf(
  before: number | undefined,
  mine: number | undefined,
  theirs: number | undefined,
): number | undefined {
  if (mine !== undefined && theirs !== undefined) return later(before, mine, theirs)
  const left = mine ?? theirs
  return left === before ? undefined : left
}

/** An address belongs to its customer. */
function addressOf(from: DraftChoice, mine: DraftChoice, theirs: DraftChoice, customerId: string | null) {
  if (mine.customerId === theirs.customerId) return later(from.addressId, mine.addressId, theirs.addressId)
  return customerId === mine.customerId ? mine.addressId : theirs.addressId
}

const namesOf = (before: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] => [
  ...theirs.filter(name => mine.includes(name) || !before.includes(name)),
  ...mine.filter(name => !theirs.includes(name) && !before.includes(name)),
]
