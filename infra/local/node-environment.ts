import { join } from 'node:path'
import { REPOSITORY } from '../constructs/repository.ts'

/** Environment of our Node processes; what `npm start` itself begins with stands in its script. */
export const NODE_ENVIRONMENT = {
  /**
   * glibc gives blocks of this size back as soon as they are freed. It is the size it begins with; said from outside it stays, where
   * else it grows with each block that is freed, up to 32 MB, and what an ended function leaves behind is kept for good (mallopt(3)).
   */
  MALLOC_MMAP_THRESHOLD_: '131072',
  /** Compiled TypeScript of earlier runs, found by the digest of its source: half the processor time of a start. */
  NODE_COMPILE_CACHE: join(REPOSITORY, '.cache/local/compiled'),
}
