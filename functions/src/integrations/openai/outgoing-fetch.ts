/**
 * `fetch` for the `openai` package, over the only way to outside addresses (integrations/outgoing):
 * private addresses, redirects, large and late answers are refused there.
 */
import { callExternalUrl, type OutgoingCall } from '../outgoing/call-external-url.ts'

/** Statuses of answers without a body. */
const EMPTY = new Set([101, 204, 205, 304])
/** Maximum bytes to send: an audio that WhatsApp allows, and the form around it. */
const MAX_SENT_BYTES = 18 * 2 ** 20

export const outgoingFetch =
  (timeoutMs: number): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    const body = new Uint8Array(await request.arrayBuffer())
    const headers = Object.fromEntries(request.headers)
    delete headers['content-length']
    const call: OutgoingCall = {
      method: request.method as NonNullable<OutgoingCall['method']>,
      headers,
      ...(body.length > 0 ? { body } : {}),
    }
    const answer = await callExternalUrl(request.url, call, { timeoutMs, maxSentBytes: MAX_SENT_BYTES })
    const { 'content-encoding': _, 'content-length': __, ...kept } = answer.headers
    return new Response(EMPTY.has(answer.status) ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: kept,
    })
  }
