import { z } from 'zod'

/** Kind as which a file is sent. */
export const MediaKind = z.enum(['image', 'audio', 'video', 'application', 'sticker'])
export type MediaKind = z.infer<typeof MediaKind>
