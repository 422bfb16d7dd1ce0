import type { KeptMedia } from '@balcao/shared/rules/inbound/pipeline.ts'
import type { SmallRow } from './small-list.ts'

/**
 * Row that owns a file to be sent repeatedly. Messages refer to the same object, so it stays in the
 * bucket if the row gets another file or is deleted: sent messages keep their picture.
 */
export type KeepsFile = SmallRow & { media: KeptMedia | null }
