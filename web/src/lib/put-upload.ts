import { ApiError } from './api-error.ts'

type Form = { url: string; fields: Record<string, string> }

/**
 * Uploads a file to the bucket with a signed form, as returned by the calls that prepare an upload.
 * @param onProgress receives the share that is done, 0 to 1
 * @throws ApiError ERR_UPLOAD_TOO_LARGE, ERR_STORAGE_FULL, ERR_UNAVAILABLE, or ERR_NETWORK, which
 * is also thrown for an abort
 */
export function putUpload(
  { url, fields }: Form,
  file: File,
  signal?: AbortSignal,
  onProgress?: (share: number) => void,
): Promise<void> {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  data.set('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.upload.addEventListener('progress', event => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total)
    })
    request.addEventListener('load', () => {
      if (request.status < 300) return resolve()
      const { status } = request
      const isRefused = status === 413 || status === 400
      const code = isRefused ? 'ERR_UPLOAD_TOO_LARGE' : status === 507 ? 'ERR_STORAGE_FULL' : 'ERR_UNAVAILABLE'
      reject(new ApiError(code, status))
    })
    request.addEventListener('error', () => reject(new ApiError('ERR_NETWORK', 0)))
    request.addEventListener('abort', () => reject(new ApiError('ERR_NETWORK', 0)))
    signal?.addEventListener('abort', () => request.abort())
    request.send(data)
  })
}
