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
import { CatalogueItems, setCatalogue } from './catalogues.ts'
import type { CloudContext } from './cloud-context.ts'
import { type BusinessNumber, openCloudState } from './cloud-state.ts'
import { Written, write } from './customer-message.ts'
import { isWindowOpen } from './customer-window.ts'
import { age, changeNumber, echo, read } from './customers.ts'
import { resumeDeliveries } from './deliver-message.ts'
import { describeMessage, mediaIdOf } from './describe-message.ts'
import { CloudError } from './errors.ts'
import { Fault } from './faults.ts'
import { answer, isOurs } from './graph.ts'
import { MAX_MEDIA_BYTES, sendMedia } from './media.ts'
import { followClock } from './moved-clock.ts'
import {
  AccountEvent,
  ChangedLimits,
  changeAccount,
  changeLimits,
  changeQuality,
  digits,
  makeNumber,
  NewNumber,
  newAccess,
  Quality,
  revoke,
} from './numbers.ts'
import { createPace } from './pace.ts'
import type { Answer } from './send-message.ts'
import { serveTokens, signUpDialog } from './sign-up.ts'
import { setTemplateStatus } from './template-changes.ts'
import { templateNode } from './templates.ts'
import { createWebhooks } from './webhooks.ts'

const VERSION = '/simulated/meta/v23.0/'
/** Longest wait of `settled`, below the longest time of an answer. */
const SETTLED_MS = 25_000

/** Returns true for what shows on another message: a reaction, an edit, a deletion. */
const isSign = (type: string): boolean => ['reaction', 'edit', 'revoke'].includes(type)

const From = z.object({ from: digits })
const Age = z.object({ from: digits, seconds: z.number().int().min(1) })
const Echo = z.object({ to: digits, text: z.string().min(1).max(4096) })
const Move = z.object({ from: digits, to: digits })
const Decision = z.object({
  status: z.enum(['PENDING', 'APPROVED', 'REJECTED', 'PAUSED', 'DISABLED']).optional(),
  reason: z.string().max(100).optional(),
  category: z.enum(['MARKETING', 'UTILITY', 'AUTHENTICATION']).optional(),
  quality: z.enum(['GREEN', 'YELLOW', 'RED', 'UNKNOWN']).optional(),
})
const AccountSettings = z.object({ autoApprove: z.boolean().optional(), catalogue: CatalogueItems.nullish() })

/**
 * Simulates the WhatsApp Cloud API: numbers, templates, media, webhooks, and the customers' phones.
 */
export function openCloud({ dir, webhookUrl, clockUrl }: SimulatorOptions): SimulatedSystem {
  const state = openCloudState(dir)
  const faults = createFaults<Fault>()
  const given = {
    ...{
      state,
      faults,
      webhooks: createWebhooks(state, faults),
      pace: createPace(state),
      clock: followClock(clockUrl),
    },
    appWebhook: webhookUrl ? `${new URL(webhookUrl).origin}/api/webhook/whatsapp` : '',
  }
  resumeDeliveries(given)
  const contextOf = ({ request }: Call): CloudContext => ({ ...given, origin: `http://${request.headers.host}` })

  async function serveGraph(call: Call, path: string): Promise<true> {
    try {
      return reply(call, await answer(call, path, contextOf(call)))
    } catch (error) {
      if (!(error instanceof CloudError)) throw error
      return sendJson(call, error.status, error.body())
    }
  }

  /** Sends an answer, or loses it. */
  function reply(call: Call, { body, lost }: Answer): true {
    if (!lost) return sendJson(call, 200, body)
    if (lost.status !== undefined) return sendJson(call, lost.status, new CloudError(2).body())
    setTimeout(() => call.request.socket.destroy(), lost.ms).unref()
    return true
  }

  /** Sends a file at its address, unless a fault of `download` meets it. */
  function sendFile(call: Call): true {
    const fault = faults.next(each => each.kind === 'fail' && each.call === 'download')
    if (fault?.kind !== 'fail') return sendMedia(call, state)
    call.response.writeHead(fault.status ?? 500).end()
    return true
  }

  const required = (id: string): BusinessNumber => {
    const number = state.numbers.get(id)
    if (!number) throw new SimulatorError(404, 'ERR_SIM_NO_NUMBER')
    return number
  }

  const shownNumber = ({ limits, ...number }: BusinessNumber) => {
    const account = state.accounts.get(number.accountId)!
    return {
      phoneNumberId: number.id,
      businessAccountId: number.accountId,
      ...{ phone: number.phone, name: number.name, quality: number.quality, tier: number.tier },
      ...{ coexistence: number.coexistence, removed: number.removed, limits },
      ban: account.ban,
      autoApprove: account.autoApprove,
      webhook: account.subscription?.url ?? null,
    }
  }

  const shownPeople = (number: BusinessNumber) =>
    state.people(number.id).map(person => {
      const all = state.conversation(number.id, person.waId)
      return {
        from: person.waId,
        name: person.name,
        isOpen: isWindowOpen(person, given.clock.now()),
        isTyping: person.typingUntil > Date.now(),
        unread: all.filter(each => !each.fromCustomer && (each.status === 'sent' || each.status === 'delivered'))
          .length,
        lastAt: all.at(-1)?.at ?? 0,
      }
    })

  function shownMessages(number: BusinessNumber, url: URL) {
    const who = url.searchParams.get('with')?.replace(/\D/g, '')
    const isWithFailed = url.searchParams.get('failed') === 'true'
    const all = who
      ? state.conversation(number.id, who)
      : [...state.messages.values()].filter(each => each.numberId === number.id)
    // Without a number it is 0, which takes all of them.
    const last = Number(url.searchParams.get('last') ?? 0)
    return all
      .filter(({ status, type }) => !isSign(type) && status !== 'accepted' && (isWithFailed || status !== 'failed'))
      .slice(-last)
      .map(message => describeMessage(message, state))
  }

  /** Shows a message's file to people, without a token. */
  function showMedia(call: Call, messageId: string): true {
    const message = state.messages.get(messageId)
    const media = message && state.media.get(mediaIdOf(message) ?? '')
    const bytes = media && state.files.get(media.id)
    if (!media || !bytes) throw new SimulatorError(404, 'ERR_SIM_NO_MEDIA')
    call.response
      .writeHead(200, {
        'content-type': media.mimetype,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      .end(bytes)
    return true
  }

  async function serveFaults(call: Call): Promise<true> {
    if (call.method === 'GET') return sendJson(call, 200, faults.list())
    if (call.method === 'POST') {
      const fault = await jsonOf(call, Fault)
      faults.add(fault)
      return sendJson(call, 201, fault)
    }
    if (call.method !== 'DELETE') throw new SimulatorError(405, 'ERR_SIM_METHOD')
    faults.clear()
    return sendJson(call, 200, [])
  }

  async function serveTemplates(call: Call, id: string | undefined): Promise<true> {
    if (id === undefined && call.method === 'GET') {
      const account = call.url.searchParams.get('businessAccountId')
      const found = [...state.templates.values()].filter(
        each => each.deletedAt === null && (!account || each.accountId === account),
      )
      return sendJson(
        call,
        200,
        found.map(template => ({ businessAccountId: template.accountId, ...templateNode(template) })),
      )
    }
    const template = state.templates.get(id ?? '')
    if (!template || template.deletedAt !== null) throw new SimulatorError(404, 'ERR_SIM_NO_TEMPLATE')
    if (call.method !== 'POST') throw new SimulatorError(405, 'ERR_SIM_METHOD')
    setTemplateStatus(template, await jsonOf(call, Decision), contextOf(call))
    return sendJson(call, 200, templateNode(template))
  }

  async function serveNumber(call: Call, number: BusinessNumber, what: string): Promise<true> {
    const context = contextOf(call)
    switch (`${call.method} ${what}`) {
      case 'GET people':
        await given.clock.refresh()
        return sendJson(call, 200, shownPeople(number))
      case 'GET messages':
        return sendJson(call, 200, shownMessages(number, call.url))
      case 'POST messages':
        await given.clock.refresh()
        return sendJson(call, 201, write(number, await jsonOf(call, Written, 2 * MAX_MEDIA_BYTES), context))
      case 'POST read':
        read(number, (await jsonOf(call, From)).from, context)
        return sendJson(call, 200, {})
      case 'POST age': {
        const { from, seconds } = await jsonOf(call, Age)
        age(number, from, seconds, context)
        return sendJson(call, 200, {})
      }
      case 'POST echo': {
        const { to, text } = await jsonOf(call, Echo)
        return sendJson(call, 201, echo(number, to, text, context))
      }
      case 'POST number-change': {
        const { from, to } = await jsonOf(call, Move)
        changeNumber(number, from, to, context)
        return sendJson(call, 200, {})
      }
      case 'POST quality':
        return sendJson(call, 200, changeQuality(number, await jsonOf(call, Quality), context))
      case 'POST account':
        return sendJson(call, 200, changeAccount(number, await jsonOf(call, AccountEvent), context))
      case 'POST limits':
        return sendJson(call, 200, changeLimits(number, await jsonOf(call, ChangedLimits), context))
      case 'POST revoke':
        revoke(number.accountId, state)
        return sendJson(call, 200, {})
      case 'POST token':
        return sendJson(call, 201, { accessToken: newAccess(number.accountId, state) })
    }
    throw new SimulatorError(405, 'ERR_SIM_METHOD')
  }

  async function serveSim(call: Call, path: string): Promise<true> {
    const at = `${call.method} ${path}`
    const [first = '', second] = path.split('/').map(decodeURIComponent)
    if (first === 'faults') return serveFaults(call)
    if (first === 'templates') return serveTemplates(call, second)
    if (at === 'GET numbers') return sendJson(call, 200, [...state.numbers.values()].map(shownNumber))
    if (at === 'POST numbers') return sendJson(call, 201, makeNumber(await jsonOf(call, NewNumber), state))
    if (at === 'POST settled') return sendJson(call, 200, { left: await given.webhooks.settled(SETTLED_MS) })
    if (call.method === 'GET' && first === 'media' && second) return showMedia(call, second)
    if (call.method === 'POST' && first === 'accounts') {
      const account = state.accounts.get(second ?? '')
      if (!account) throw new SimulatorError(404, 'ERR_SIM_NO_ACCOUNT')
      const { autoApprove = account.autoApprove, catalogue } = await jsonOf(call, AccountSettings)
      account.autoApprove = autoApprove
      const made = catalogue === undefined ? {} : setCatalogue(account, catalogue, state)
      state.save('account', account)
      return sendJson(call, 200, { autoApprove, ...made })
    }
    if (!/^\d+$/.test(first)) throw new SimulatorError(405, 'ERR_SIM_METHOD')
    return serveNumber(call, required(first), second ?? '')
  }

  return {
    header: { name: 'Cloud API', href: '/cloud' },
    async serve(call) {
      const { method, url } = call
      if (url.pathname.startsWith(VERSION)) {
        const path = url.pathname.slice(VERSION.length)
        try {
          if (serveTokens(call, path, state)) return true
        } catch (error) {
          if (!(error instanceof CloudError)) throw error
          return sendJson(call, error.status, error.body())
        }
        return isOurs(call, path, state) && serveGraph(call, path)
      }
      if (method === 'GET' && url.pathname === '/simulated/cloud/media/') return sendFile(call)
      if (method === 'GET' && url.pathname === '/simulated/meta/dialog' && url.searchParams.has('config_id'))
        return signUpDialog(call, state)
      if (serveScreen(call, 'cloud', 'Cloud API')) return true
      return url.pathname.startsWith('/sim/cloud/') && serveSim(call, url.pathname.slice('/sim/cloud/'.length))
    },
    close() {
      given.webhooks.close()
      state.close()
    },
  }
}
