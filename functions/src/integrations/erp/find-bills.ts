import { ERP_SETTINGS, ERP_SYSTEMS, type ErpSystem } from '@balcao/shared/entities/erp.ts'
import type { Settings } from '@balcao/shared/entities/setting.ts'
import { type CallTimeouts, lookUpTimeouts } from './ask.ts'
import type { Bill } from './bill.ts'
import { ErpError } from './erp-error.ts'
import { systemOf } from './systems.ts'

export type LookedUp =
  | { kind: 'found'; bills: Bill[]; more: number }
  /** The document is known, and nothing is open. */
  | { kind: 'nothing' }
  | { kind: 'unknown' }
  /** A system that might know it could not be asked. */
  | { kind: 'down'; system: ErpSystem; code: ErpError['code'] }
  /** No system is set up. */
  | { kind: 'none' }

/**
 * Looks a document up in the company's billing systems, one after the other, until one has open
 * bills of it: a customer of one may be billed by another. A negative answer is not final while
 * another system could not be asked.
 */
export async function findBills(
  settings: Settings,
  document: string,
  timeouts: CallTimeouts = lookUpTimeouts(),
): Promise<LookedUp> {
  let outcome: LookedUp = { kind: 'none' }
  for (const system of ERP_SYSTEMS.filter(each => ERP_SETTINGS[each].every(key => settings[key] !== ''))) {
    try {
      const { isKnown, bills, more } = await systemOf(system, settings).find(document, timeouts)
      if (bills.length > 0) return { kind: 'found', bills, more }
      if (outcome.kind === 'down') continue
      if (isKnown) outcome = { kind: 'nothing' }
      else if (outcome.kind === 'none') outcome = { kind: 'unknown' }
    } catch (error) {
      if (!(error instanceof ErpError)) throw error
      if (outcome.kind !== 'down') outcome = { kind: 'down', system, code: error.code }
    }
  }
  return outcome
}
