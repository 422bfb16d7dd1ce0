import type { z } from 'zod'
import { describeChats, describePhone, describeRow } from './api-describe.ts'
import * as schemas from './api-schemas.ts'
import { SimError } from './errors.ts'
import { addPhone, phoneToLink } from './network/add-phone.ts'
import { createGroup } from './network/groups.ts'
import { clearFaults, injectFault } from './network/inject-fault.ts'
import type { Network } from './network/network.ts'
import { pairByCode } from './pairing/pair-by-code.ts'
import { scanQr } from './pairing/scan-qr.ts'
import { Handset } from './phone/handset.ts'
import type { Phone } from './phone/phone.ts'
import { readProto } from './read-proto.ts'
import type { HistoryRow } from './types.ts'

type Call = { network: Network; params: string[]; query: URLSearchParams; body: unknown }
export type Route = { method: string; path: RegExp; status?: number; run: (call: Call) => unknown }

/** Path below /sim; each `:name` is one of the call's `params`, in order. */
const at = (pattern: string) => new RegExp(`^/sim${pattern.replaceAll(/:\w+/g, '([^/]+)')}$`)

export const ROUTES: Route[] = [
  {
    method: 'POST',
    path: at('/phones'),
    run: ({ network, body }) => describePhone(addPhone(network, parse(schemas.phoneSchema, body))),
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
      const chats = describeChats(call.network, phone)
      return { ...describePhone(phone), chats, typing: Object.fromEntries(phone.typing) }
    },
  },
  {
    method: 'PATCH',
    path: at('/phones/:number'),
    run: call => {
      const { number } = phoneOf(call)
      return describePhone(addPhone(call.network, { number, ...parse(schemas.phoneChangeSchema, call.body) }))
    },
  },
  {
    method: 'GET',
    path: at('/phones/:number/address-book'),
    run: call => handsetOf(call).addressBook(),
  },
  {
    method: 'PUT',
    path: at('/phones/:number/address-book'),
    run: call => {
      const handset = handsetOf(call)
      handset.setAddressBook(parse(schemas.addressBookSchema, call.body))
      return handset.addressBook()
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
      const device = await scanQr(network, phoneToLink(network, number, name), qr)
      return { number: device.number, device: device.id, jid: device.jid, lid: device.lid }
    },
  },
  {
    method: 'POST',
    path: at('/pair'),
    run: async ({ network, body }) => {
      const { code, number, name } = parse(schemas.pairSchema, body, 'ERR_SIM_BAD_CODE')
      const device = await pairByCode(network, phoneToLink(network, number, name), code)
      return { number: device.number, device: device.id, jid: device.jid, lid: device.lid }
    },
  },
  {
    method: 'POST',
    path: at('/phones/:number/messages'),
    status: 201,
    run: async call => {
      const handset = handsetOf(call)
      if ((call.body as { type?: unknown } | null)?.type === 'proto') {
        const { to, message } = parse(schemas.protoSchema, call.body)
        return { id: await handset.sendAsItIs(to, readProto(message)) }
      }
      const { to, ...draft } = parse(schemas.messageSchema, call.body)
      const media = 'mediaBase64' in draft ? Buffer.from(draft.mediaBase64, 'base64') : undefined
      return { id: await handset.send(to, { ...draft, media }) }
    },
  },
  {
    method: 'GET',
    path: at('/phones/:number/messages'),
    run: async call => {
      const handset = handsetOf(call)
      const { media, ...filter } = parse(schemas.messagesQuerySchema, Object.fromEntries(call.query))
      const rows = handset.messages(filter)
      return Promise.all(rows.map(row => describeRow(handset, row, media === '1')))
    },
  },
  {
    method: 'GET',
    path: at('/phones/:number/messages/:id'),
    run: call => describeRow(handsetOf(call), messageOf(call), call.query.get('media') === '1'),
  },
  {
    method: 'PATCH',
    path: at('/phones/:number/messages/:id'),
    run: async call => {
      const { text, to } = parse(schemas.editSchema, call.body)
      await handsetOf(call).edit(call.params[1]!, text, to)
      return { id: call.params[1] }
    },
  },
  {
    method: 'DELETE',
    path: at('/phones/:number/messages/:id'),
    run: async call => {
      await handsetOf(call).remove(call.params[1]!, parse(schemas.removeSchema, call.body).to)
      return { id: call.params[1] }
    },
  },
  {
    method: 'PUT',
    path: at('/phones/:number/messages/:id/reaction'),
    run: async call => {
      const { emoji } = parse(schemas.reactionSchema, call.body)
      return { id: await handsetOf(call).react(call.params[1]!, emoji) }
    },
  },
  {
    method: 'PUT',
    path: at('/phones/:number/messages/:id/vote'),
    run: async call => {
      const { options } = parse(schemas.voteSchema, call.body)
      return { id: await handsetOf(call).vote(call.params[1]!, options) }
    },
  },
  {
    method: 'POST',
    path: at('/phones/:number/read'),
    run: call => {
      const { from, played } = parse(schemas.readSchema, call.body)
      return { read: handsetOf(call).read(from, played ? 'played' : 'read') }
    },
  },
  {
    method: 'POST',
    path: at('/phones/:number/typing'),
    run: call => {
      const { to, state } = parse(schemas.typingSchema, call.body)
      handsetOf(call).setTyping(to, state)
      return { state }
    },
  },
  {
    method: 'POST',
    path: at('/phones/:number/call'),
    status: 201,
    run: call => {
      const { to, ...options } = parse(schemas.callSchema, call.body)
      return { id: handsetOf(call).call(to, options) }
    },
  },
  {
    method: 'DELETE',
    path: at('/phones/:number/call/:id'),
    run: call => {
      handsetOf(call).hangUp(call.params[1]!)
      return { id: call.params[1] }
    },
  },
  {
    method: 'POST',
    path: at('/groups'),
    status: 201,
    run: ({ network, body }) => ({ id: createGroup(network, parse(schemas.groupSchema, body)).id }),
  },
  // Nothing else is on this origin; where something is, it answers this call itself.
  { method: 'GET', path: at('/systems'), run: () => [] },
  { method: 'GET', path: at('/groups'), run: ({ network }) => [...network.groups.values()] },
  {
    method: 'POST',
    path: at('/faults'),
    status: 201,
    run: ({ network, body }) => injectFault(network, parse(schemas.faultSchema, body)),
  },
  { method: 'GET', path: at('/faults'), run: ({ network }) => network.faults.list() },
  {
    method: 'DELETE',
    path: at('/faults'),
    run: ({ network }) => {
      clearFaults(network)
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

const handsetOf = (call: Call): Handset => new Handset(call.network, phoneOf(call))

function messageOf(call: Call): HistoryRow {
  const row = call.network.store.findMessage(phoneOf(call).number, call.params[1]!)
  if (!row) throw new SimError(404, 'ERR_SIM_NO_MESSAGE')
  return row
}
