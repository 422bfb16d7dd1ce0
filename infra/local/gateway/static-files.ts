import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, normalize, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Entry = { mtimeMs: number; type: string; etag: string; raw: Buffer; encoded: Map<string, Promise<Buffer>> }

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
}
const COMPRESSIBLE = /^(text\/|application\/(json|manifest|wasm)|image\/svg)/
const MIN_COMPRESSED_BYTES = 1024

/**
 * Serves a built single-page application: caches hashed assets forever, revalidates everything
 * else, answers unknown paths with the page itself.
 * @param headers added to every answer
 * @param entries files that were asked for, kept in memory with their compressed forms
 */
export function createStaticFiles(
  root: string,
  headers: Record<string, string>,
  entries: Map<string, Entry> = new Map(),
) {
  async function load(path: string): Promise<Entry | undefined> {
    const file = join(root, normalize(path))
    if (!file.startsWith(root + sep)) return undefined
    const info = await stat(file).catch(() => undefined)
    if (!info?.isFile()) return undefined
    // By file: a file has endless spellings, as in `/a/../b`, each of which would stay in memory.
    const known = entries.get(file)
    if (known?.mtimeMs === info.mtimeMs) return known
    const raw = await readFile(file)
    const etag = `"${createHash('sha256').update(raw).digest('base64url').slice(0, 22)}"`
    const type = TYPES[extname(file)] ?? 'application/octet-stream'
    const entry: Entry = { mtimeMs: info.mtimeMs, type, etag, raw, encoded: new Map() }
    entries.set(file, entry)
    return entry
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    request.resume()
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return plain(response, 405, 'Method not allowed', headers)
    const path = pathOf(request)
    if (path === undefined) return plain(response, 400, 'Bad request', headers)
    const page = extname(path) === ''
    const entry = (page ? undefined : await load(path)) ?? (page ? await load('/index.html') : undefined)
    if (!entry) return plain(response, 404, page ? 'The web is not built: npm run build in web/' : 'Not found', headers)

    const encoding = chooseEncoding(entry, String(request.headers['accept-encoding'] ?? ''))
    const answer: Record<string, string | number> = {
      ...headers,
      'content-type': entry.type,
      etag: entry.etag,
      vary: 'accept-encoding',
      'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    }
    if (request.headers['if-none-match'] === entry.etag) {
      response.writeHead(304, answer)
      response.end()
      return
    }
    const body = encoding ? await encode(entry, encoding) : entry.raw
    if (encoding) answer['content-encoding'] = encoding
    response.writeHead(200, { ...answer, 'content-length': body.length })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
}

function pathOf(request: IncomingMessage): string | undefined {
  try {
    return decodeURIComponent((request.url ?? '/').split('?')[0]!)
  } catch {
    return undefined
  }
}

function chooseEncoding(entry: Entry, accepted: string): 'br' | 'gzip' | undefined {
  if (entry.raw.length < MIN_COMPRESSED_BYTES || !COMPRESSIBLE.test(entry.type)) return undefined
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : undefined
}

function encode(entry: Entry, encoding: 'br' | 'gzip'): Promise<Buffer> {
  const known = entry.encoded.get(encoding)
  if (known) return known
  const work =
    encoding === 'br'
      ? promisify(brotliCompress)(entry.raw, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      : promisify(gzip)(entry.raw)
  entry.encoded.set(encoding, work)
  return work
}

function plain(response: ServerResponse, status: number, text: string, headers: Record<string, string>): void {
  response.writeHead(status, { ...headers, 'content-type': 'text/plain; charset=utf-8' })
  response.end(text)
}
