import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname } from 'node:path'
import { isShown, servedType } from '@balcao/shared/media.ts'
import { ROUTES } from './api-routes.ts'
import { SimError } from './errors.ts'
import { avatarPng } from './media/avatar.ts'
import type { Network } from './network/network.ts'
import { Handset } from './phone/handset.ts'

const MAX_BODY_BYTES = 160 * 1024 * 1024
const INTERNAL = { error: 'ERR_SIM_INTERNAL' }
const PHONES_OFF = "The simulator's phones are off: this product speaks to WhatsApp itself (--whatsapp real)"
const SCREEN_DIR = new URL('screen/', import.meta.url)
const CONTENT_TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
/** Files of the screen by their path; no other file is ever read. */
const PAGE = new Map(
  readdirSync(SCREEN_DIR)
    .filter(name => extname(name) in CONTENT_TYPES)
    .map(name => [name === 'index.html' ? '/' : `/${name}`, name]),
)

/** Serves the JSON API under /sim and the screen for people. */
export function makeApi(
  network: Network,
  phones: 'on' | 'off' = 'on',
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    handle(network, phones, request, response).catch(error => {
      const known = error instanceof SimError
      if (!known) network.errors.push(error)
      if (response.headersSent) return void response.destroy()
      sendJson(response, known ? error.status : 500, known ? { error: error.code, message: error.hint } : INTERNAL)
    })
  }
}

async function handle(
  network: Network,
  phones: 'on' | 'off',
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://simulator')
  const method = request.method ?? 'GET'
  const page = phones === 'off' && url.pathname === '/' ? 'off.html' : PAGE.get(url.pathname)
  if (method === 'GET' && page) return sendScreen(response, page)
  if (phones === 'off' && url.pathname.startsWith('/sim/')) throw new SimError(409, 'ERR_SIM_PHONES_OFF', PHONES_OFF)
  if (method === 'GET' && url.pathname === '/sim/events') return streamEvents(network, response)
  const avatar = /^\/sim\/phones\/(\d+)\/avatar$/.exec(url.pathname)
  if (method === 'GET' && avatar) {
    return void response
      .setHeader('content-type', 'image/png')
      .setHeader('cache-control', 'max-age=86400')
      .end(avatarPng(avatar[1]!))
  }
  const file = /^\/sim\/phones\/(\d+)\/messages\/([^/]+)\/media$/.exec(url.pathname)
  if (method === 'GET' && file) return sendMedia(network, response, file[1]!, decodeURIComponent(file[2]!))
  const matches = ROUTES.map(route => ({ route, match: route.path.exec(url.pathname) })).filter(({ match }) => match)
  if (!matches.length) throw new SimError(404, 'ERR_SIM_NOT_FOUND')
  const found = matches.find(({ route }) => route.method === method)
  if (!found) throw new SimError(405, 'ERR_SIM_METHOD')
  const params = found.match!.slice(1).map(part => decodeURIComponent(part))
  const body = await readBody(request)
  const result = await found.route.run({ network, params, query: url.searchParams, body })
  sendJson(response, found.route.status ?? 200, result)
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) throw new SimError(413, 'ERR_SIM_TOO_LARGE')
    chunks.push(chunk)
  }
  if (!size) return undefined
  // Another site's page may post text to loopback without asking first; JSON it may not.
  if (!request.headers['content-type']?.startsWith('application/json')) throw new SimError(415, 'ERR_SIM_NOT_JSON')
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    throw new SimError(400, 'ERR_SIM_INVALID')
  }
}

async function sendMedia(network: Network, response: ServerResponse, number: string, id: string): Promise<void> {
  const phone = network.requirePhone(number)
  const row = network.store.findMessage(phone.number, id)
  const bytes = row && (await new Handset(network, phone).media(row))
  if (!bytes) throw new SimError(404, 'ERR_SIM_NO_MEDIA')
  // Only what a browser shows without running it is shown in the page; the rest is a download.
  const type = row.entry.mimetype ?? ''
  const name = (row.entry.fileName ?? id).slice(0, 200).toWellFormed()
  response.writeHead(200, {
    'content-type': servedType(type),
    'content-length': bytes.length,
    'x-content-type-options': 'nosniff',
    'content-disposition': `${isShown(type) ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name)}`,
  })
  response.end(bytes)
}

function streamEvents(network: Network, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  response.write(': open\n\n')
  const notify = (number: string) => response.write(`data: ${JSON.stringify({ number })}\n\n`)
  network.events.on('changed', notify)
  response.on('close', () => network.events.off('changed', notify))
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(value))
}

function sendScreen(response: ServerResponse, name: string): void {
  response.writeHead(200, {
    'content-type': `${CONTENT_TYPES[extname(name)]}; charset=utf-8`,
    'content-security-policy': "default-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:",
    'x-content-type-options': 'nosniff',
  })
  response.end(readFileSync(new URL(name, SCREEN_DIR)))
}
