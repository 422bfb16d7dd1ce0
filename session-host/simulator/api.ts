import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isShown, servedType } from '@balcao/shared/media.ts'
import type { z } from 'zod'
import * as schemas from './api-schemas.ts'
import { avatarPng } from './avatar.ts'
import { SimError } from './errors.ts'
import type { Network } from './network.ts'
import { pairByCode } from './pair-by-code.ts'
import type { Phone } from './phone.ts'
import { scanQr } from './scan-qr.ts'
import type { HistoryRow } from './types.ts'

const MAX_BODY_BYTES = 160 * 1024 * 1024
const PAGE = {
  '/': 'index.html',
  '/page.js': 'page.js',
  '/hostile.js': 'hostile.js',
  '/systems.js': 'systems.js',
  '/page.css': 'page.css',
} as const
const CONTENT_TYPES = { html: 'text/html', js: 'text/javascript', css: 'text/css' } as const

type Call = { network: Network; params: string[]; query: URLSearchParams; body: unknown }
type Operation = (call: Call) => unknown
type Route = { method: string; path: RegExp; status?: number; run: Operation }

const at = (pattern: string) => new RegExp(`^/sim${pattern.replaceAll(/:\w+/g, '([^/]+)')}$`)

const ROUTES: Route[] = [
  {
    method: 'POST',
    path: at('/phones'),
    run: ({ network, body }) => describePhone(network.addPhone(parse(schemas.phoneSchema, body))),
  },
  {
    method: 'GET',
    path: at('/phones'),
    run: ({ network }) => [...network.phones.values()].map(describePhone),
  },
  {
    method: 'GET',
    path: at('/phones/:number'),
    run: call => {
      const phone = phoneOf(call)
      return { ...describePhone(phone), chats: chatsOf(call.network, phone), typing: Object.fromEntries(phone.typing) }
    },
  },
  {
    method: 'PATCH',
    path: at('/phones/:number'),
    run: call => {
      const { number } = phoneOf(call)
      return describePhone(call.network.addPhone({ number, ...parse(schemas.phoneChangeSchema, call.body) }))
    },
  },
  {
    method: 'GET',
    path: at('/businesses'),
    run: ({ network }) =>
      [...network.phones.values()]
        .filter(phone => phone.devices.length)
        .map(phone => ({
          number: phone.number,
          name: phone.name,
          online: phone.devices.some(device => device.isOnline),
          devices: phone.devices.map(device => ({
            id: device.id,
            online: device.isOnline,
            queued: network.store.countQueued(device.number, device.id),
            preKeys: network.store.countPreKeys(device.number, device.id),
          })),
        })),
  },
  {
    method: 'GET',
    path: at('/waiting'),
    run: ({ network }) =>
      network.waiting().map(({ registration }) => ({
        refs: registration!.refs,
        since: registration!.since.toISOString(),
        ...(registration!.code && { code: { number: registration!.code.number } }),
      })),
  },
  {
    method: 'POST',
    path: at('/scan'),
    run: async ({ network, body }) => {
      const { qr, number, name } = parse(schemas.scanSchema, body, 'ERR_SIM_BAD_QR')
      const device = await scanQr(network, network.handset(number, name), qr)
      return { number: device.number, device: device.id, jid: device.jid, lid: device.lid }
    },
  },
  {
    method: 'POST',
    path: at('/pair'),
    run: async ({ network, body }) => {
      const { code, number, name } = parse(schemas.pairSchema, body, 'ERR_SIM_BAD_CODE')
      const device = await pairByCode(network, network.handset(number, name), code)
      return { number: device.number, device: device.id, jid: device.jid, lid: device.lid }
    },
  },
  {
    method: 'POST',
    path: at('/phones/:number/messages'),
    status: 201,
    run: async call => {
      const phone = phoneOf(call)
      const { to, ...draft } = parse(schemas.messageSchema, call.body)
      const media = 'mediaBase64' in draft ? Buffer.from(draft.mediaBase64, 'base64') : undefined
      return { id: await phone.send(to, { ...draft, media }) }
    },
  },
  {
    method: 'GET',
    path: at('/phones/:number/messages'),
    run: async call => {
      const phone = phoneOf(call)
      const { media, ...filter } = parse(schemas.messagesQuerySchema, Object.fromEntries(call.query))
      const rows = call.network.store.messages(phone.number, filter)
      return Promise.all(rows.map(row => describeRow(phone, row, media === '1')))
    },
  },
  {
    method: 'GET',
    path: at('/phones/:number/messages/:id'),
    run: call => describeRow(phoneOf(call), messageOf(call), call.query.get('media') === '1'),
  },
  {
    method: 'PATCH',
    path: at('/phones/:number/messages/:id'),
    run: async call => {
      const { text, to } = parse(schemas.editSchema, call.body)
      await phoneOf(call).edit(call.params[1]!, text, to)
      return { id: call.params[1] }
    },
  },
  {
    method: 'DELETE',
    path: at('/phones/:number/messages/:id'),
    run: async call => {
      await phoneOf(call).remove(call.params[1]!, parse(schemas.removeSchema, call.body).to)
      return { id: call.params[1] }
    },
  },
  {
    method: 'POST',
    path: at('/phones/:number/read'),
    run: call => {
      const { from, played } = parse(schemas.readSchema, call.body)
      return { read: phoneOf(call).read(from, played ? 'played' : 'read') }
    },
  },
  {
    method: 'POST',
    path: at('/phones/:number/typing'),
    run: call => {
      const { to, state } = parse(schemas.typingSchema, call.body)
      phoneOf(call).setTyping(to, state)
      return { state }
    },
  },
  {
    method: 'POST',
    path: at('/phones/:number/call'),
    status: 201,
    run: call => {
      const { to, ...options } = parse(schemas.callSchema, call.body)
      return { id: phoneOf(call).call(to, options) }
    },
  },
  {
    method: 'DELETE',
    path: at('/phones/:number/call/:id'),
    run: call => {
      phoneOf(call).hangUp(call.params[1]!)
      return { id: call.params[1] }
    },
  },
  {
    method: 'POST',
    path: at('/groups'),
    status: 201,
    run: ({ network, body }) => ({ id: network.createGroup(parse(schemas.groupSchema, body)).id }),
  },
  // Nothing else is on this origin; where something is, it answers this call itself.
  { method: 'GET', path: at('/systems'), run: () => [] },
  { method: 'GET', path: at('/groups'), run: ({ network }) => [...network.groups.values()] },
  {
    method: 'POST',
    path: at('/faults'),
    status: 201,
    run: ({ network, body }) => network.injectFault(parse(schemas.faultSchema, body)),
  },
  { method: 'GET', path: at('/faults'), run: ({ network }) => network.faults.list() },
  {
    method: 'DELETE',
    path: at('/faults'),
    run: ({ network }) => {
      network.clearFaults()
      return []
    },
  },
  {
    method: 'GET',
    path: at('/health'),
    run: ({ network }) => ({
      phones: network.phones.size,
      errors: network.errors.length,
      unansweredQueries: [...network.unansweredQueries],
    }),
  },
]

/** Serves the JSON API under /sim and the page for people. */
export function makeApi(network: Network): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    handle(network, request, response).catch(error => {
      const known = error instanceof SimError
      if (!known) network.errors.push(error)
      if (response.headersSent) return void response.destroy()
      sendJson(response, known ? error.status : 500, { error: known ? error.code : 'ERR_SIM_INTERNAL' })
    })
  }
}

async function handle(network: Network, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://simulator')
  const method = request.method ?? 'GET'
  if (method === 'GET' && url.pathname in PAGE) return sendPage(response, url.pathname as keyof typeof PAGE)
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

function parse<T extends z.ZodType>(schema: T, value: unknown, code = 'ERR_SIM_INVALID'): z.output<T> {
  const result = schema.safeParse(value ?? {})
  if (!result.success) {
    const aboutNumber = result.error.issues.some(issue => issue.path[0] === 'number')
    throw new SimError(400, aboutNumber ? 'ERR_SIM_BAD_NUMBER' : code)
  }
  return result.data
}

function phoneOf({ network, params }: Call): Phone {
  return network.requirePhone(parse(schemas.numberSchema, params[0], 'ERR_SIM_BAD_NUMBER'))
}

function messageOf(call: Call): HistoryRow {
  const row = call.network.store.findMessage(phoneOf(call).number, call.params[1]!)
  if (!row) throw new SimError(404, 'ERR_SIM_NO_MESSAGE')
  return row
}

function describePhone(phone: Phone) {
  const { number, name, lid, addressing, online, picture } = phone.record
  return { number, name, lid, addressing, online, picture, business: phone.devices.length > 0 }
}

function chatsOf(network: Network, phone: Phone) {
  return network.store.chats(phone.number).map(({ chat, last, unread }) => ({
    chat,
    name: network.groups.get(chat)?.subject ?? network.phones.get(chat)?.name ?? chat,
    last,
    unread,
  }))
}

async function describeRow(phone: Phone, row: HistoryRow, withMedia: boolean) {
  const { media, ...entry } = row.entry
  const bytes = withMedia ? await phone.media(row) : undefined
  return {
    seq: row.seq,
    rev: row.rev,
    id: row.id,
    chat: row.chat,
    fromMe: row.fromMe,
    ack: row.ack,
    ...entry,
    ...(bytes && { mediaBase64: bytes.toString('base64') }),
  }
}

async function sendMedia(network: Network, response: ServerResponse, number: string, id: string): Promise<void> {
  const phone = network.requirePhone(number)
  const row = network.store.findMessage(phone.number, id)
  const bytes = row && (await phone.media(row))
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
  const tell = (number: string) => response.write(`data: ${JSON.stringify({ number })}\n\n`)
  network.events.on('changed', tell)
  response.on('close', () => network.events.off('changed', tell))
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(value))
}

function sendPage(response: ServerResponse, path: keyof typeof PAGE): void {
  const name = PAGE[path]
  const type = CONTENT_TYPES[name.split('.')[1] as keyof typeof CONTENT_TYPES]
  response.writeHead(200, {
    'content-type': `${type}; charset=utf-8`,
    'content-security-policy': "default-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:",
    'x-content-type-options': 'nosniff',
  })
  response.end(readFileSync(new URL(`page/${name}`, import.meta.url)))
}
