import { join } from 'node:path'
import { REPOSITORY } from '../constructs/repository.ts'

/** Environment of our Node processes; what `npm start` itself begins with stands in its script. */
export const NODE_ENVIRONMENT = {
  /**
   * glibc gives blocks of this size back as soon as they are freed; smaller ones it keeps for good, what an ended function leaves behind
   * among them. It is the size of what V8 compiles in, which is most of that: with four times as much, glibc's own, an idle product keeps
   * 150 MB more. Said from outside it stays, where else it grows with each block that is freed, up to 32 MB (mallopt(3)).
   */
  MALLOC_MMAP_THRESHOLD_: '32768',
  /** Compiled TypeScript of earlier runs, found by the digest of its source: half the processor time of a start. */
  NODE_COMPILE_CACHE: join(REPOSITORY, '.cache/local/compiled'),
}
