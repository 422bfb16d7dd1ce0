import type { Store } from '@balcao/shared/entities/store.ts'
import type { PromptRow } from '../../data/automation/prompt.ts'
import { STORES } from '../../data/catalog/store.ts'
import { everyRow, getRow } from '../../data/table/small-list.ts'

/**
 * Returns the store an agent sells in: the chosen one while it is active, else the only active one.
 */
export async function storeOfPrompt(
  companyId: string,
  { storeId }: Pick<PromptRow, 'storeId'>,
): Promise<Store | undefined> {
  if (storeId !== null) {
    const store = await getRow(companyId, STORES, storeId)
    return store?.isActive ? store : undefined
  }
  const active = (await everyRow(companyId, STORES)).filter(({ isActive }) => isActive)
  return active.length === 1 ? active[0] : undefined
}
