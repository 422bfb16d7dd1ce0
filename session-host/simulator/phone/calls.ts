import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Network } from '../network/network.ts'
import type { MessageBody } from '../types.ts'
import { newMessageId, newStanzaId, seconds } from '../wire/stanza.ts'
import { record } from './apply-message.ts'
import type { Phone } from './phone.ts'
import { ACK } from './receipts.ts'

const RING_MS = 3000

export type CallOptions = { video?: boolean; ringMs?: number }

/** Rings a business until it rejects or the time is over; returns the call's id. */
export function call(network: Network, phone: Phone, to: string, options: CallOptions = {}): string {
  const target = network.requirePhone(to)
  const callId = newMessageId()
  const video = options.video === true
  const body: MessageBody = { type: 'call', text: video ? 'video' : 'voice' }
  const row = { id: callId, from: phone.number, to: target.number, body }
  network.store.tx(() => {
    record(network, target, { ...row, chat: phone.number, ack: ACK.delivered })
    record(network, phone, { ...row, chat: target.number, ack: ACK.server })
  })
  signalCall(network, phone, target, callId, 'offer', { video })
  const timer = setTimeout(() => endCall(network, phone, callId, 'timeout'), options.ringMs ?? RING_MS)
  phone.calls.set(callId, { to: target, video, timer })
  return callId
}

/** Ends a call whose owner gives up before the ringing is over. */
export function hangUp(network: Network, phone: Phone, callId: string): void {
  endCall(network, phone, callId, 'hangup')
}

/** Ends a call that the business rejects. */
export function rejectCall(network: Network, phone: Phone, callId: string): void {
  endCall(network, phone, callId, 'rejected')
}

function endCall(network: Network, phone: Phone, callId: string, why: 'timeout' | 'rejected' | 'hangup'): void {
  const ringing = phone.calls.get(callId)
  if (!ringing || network.isClosed) return
  clearTimeout(ringing.timer)
  phone.calls.delete(callId)
  for (const { number } of [phone, ringing.to]) {
    const row = network.store.findMessage(number, callId)
    if (!row) continue
    row.entry.caption = why === 'rejected' ? 'rejected' : 'missed'
    network.store.updateMessage(row)
  }
  const reason = why === 'hangup' ? undefined : why
  signalCall(network, phone, ringing.to, callId, 'terminate', { video: ringing.video, reason })
}

function signalCall(
  network: Network,
  phone: Phone,
  target: Phone,
  callId: string,
  tag: 'offer' | 'terminate',
  options: { video: boolean; reason?: string },
): void {
  const attrs: Record<string, string> = { 'call-id': callId, 'call-creator': phone.jid, caller_pn: phone.pn }
  if (options.reason) attrs.reason = options.reason
  const content: BinaryNode[] = tag === 'offer' ? [{ tag: options.video ? 'video' : 'audio', attrs: {} }] : []
  network.deliver(
    target.devices.map(device => ({
      device,
      node: {
        tag: 'call',
        attrs: { from: phone.jid, id: newStanzaId(), t: seconds(), notify: phone.name },
        content: [{ tag, attrs, content }],
      },
    })),
  )
  network.changed(phone)
  network.changed(target)
}
