import { AppError } from '@balcao/shared/errors.ts'

/**
 * Name by which queues and objects of a server say that its disk is full, and the text of its
 * table's error (decision 0067). AWS answers neither.
 */
const NAME = 'StorageFull'
const TABLE_TEXT = 'disk is full'

/**
 * Returns ERR_STORAGE_FULL for an answer of the table that means it: another attempt would end the
 * same way.
 */
export const tableFull = ({ status, text }: { status: number; text: string }): AppError | undefined =>
  status >= 500 && text.includes(TABLE_TEXT) ? new AppError('ERR_STORAGE_FULL') : undefined

/** Returns ERR_STORAGE_FULL for an error of any AWS client that means it, otherwise the error. */
export const orStorageFull = (error: unknown): unknown =>
  error instanceof Error && (error.name === NAME || error.message.includes(TABLE_TEXT))
    ? new AppError('ERR_STORAGE_FULL', { cause: error })
    : error
