import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FuzzRequest } from './random-request.ts'

export type RawAnswer = {
  /** `answered` when a whole head came, `closed` when the socket ended without one. */
  end: 'answered' | 'closed' | 'left' | 'silent'
  /** Status of the first head. */
  status: number | undefined
  ms: number
}

/**
 * Sends a request and waits for an answer's head or the end of the socket.
 * @param request undefined opens a socket that says nothing
 * @param limitMs after this time the gateway counts as silent
 */
export function sendRaw(port: number, request: FuzzRequest | undefined, limitMs: number): Promise<RawAnswer> {
  return new Promise(resolve => {
    const began = performance.now()
    const socket = connect(port, '127.0.0.1')
    let head = ''
    const settle = (end: RawAnswer['end']) => {
      clearTimeout(timer)
      socket.destroy()
      const status = /^HTTP\/1\.1 ([2-9]\d\d)/m.exec(head)?.[1]
      resolve({ end, status: status === undefined ? undefined : Number(status), ms: performance.now() - began })
    }
    const timer = setTimeout(() => settle('silent'), limitMs)
    socket.on('error', () => {})
    socket.on('close', () => settle(hasHead(head) ? 'answered' : 'closed'))
    socket.on('data', (chunk: Buffer) => {
      if (head.length < 100_000) head += chunk.toString('latin1')
      if (hasHead(head)) settle('answered')
    })
    void (async () => {
      for (const part of request?.parts ?? []) {
        if (socket.destroyed) return
        socket.write(part)
        if (request!.pauseMs > 0) await sleep(request!.pauseMs)
      }
      if (request && request.pauseMs < 0) {
        await sleep(20)
        settle('left')
      }
    })()
  })
}

/** Returns true for a final answer; `100 Continue` is none. */
const hasHead = (text: string): boolean => /^HTTP\/1\.1 (101|[2-9]\d\d)[\s\S]*?\r\n\r\n/m.test(text)
