import { z } from 'zod'

/** What a file is sent as. */
export const MediaKind = z.enum(['image', 'audio', 'video', 'application', 'sticker'])
export type MediaKind = z.infer<typeof MediaKind>
