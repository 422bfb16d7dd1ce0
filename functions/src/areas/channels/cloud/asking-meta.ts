import { AppError, type ErrorCode } from '@balcao/shared/errors.ts'
import { isPermission } from '../../../integrations/meta/cloud/cloud-errors.ts'
import { GraphError } from '../../../integrations/meta/graph-error.ts'

/** "Unsupported get request": there is no such object, or none that the token may see. */
const NO_OBJECT = 33
/** "Callback verification failed": our address did not answer Meta as it must. */
const WEBHOOK = 2200

/** Calls Meta about a cloud number, and turns its errors into ours. */
export async function askingMeta<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    throw new AppError(codeOf(error))
  }
}

function codeOf({ failure, code = 0, subcode }: GraphError): ErrorCode {
  if (failure === 'token') return 'ERR_CLOUD_TOKEN'
  if (code === WEBHOOK) return 'ERR_CLOUD_WEBHOOK'
  if (failure !== 'refused') return 'ERR_META_UNAVAILABLE'
  if (isPermission(code)) return 'ERR_CLOUD_PERMISSION'
  if (code === 100 && subcode === NO_OBJECT) return 'ERR_CLOUD_NO_NUMBER'
  // "Invalid appsecret_proof": the token of another app.
  return code === 100 ? 'ERR_CLOUD_TOKEN' : 'ERR_META_UNAVAILABLE'
}
