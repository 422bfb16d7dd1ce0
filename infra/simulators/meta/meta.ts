import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { createFaults } from '../faults.ts'
import { serveScreen } from '../serve-screen.ts'
import {
  type Call,
  jsonOf,
  type SimulatedSystem,
  SimulatorError,
  type SimulatorOptions,
  sendJson,
} from '../simulated-system.ts'
import { dialog } from './dialog.ts'
import { Fault } from './faults.ts'
import { graph, refusal } from './graph.ts'
import { type Message, type MetaPage, newMid, newNumber, newToken, openMetaState } from './meta-state.ts'
import { asEvent, createWebhooks } from './webhooks.ts'

const VERSION = '/simulated/meta/v23.0/'

const NewMetaPage = z.object({
  name: z.string().trim().min(1).max(100),
  instagram: z.union([z.boolean(), z.string().max(30)]).optional(),
  /** Owner of the page; a new person by default. */
  userId: z.string().optional(),
})
const Written = z.object({
  from: z.string().regex(/^\d{1,40}$/),
  name: z.string().trim().max(100).optional(),
  text: z.string().max(5000).optional(),
  mediaBase64: z.base64().optional(),
  mimetype: z.string().max(100).optional(),
  /**
   * Fields beyond those of decision 0043: an attachment's type in Meta's words, and the message
   * that this one replies to.
   */
  type: z.enum(['image', 'audio', 'video', 'file', 'share', 'story_mention']).optional(),
  story: z.url().optional(),
  repliesTo: z.string().optional(),
})
const From = z.object({ from: z.string() })
const Echo = z.object({ to: z.string(), text: z.string().min(1).max(2000) })
const Age = z.object({ from: z.string(), seconds: z.number().int().min(1) })

/** One blue pixel, the picture of every profile. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADBwIAMCbHYQAAAABJRU5ErkJggg==',
  'base64',
)

/**
 * Simulates Facebook and Instagram: the Graph API, the login dialog, webhooks, pages and their
 * customers.
 */
export function openMeta({ dir, webhookUrl }: SimulatorOptions): SimulatedSystem {
  const state = openMetaState(dir)
  const faults = createFaults<Fault>()
  const webhooks = createWebhooks(webhookUrl)
  const originOf = ({ request }: Call) => `http://${request.headers.host}`

  async function serveGraph(call: Call): Promise<true> {
    const path = call.url.pathname.slice(VERSION.length)
    const fault = faults.next(each => each.kind !== 'no-media' && path.includes(each.call))
    if (fault?.kind === 'stall') await sleep(fault.ms, undefined, { ref: false })
    if (fault?.kind === 'fail') return sendJson(call, fault.status, refusal(2, 'Service temporarily unavailable'))
    if (fault?.kind === 'throttle')
      return sendJson(
        call,
        400,
        refusal(fault.code, `(#${fault.code}) Calls to this api have exceeded the rate limit.`),
      )
    if (fault?.kind === 'down') {
      call.request.socket.destroy()
      return true
    }
    if (fault?.kind === 'lose-answer') {
      const { socket } = call.request
      const silent = {
        ...call,
        response: { writeHead() {}, end: () => socket.destroy() } as unknown as Call['response'],
      }
      return graph(silent, path, { state, webhooks, origin: originOf(call) })
    }
    return graph(call, path, { state, webhooks, origin: originOf(call) })
  }

  function sendMedia({ response, url }: Call): true {
    const isLost = faults.next(each => each.kind === 'no-media')
    const file = state.files.get(url.pathname.split('/').at(-1) ?? '')
    if (!file || isLost) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': file.mimetype, 'x-content-type-options': 'nosniff' }).end(file.bytes)
    return true
  }

  const required = (accountId: string): MetaPage => {
    const page = state.pageOf(accountId)
    if (!page) throw new SimulatorError(404, 'ERR_SIM_NO_PAGE')
    return page
  }

  function makeMetaPage({ name, instagram, userId }: z.infer<typeof NewMetaPage>) {
    let person = state.people.find(each => each.userId === userId)
    if (!person) {
      person = { userId: userId ?? newNumber(), userToken: newToken('U'), longToken: newToken('L') }
      state.people.push(person)
    }
    const page: MetaPage = {
      pageId: newNumber(),
      name,
      instagramId: instagram ? newNumber() : null,
      username: instagram
        ? typeof instagram === 'string'
          ? instagram
          : name.toLowerCase().replace(/[^a-z0-9]+/g, '.')
        : null,
      userId: person.userId,
      token: newToken('P'),
      subscribed: null,
    }
    state.pages.push(page)
    state.save()
    return {
      pageId: page.pageId,
      ...(page.instagramId ? { instagramId: page.instagramId } : {}),
      userId: person.userId,
      userToken: person.userToken,
    }
  }

  function write(call: Call, accountId: string, given: z.infer<typeof Written>) {
    const page = required(accountId)
    const { from, name, text, mediaBase64, mimetype = 'image/png', type, story, repliesTo } = given
    if (!text && !mediaBase64 && type !== 'share') throw new SimulatorError(400, 'ERR_SIM_INVALID')
    const customer = state.customers.find(each => each.id === from && each.accountId === accountId)
    if (!customer)
      state.customers.push({ id: from, accountId, name: name ?? `Cliente ${from}`, seenAt: null, typing: false })
    else if (name) customer.name = name
    const kind = type === 'share' || type === 'story_mention' ? 'image' : (type ?? kindOf(mimetype))
    const file = mediaBase64 ? { id: newToken('M'), type: kind } : null
    if (file) state.files.set(file.id, { bytes: Buffer.from(mediaBase64!, 'base64'), mimetype })
    const message: Message = {
      mid: newMid(accountId === page.instagramId),
      accountId,
      customerId: from,
      fromCustomer: true,
      text: text ?? '',
      file,
      at: Date.now(),
      read: true,
      deleted: false,
      asPerson: false,
      byApp: false,
    }
    state.messages.push(message)
    state.save()
    const url = file ? `${originOf(call)}/simulated/meta/media/${file.id}` : 'https://www.facebook.com/post/1'
    const shared = type === 'share' || type === 'story_mention' ? { attachments: [{ type, payload: { url } }] } : {}
    const reply =
      story || repliesTo ? { reply_to: { ...(story ? { story: { url: story } } : { mid: repliesTo }) } } : {}
    webhooks.send(page, accountId, asEvent(message, originOf(call), { ...shared, ...reply }), 'messages')
    return { id: message.mid }
  }

  function read(accountId: string, customerId: string) {
    const page = required(accountId)
    const got = state.conversation(accountId, customerId).filter(({ fromCustomer }) => !fromCustomer)
    for (const message of got) message.read = true
    state.save()
    const last = got.at(-1)
    if (!last) return {}
    const read = accountId === page.instagramId ? { read: { mid: last.mid } } : { read: { watermark: Date.now() } }
    const event = { sender: { id: customerId }, recipient: { id: accountId }, timestamp: Date.now(), ...read }
    webhooks.send(page, accountId, event, 'message_reads')
    return {}
  }

  function erase(call: Call, accountId: string, mid: string) {
    const page = required(accountId)
    const message = state.messages.find(each => each.mid === mid)
    if (!message) throw new SimulatorError(404, 'ERR_SIM_NO_MESSAGE')
    message.deleted = true
    state.save()
    webhooks.send(page, accountId, asEvent(message, originOf(call)), 'messages')
    return {}
  }

  /** Writes a message in the page's own inbox. */
  function writeElsewhere(call: Call, accountId: string, { to, text }: z.infer<typeof Echo>) {
    const page = required(accountId)
    const message: Message = {
      mid: newMid(accountId === page.instagramId),
      accountId,
      customerId: to,
      fromCustomer: false,
      text,
      file: null,
      at: Date.now(),
      read: false,
      deleted: false,
      asPerson: false,
      byApp: false,
    }
    state.messages.push(message)
    state.save()
    webhooks.send(page, accountId, asEvent(message, originOf(call), { is_echo: true }), 'message_echoes')
    return { id: message.mid }
  }

  const shown = (accountId: string, from: string | null) =>
    state.messages
      .filter(message => message.accountId === accountId && (!from || message.customerId === from))
      .map(({ mid, customerId, fromCustomer, text, file, at, read: isRead, deleted, asPerson, byApp }) => ({
        id: mid,
        customer: customerId,
        fromCustomer,
        text,
        ...(file ? { media: { type: file.type, url: `/simulated/meta/media/${file.id}` } } : {}),
        at: new Date(at).toISOString(),
        read: isRead,
        deleted,
        asPerson,
        byApp,
      }))

  async function serveSim(call: Call): Promise<boolean> {
    const { method, url } = call
    const at = `${method} ${url.pathname}`
    if (at === 'GET /sim/meta/pages')
      return sendJson(call, 200, {
        pages: state.pages.map(({ token: _, ...page }) => ({ ...page, subscribed: page.subscribed !== null })),
        customers: state.customers,
      })
    if (at === 'POST /sim/meta/pages') return sendJson(call, 201, makeMetaPage(await jsonOf(call, NewMetaPage)))
    if (at === 'GET /sim/meta/faults') return sendJson(call, 200, faults.list())
    if (at === 'POST /sim/meta/faults') {
      const fault = await jsonOf(call, Fault)
      faults.add(fault)
      return sendJson(call, 201, fault)
    }
    if (at === 'DELETE /sim/meta/faults') {
      faults.clear()
      return sendJson(call, 200, [])
    }
    if (at === 'POST /sim/meta/settled') {
      await webhooks.settled()
      return sendJson(call, 200, {})
    }
    const [, accountId, what, mid] = /^\/sim\/meta\/(\d+)\/([a-z]+)(?:\/(.+))?$/.exec(url.pathname) ?? []
    if (!accountId) throw new SimulatorError(405, 'ERR_SIM_METHOD')
    switch (`${method} ${what}`) {
      case 'GET messages':
        required(accountId)
        return sendJson(call, 200, shown(accountId, url.searchParams.get('from')))
      case 'POST messages':
        return sendJson(call, 201, write(call, accountId, await jsonOf(call, Written)))
      case 'DELETE messages':
        return sendJson(call, 200, erase(call, accountId, decodeURIComponent(mid ?? '')))
      case 'POST read':
        return sendJson(call, 200, read(accountId, (await jsonOf(call, From)).from))
      case 'POST echo':
        return sendJson(call, 201, writeElsewhere(call, accountId, await jsonOf(call, Echo)))
      case 'POST revoke':
        // Facebook does so when somebody changes their password: the next call fails with 190.
        required(accountId).token = newToken('P')
        state.save()
        return sendJson(call, 200, {})
      case 'POST age': {
        const { from, seconds } = await jsonOf(call, Age)
        for (const message of state.conversation(accountId, from)) message.at -= seconds * 1000
        state.save()
        return sendJson(call, 200, {})
      }
    }
    throw new SimulatorError(405, 'ERR_SIM_METHOD')
  }

  return {
    header: { name: 'Meta', href: '/meta' },
    async serve(call) {
      const { method, url } = call
      if (url.pathname.startsWith(VERSION)) return serveGraph(call)
      if (method === 'GET' && url.pathname.startsWith('/simulated/meta/media/')) return sendMedia(call)
      if (method === 'GET' && url.pathname.startsWith('/simulated/meta/pictures/')) {
        call.response.writeHead(200, { 'content-type': 'image/png' }).end(PICTURE)
        return true
      }
      if (method === 'GET' && url.pathname === '/simulated/meta/dialog') return dialog(call, state)
      if (serveScreen(call, 'meta', 'Meta')) return true
      return url.pathname.startsWith('/sim/meta/') ? serveSim(call) : false
    },
  }
}

function kindOf(mimetype: string): 'image' | 'audio' | 'video' | 'file' {
  const kind = mimetype.split('/')[0]
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'file'
}
