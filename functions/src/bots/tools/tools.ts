import type { Plan } from '@balcao/shared/entities/plan.ts'
import type { Store } from '@balcao/shared/entities/store.ts'
import type { PromptRow } from '../../data/automation/prompt.ts'
import { searchProducts } from './search-products.ts'
import type { Tool } from './tool.ts'
import { transferToPerson } from './transfer-to-person.ts'

/** All tools; a new one is a file and a line here. */
export const TOOLS: readonly Tool[] = [searchProducts, transferToPerson]

/**
 * Returns the tools that an agent may use: those it was given, of which the plan includes selling,
 * and the store to sell in is known.
 */
export const offeredTools = (
  { tools }: Pick<PromptRow, 'tools'>,
  { useSales }: Pick<Plan, 'useSales'>,
  store: Store | undefined,
): Tool[] =>
  TOOLS.filter(({ switch: name, needs }) => {
    const isGiven = name === null || tools[name]
    return isGiven && (needs === null || (useSales && (needs === 'sales' || store !== undefined)))
  })
