/**
 * Payments that the operator has to look at, of all companies, newest first, kept for a year.
 */
import type { PaymentNotice } from '@balcao/shared/entities/invoice.ts'
import { SYSTEM } from '@balcao/shared/table.ts'
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { fromQuery, type Page, type PageOptions, pageOf } from '../table/page.ts'
import { deleteOne } from '../table/single-write.ts'
import { put, type Write } from '../table/transact.ts'

const NOTICES = defineRow({
  kind: 'paymentNotice',
  key: { pk: 'system#payment-notices', sk: '${id}' },
  content: z.object({
    id: z.string(),
    /** Attribute by which the row is found when the company is deleted. */
    companyId: z.string(),
    /** Notice as one text. */
    row: z.string(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
  keyOnly: ['id'],
  unmarked: true,
})

const KEPT_SECONDS = 366 * 86_400
/** Sort key after every id. */
const BEHIND = '~'

/** Returns a write labelled `paymentNotice`. */
export const noticeWrite = (notice: PaymentNotice): Write =>
  put(
    'paymentNotice',
    NOTICES.put({
      id: notice.id,
      companyId: notice.companyId,
      row: JSON.stringify(notice),
      expiresAt: Math.ceil(Date.now() / 1000) + KEPT_SECONDS,
    }),
  )

/** Reads a page of the notices. Throws ERR_INVALID_CURSOR. */
export const pageOfNotices = (options: PageOptions): Promise<Page<PaymentNotice>> =>
  pageOf(
    SYSTEM,
    'payment-notices',
    fromQuery<PaymentNotice>(from => NOTICES.query({}, { below: (from as string | null) ?? BEHIND }), {
      attributes: ['row'],
      toRow: (item: { row: string }) => JSON.parse(item.row) as PaymentNotice,
      positionOf: ({ id }) => id,
    }),
    options,
  )

/** Deletes a notice; a missing one is no error. */
export async function removeNotice(id: string): Promise<void> {
  await deleteOne(NOTICES.delete({ id }))
}
