import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { Call } from './simulated-system.ts'

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Answers a file of a simulator's screen. */
export function sendScreen({ response }: Call, file: URL): true {
  response.writeHead(200, {
    'content-type': `${TYPES[extname(file.pathname)]}; charset=utf-8`,
    'content-security-policy': "default-src 'self'; img-src 'self' data:",
    'x-content-type-options': 'nosniff',
  })
  response.end(readFileSync(file))
  return true
}
