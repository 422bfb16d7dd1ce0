/**
 * Default customer of a company, used if none is named: one row per company, so that there is never
 * more than one.
 */
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { put, remove, type Write } from '../table/transact.ts'

const DEFAULT_CUSTOMERS = defineRow({
  kind: 'customerDefault',
  key: { pk: '${companyId}#customer-default', sk: 'default' },
  content: z.object({ companyId: z.string(), customerId: z.string() }),
  keyOnly: ['companyId'],
  unmarked: true,
})

/** Returns the id of the default customer. Costs half a read unit, or one if consistent. */
export async function getDefaultCustomerId(companyId: string, consistent = false): Promise<string | undefined> {
  return (await DEFAULT_CUSTOMERS.get({ companyId }, { consistent }))?.customerId
}

/**
 * Returns the writes, labelled `customerDefault`, that make a customer the default, or no longer;
 * none if nothing changes. They are refused if another customer has become the default since
 * `before` was read.
 */
export function defaultWrites(companyId: string, before: string | undefined, id: string, wanted: boolean): Write[] {
  if (wanted === (before === id)) return []
  const still: NonNullable<Parameters<typeof DEFAULT_CUSTOMERS.put>[1]> = {
    when: is => [before === undefined ? is.absent('customerId') : is.equal('customerId', before)],
  }
  return wanted
    ? [put('customerDefault', DEFAULT_CUSTOMERS.put({ companyId, customerId: id }, still))]
    : [remove('customerDefault', DEFAULT_CUSTOMERS.delete({ companyId }, still))]
}
