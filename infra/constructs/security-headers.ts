import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY } from './repository.ts'

/**
 * Browser permissions of the web's pages, in one place: CloudFront sends them, and the local cloud
 * reads them from the synthesized template.
 */

/** Origin of help videos, the only foreign one on our pages. */
const HELP_VIDEOS = 'https://www.youtube-nocookie.com'

/**
 * Returns the content security policy of the web. Scripts and styles come only from our own files,
 * except the two inline ones that draw the first paint, which are allowed by their hash.
 * @param media origins or path prefixes of presigned links to the media bucket
 * @param socket origin of the WebSocket where it is not the page's own
 */
export function contentSecurityPolicy(media: readonly string[], socket: readonly string[] = []): string {
  const files = media.join(' ')
  return Object.entries({
    'default-src': `'self'`,
    'script-src': `'self' ${hashOf('frame.js')}`,
    'style-src': `'self' ${hashOf('frame.css')}`,
    'font-src': `'self'`,
    'connect-src': [`'self'`, ...socket, files].join(' '),
    'img-src': `'self' data: blob: ${files}`,
    'media-src': `'self' blob: ${files}`,
    // The audio recorder encodes in a worker.
    'worker-src': `'self' blob:`,
    // PDF previews open in a frame of the bucket, help videos in one of the player that sets no
    // cookies before it plays.
    'frame-src': `'self' blob: ${HELP_VIDEOS} ${files}`,
    'manifest-src': `'self'`,
    'object-src': `'none'`,
    'base-uri': `'self'`,
    'form-action': `'self'`,
    'frame-ancestors': `'none'`,
  })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ')
}

/** Returns the hash by which a policy allows an inline part of the page. */
function hashOf(file: string): string {
  const text = readFileSync(join(REPOSITORY, 'web/frame', file))
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** The microphone records voice notes; nothing else of the device is used. */
export const PERMISSIONS_POLICY =
  'microphone=(self), camera=(), geolocation=(), display-capture=(), payment=(), usb=(), serial=(), bluetooth=(), midi=(), interest-cohort=()'
