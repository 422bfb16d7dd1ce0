/**
 * `fetch` for the `openai` package, over the only way to outside addresses (integrations/outgoing):
 * private addresses, redirects, large and late answers are refused there.
 */
import { callExternalUrl, type OutgoingCall } from '../outgoing/call-external-url.ts'

/** Statuses of answers without a body. */
const EMPTY = new Set([101, 204, 205, 304])
/** Maximum bytes to send: an audio that WhatsApp allows, and the form around it. */
const MAX_SENT_BYTES = 18 * 2 ** 20

/** Headers that belonged to the body as it came. */
const kept = ({ 'content-encoding': _, 'content-length': __, ...headers }: Record<string, string>) => headers

export const outgoingFetch =
  (timeoutMs: number): typeof fetch =>
  async (input, init) => {
    const { url, call } = await callOf(input, init)
    const answer = await callExternalUrl(url, call, { timeoutMs, maxSentBytes: MAX_SENT_BYTES })
    return new Response(EMPTY.has(answer.status) ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: kept(answer.headers),
    })
  }

/** Answers as soon as the head is there, and hands the body on as it arrives. */
export const streamingFetch =
  (timeoutMs: number): typeof fetch =>
  async (input, init) => {
    const { url, call } = await callOf(input, init)
    return new Promise((resolve, reject) => {
      // Undefined once the reader has what it needs and cancels.
      let body: ReadableStreamDefaultController<Uint8Array> | undefined
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          body = controller
        },
        cancel() {
          body = undefined
        },
      })
      const given = {
        timeoutMs,
        onHead: (status: number, headers: Record<string, string>) =>
          resolve(new Response(EMPTY.has(status) ? null : stream, { status, headers: kept(headers) })),
        onChunk: (chunk: Buffer) => body?.enqueue(new Uint8Array(chunk)),
      }
      callExternalUrl(url, call, given).then(
        () => body?.close(),
        error => {
          // Before the head the answer fails, afterwards its body.
          reject(error)
          body?.error(error)
        },
      )
    })
  }

async function callOf(...[input, init]: Parameters<typeof fetch>): Promise<{ url: string; call: OutgoingCall }> {
  const request = new Request(input, init)
  const body = new Uint8Array(await request.arrayBuffer())
  const headers = Object.fromEntries(request.headers)
  delete headers['content-length']
  const call: OutgoingCall = {
    method: request.method as NonNullable<OutgoingCall['method']>,
    headers,
    ...(body.length > 0 ? { body } : {}),
  }
  return { url: request.url, call }
}
