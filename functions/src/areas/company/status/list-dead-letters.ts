import { status } from '@balcao/shared/api/company/status.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { callOperations, hasOperations } from '../../../integrations/operations/call-operations.ts'
import type { Operations } from '../operations.ts'

export const listDeadLetters: Operations['status']['deadLetters'] = async () => {
  if (!hasOperations()) throw new AppError('ERR_SERVER_ONLY')
  return status.deadLetters.response.parse((await callOperations('GET', '/dead-letters')).body)
}
