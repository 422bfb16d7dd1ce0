import type { QuickMessage } from '@balcao/shared/entities/quick-message.ts'
import { newId } from '@balcao/shared/ids.ts'

/** A private quick message without a file; `changes` say what a test is about. */
export const sampleQuickMessage = (changes: Partial<QuickMessage> = {}): QuickMessage => {
  const at = '2026-11-20T12:00:00.000Z'
  return {
    id: newId(),
    shortcode: 'pix',
    message: 'Nossa chave',
    geral: false,
    status: true,
    queueIds: [],
    userId: newId(),
    isMedia: false,
    mediaPath: null,
    mediaName: null,
    mediaType: null,
    createdAt: at,
    updatedAt: at,
    ...changes,
  }
}
