import type { KeptMedia } from '@balcao/shared/rules/inbound/turn.ts'
import type { SmallRow } from './small-list.ts'

/**
 * A row that keeps a file to be sent again and again. Messages show the very object, so it stays in the bucket when the row gets
 * another one or goes: what was said keeps its picture.
 */
export type KeepsFile = SmallRow & { media: KeptMedia | null }
