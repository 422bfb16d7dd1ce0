import { AppError, type ErrorCode } from '@balcao/shared/errors.ts'

/**
 * Runs a write; a failure without a code of its own (the table is unreachable) is answered as
 * `code`, and logged with its cause.
 */
export async function failingAs<T>(code: ErrorCode, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw error instanceof AppError ? error : new AppError(code, { cause: error })
  }
}
