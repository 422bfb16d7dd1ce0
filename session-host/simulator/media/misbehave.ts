import type { ServerResponse } from 'node:http'
import type { Fault, MediaFaultKind } from '../faults.ts'

const DRIP_BYTES = 16
const DRIP_MS = 2000
const FLOOD = Buffer.alloc(64 * 1024, 0x5a)

/** Answers a download the way a broken or hostile media server would. */
export function misbehave(kind: MediaFaultKind, fault: Fault, bytes: Buffer, response: ServerResponse): void {
  switch (kind) {
    case 'media-redirect':
      return void response.writeHead(302, { location: fault.to }).end()
    case 'media-reset': {
      response.setHeader('content-length', bytes.length)
      const half = bytes.subarray(0, Math.floor(bytes.length / 2))
      const cut = setTimeout(() => response.destroy(), fault.ms ?? 0)
      response.on('close', () => clearTimeout(cut))
      // The cut waits until the half is with the system, or nobody would see the body begin.
      return void response.write(half, () => cut.refresh())
    }
    case 'media-drip':
      response.setHeader('content-length', bytes.length)
      drip(bytes, fault.ms ?? DRIP_MS, response)
      return
    case 'media-endless':
      response.write(bytes)
      flood(fault.ms ?? 0, response)
      return
  }
}

function drip(bytes: Buffer, ms: number, response: ServerResponse): void {
  let at = 0
  const drop = () => {
    response.write(bytes.subarray(at, at + DRIP_BYTES))
    at += DRIP_BYTES
    if (at >= bytes.length) response.end()
  }
  const timer = setInterval(drop, ms)
  response.on('close', () => clearInterval(timer))
  drop()
}

function flood(ms: number, response: ServerResponse): void {
  let timer: NodeJS.Timeout | undefined
  const next = () =>
    response.write(FLOOD, () => {
      timer = setTimeout(next, ms)
    })
  response.on('close', () => clearTimeout(timer))
  next()
}
