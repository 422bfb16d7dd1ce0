/**
 * Birthdays of customers, by the day of the year: an index of only the customers who have one, so a
 * day costs that day's customers and never a scan. A row written with the message records who was
 * congratulated this year.
 */
import { birthdaysOf } from '@balcao/shared/rules/sales/birthday.ts'
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { each, fromQuery } from '../table/page.ts'
import { put, type Write } from '../table/transact.ts'
import { CUSTOMERS } from './customer-row.ts'

/**
 * Yields the ids of the customers whose birthday is celebrated on a day `yyyy-mm-dd`. Costs half a
 * read unit per 4 KB of their rows.
 */
export async function* bornOn(companyId: string, day: string): AsyncGenerator<string> {
  for (const date of birthdaysOf(day)) {
    const source = fromQuery<string>(
      from =>
        CUSTOMERS.queryIndex(
          'gsi2',
          { companyId, day: date },
          from === null ? { begins: '' } : { above: from as string },
        ),
      {
        attributes: ['gsi2sk'],
        order: 'asc',
        toRow: ({ gsi2sk }: { gsi2sk: string }) => gsi2sk,
        positionOf: id => id,
      },
    )
    yield* each(source)
  }
}

const CONGRATULATIONS = defineRow({
  kind: 'congratulated',
  key: { pk: '${companyId}#congratulated#${customerId}', sk: '${year}' },
  content: z.object({
    companyId: z.string(),
    customerId: z.string(),
    year: z.string(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
  keyOnly: ['companyId', 'customerId', 'year'],
  unmarked: true,
})

/** Lifetime of a mark in days: longer than the year it is for. */
const KEPT_DAYS = 400

export const wasCongratulated = async (companyId: string, customerId: string, year: string): Promise<boolean> =>
  (await CONGRATULATIONS.get({ companyId, customerId, year }, { consistent: true })) !== undefined

/**
 * Returns a write labelled `congratulated`, refused if the customer was already congratulated this
 * year.
 */
export function congratulatedWrite(companyId: string, customerId: string, year: string): Write {
  const expiresAt = Math.ceil(Date.now() / 1000) + KEPT_DAYS * 86_400
  return put('congratulated', CONGRATULATIONS.create({ companyId, customerId, year, expiresAt }))
}
