import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { GetObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { CREDENTIALS, REGION } from '../aws-names.ts'

/**
 * Serves objects of a bucket under their keys as paths, as CloudFront's behaviour for `/public/*`
 * does: readable by anybody, with the stored type and lifetime. A missing object answers 403, since
 * CloudFront may not list the bucket.
 * @param headers added to every answer
 */
export function createPublicObjects(endpoint: string, bucket: string, headers: Record<string, string>) {
  const s3 = new S3Client({ endpoint, region: REGION, credentials: CREDENTIALS, forcePathStyle: true })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.resume()
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405)
    const key = keyOf(request.url ?? '/')
    if (key === undefined) return refuse(response, 403)
    try {
      const IfNoneMatch = request.headers['if-none-match']
      const found = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key, IfNoneMatch }))
      response.writeHead(200, {
        'content-type': found.ContentType ?? 'application/octet-stream',
        'content-length': found.ContentLength ?? 0,
        ...(found.CacheControl ? { 'cache-control': found.CacheControl } : {}),
        ...(found.ETag ? { etag: found.ETag } : {}),
      })
      const body = found.Body as Readable
      if (request.method === 'GET') return await pipeline(body, response)
      body.destroy()
      response.end()
    } catch (error) {
      if (response.headersSent || response.destroyed) return void response.destroy()
      const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
      if (status === undefined) console.error('public objects:', error)
      refuse(response, status === 304 ? 304 : status === 404 ? 403 : 502)
    }
  }
  return { serve, close: () => s3.destroy() }
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-length': 0 })
  response.end()
}

/** Returns the path of a call without its slash; undefined for a path that cannot be a key. */
function keyOf(url: string): string | undefined {
  try {
    const key = decodeURIComponent(url.split('?')[0]!.slice(1))
    return /(^|\/)\.{1,2}(\/|$)/.test(key) ? undefined : key
  } catch {
    return undefined
  }
}
