import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY } from './repository.ts'

/**
 * What the browser may do on the pages of the web, in one place: CloudFront sends it, and the local cloud reads it from the
 * synthesized template.
 */

/** Where help videos are played, the only foreign origin a page of ours shows. */
const HELP_VIDEOS = 'https://www.youtube-nocookie.com'

/**
 * The content security policy of the web. Scripts and styles only as files of our own, and the two that the page's first answer
 * is drawn with, which stand in it byte for byte: nothing else inline.
 * @param media origins or path prefixes under which presigned links to the media bucket lie
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
    // PDF previews open in a frame of the bucket, help videos in one of the player that sets no cookies before it plays.
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

/** How a policy names what stands in the page itself: by what it is. */
function hashOf(file: string): string {
  const text = readFileSync(join(REPOSITORY, 'web/frame', file))
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** The microphone records voice notes; nothing else of the device is used. */
export const PERMISSIONS_POLICY =
  'microphone=(self), camera=(), geolocation=(), display-capture=(), payment=(), usb=(), serial=(), bluetooth=(), midi=(), interest-cohort=()'
