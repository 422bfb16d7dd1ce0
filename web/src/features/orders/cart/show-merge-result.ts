import { users } from '@balcao/shared/api/team/users.ts'
import type { DraftOrder } from '@balcao/shared/entities/draft-order.ts'
import type { DraftChoice, DraftDifference } from '@balcao/shared/rules/sales/merge-draft.ts'
import i18next from 'i18next'
import { isolate } from '#/lib/isolate.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { toast } from '#/lib/toast.ts'
import type { ProductPreview } from './product-preview.ts'

/** Maximum number of changes in the toast. */
const MAX_SHOWN = 3

async function nameOf(userId: string): Promise<string> {
  const all = await queryClient.fetchQuery(apiQuery(users.listAll)).catch(() => [])
  const name = all.find(({ id }) => id === userId)?.name
  return name ? isolate(name) : i18next.t('checkout:merge.somebody')
}

/** Shows who else changed the order, and which of this person's values were replaced. */
export async function showMergeResult(
  differences: readonly DraftDifference[],
  theirs: DraftOrder,
  faces: ReadonlyMap<string, ProductPreview>,
): Promise<void> {
  if (differences.length === 0) return
  const product = (id: string) =>
    isolate(theirs.itens.find(({ productId }) => productId === id)?.name ?? faces.get(id)?.name ?? '')
  const changes = differences.slice(0, MAX_SHOWN).map(each => {
    switch (each.what) {
      case 'added':
      case 'kept':
      case 'amount':
        return i18next.t(`checkout:merge.${each.what}`, { amount: each.amount, product: product(each.productId) })
      case 'removed':
        return i18next.t('checkout:merge.removed', { product: product(each.productId) })
      default:
        return i18next.t(`checkout:merge.${each.what}`)
    }
  })
  if (differences.length > MAX_SHOWN)
    changes.push(i18next.t('checkout:merge.more', { count: differences.length - MAX_SHOWN }))
  toast.info(i18next.t('checkout:merge.title', { name: await nameOf(theirs.sellerId), what: changes.join('; ') }))
}

/**
 * Shows that the draft order is gone, checked out or deleted elsewhere; unsaved changes begin a new
 * one.
 */
export function showDraftGone(left: DraftChoice | null): void {
  toast.info(
    left ? i18next.t('checkout:merge.goneKept', { count: left.itens.length }) : i18next.t('checkout:merge.gone'),
  )
}
