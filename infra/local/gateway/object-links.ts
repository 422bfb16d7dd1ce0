import type { IncomingMessage, ServerResponse } from 'node:http'
import type { S3Server } from '../s3/start-s3.ts'

/** Path of links before the bucket; the service worker knows it as no screen. */
export const OBJECT_LINKS = '/objects'
/** Id of the key that signs links; nothing else on this machine accepts it. */
const KEY_ID = 'links'

/**
 * Keeps what a browser shows in place from running anything: on a server, files of customers come
 * from the product's own origin.
 */
const HEADERS = {
  'content-security-policy': `script-src 'none'; frame-ancestors 'self'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

export type ObjectLinks = {
  /** Variables by which the functions sign links that browsers open on the public address. */
  env: Record<string, string>
  isLink: (path: string) => boolean
  serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>
}

/**
 * Serves signed links and forms of the object store on the product's public address, where browsers
 * do not reach the machine's own object store.
 * @param options.secret signs the links; unlike the key of the store it opens nothing from inside
 */
export function createObjectLinks(options: {
  s3: Pick<S3Server, 'serveLinks'>
  publicUrl: string
  secret: string
}): ObjectLinks {
  const { s3, publicUrl, secret } = options
  const { host, origin, protocol } = new URL(publicUrl)
  const serveSigned = s3.serveLinks(new Map([[KEY_ID, secret]]), OBJECT_LINKS)
  return {
    env: { MEDIA_LINKS_URL: `${publicUrl}${OBJECT_LINKS}`, MEDIA_LINKS_KEY_ID: KEY_ID, MEDIA_LINKS_KEY: secret },
    isLink: path => path.startsWith(`${OBJECT_LINKS}/`),
    async serve(request, response) {
      for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
      if (protocol === 'https:') response.setHeader('strict-transport-security', 'max-age=31536000')
      if (!['GET', 'HEAD', 'POST'].includes(request.method ?? '')) {
        request.resume()
        response.writeHead(405, { 'content-length': 0 })
        return void response.end()
      }
      // The signature covers the public name, whatever a proxy puts there.
      request.headers.host = host
      // Pages of other origins are not answered by CORS.
      if (request.headers.origin !== origin) delete request.headers.origin
      await serveSigned(request, response)
    },
  }
}
