import { MEDIA_LIMITS } from '@balcao/shared/api/tickets/messages.ts'

/**
 * Returns the kind a file is sent as: images that phones show, audio, video; everything else as a
 * document.
 */
export const kindOf = (mimetype: string): keyof typeof MEDIA_LIMITS => {
  const kind = mimetype.split('/')[0]
  if (kind === 'image' && !/^image\/(jpeg|png|webp|gif)$/.test(mimetype)) return 'application'
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'application'
}

/** Returns the reason why a file cannot be sent, before it is uploaded. */
export function refusalOf(file: File): 'ERR_UPLOAD_TOO_LARGE' | 'ERR_EMPTY_MESSAGE' | null {
  if (file.size === 0) return 'ERR_EMPTY_MESSAGE'
  return file.size > MEDIA_LIMITS[kindOf(file.type)] ? 'ERR_UPLOAD_TOO_LARGE' : null
}
