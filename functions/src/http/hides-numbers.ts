import { mayAccess } from '@balcao/shared/access.ts'
import { doesHideNumbers } from '../data/company/setting.ts'
import type { Context } from './context.ts'

type Who = Parameters<typeof mayAccess>[1]

/**
 * Returns whether somebody of a company gets the numbers of its contacts masked (decision 0104).
 */
export const hidesNumbersFrom = async (companyId: string, who: Who): Promise<boolean> =>
  !mayAccess('numbers', who) && (await doesHideNumbers(companyId))

/** Returns whether a call is answered with masked numbers. */
export const hidesNumbers = async (ctx: Context): Promise<boolean> =>
  ctx.kind === 'user' && (await hidesNumbersFrom(ctx.companyId, ctx.actor))
