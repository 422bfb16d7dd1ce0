/**
 * Payments that the operator has to look at, of all companies, newest first, kept for a year. Keys:
 * pk `system#payment-notices`, sk id.
 */
import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import type { PaymentNotice } from '@balcao/shared/entities/invoice.ts'
import { SYSTEM } from '@balcao/shared/table.ts'
import { documentClient, tableName } from '../table/client.ts'
import { keyQuery } from '../table/key-query.ts'
import { fromQuery, type Page, type PageOptions, pageOf } from '../table/page.ts'
import { put, type Write } from '../table/transact.ts'

const PARTITION = `${SYSTEM}#payment-notices`
const KEPT_SECONDS = 366 * 86_400
/** Sort key after every id. */
const BEHIND = '~'

/** Returns a write labelled `paymentNotice`. */
export const noticeWrite = (notice: PaymentNotice): Write =>
  put('paymentNotice', {
    TableName: tableName(),
    Item: {
      pk: PARTITION,
      sk: notice.id,
      // Attribute by which the row is found when the company is deleted.
      companyId: notice.companyId,
      row: JSON.stringify(notice),
      expiresAt: Math.ceil(Date.now() / 1000) + KEPT_SECONDS,
    },
  })

/** Reads a page of the notices. Throws ERR_INVALID_CURSOR. */
export const pageOfNotices = (options: PageOptions): Promise<Page<PaymentNotice>> =>
  pageOf(
    SYSTEM,
    'payment-notices',
    fromQuery<PaymentNotice>(from => keyQuery('main', PARTITION, { below: (from as string | null) ?? BEHIND }), {
      attributes: ['row'],
      toRow: (item: { row: string }) => JSON.parse(item.row) as PaymentNotice,
      positionOf: ({ id }) => id,
    }),
    options,
  )

/** Deletes a notice; a missing one is no error. */
export async function removeNotice(id: string): Promise<void> {
  await documentClient().send(new DeleteCommand({ TableName: tableName(), Key: { pk: PARTITION, sk: id } }))
}
