import type { FieldProblem } from '@balcao/shared/errors.ts'
import { AppError, ERRORS, isErrorCode } from '@balcao/shared/errors.ts'
import { problemText } from '@balcao/shared/validation/problem-text.ts'
import { orStorageFull } from '../integrations/storage-full.ts'
import type { HttpRequest } from './http-request.ts'
import { logger } from './logger.ts'

/**
 * Turns a thrown error into what `@middy/http-error-handler` answers, and logs errors that are ours
 * to fix. Of an error without a code nothing reaches the client, nor does a cookie set before it.
 */
export const codedErrors = {
  onError(request: HttpRequest): void {
    const { event, internal } = request
    const error = orStorageFull(request.error)
    const { requestId } = event.requestContext
    const route = internal.matched?.name ?? ''
    if (error instanceof AppError) {
      if (error.status >= 500) logger.error('refused', { requestId, route, code: error.code, error })
      request.error = answerTo(error, requestId)
    } else {
      logger.error('failed', { requestId, route, error: error as Error })
      delete internal.cookies
      request.error = answerTo(new AppError('ERR_INTERNAL'), requestId)
    }
  },
}

/**
 * Adds the Portuguese text to a problem. Of an error code the message is the code itself, which
 * clients translate.
 */
const withMessage = ({ path, code, ...rest }: FieldProblem) => ({
  path,
  code,
  ...rest,
  message: isErrorCode(code) ? code : problemText({ code, ...rest }, 'pt'),
})

/** Builds the answer to a coded error; `data.retryAfter` (seconds) becomes the header too. */
function answerTo(error: AppError, requestId: string): NonNullable<HttpRequest['error']> {
  const { code, status, details, data } = error
  const retryAfter =
    typeof data?.retryAfter === 'number'
      ? data.retryAfter
      : status === ERRORS.ERR_TOO_MANY_REQUESTS.status
        ? 60
        : undefined
  return {
    statusCode: status,
    message: JSON.stringify({
      ...data,
      error: code,
      ...(details ? { details: details.map(withMessage) } : {}),
      ...(status >= 500 ? { requestId } : {}),
    }),
    headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
    expose: true,
  }
}
