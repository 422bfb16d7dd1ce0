import { join } from 'node:path'
import { REPOSITORY } from '../constructs/repository.ts'

/** Environment of our Node processes. */
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

/** That of the process the functions run in, which `npm start` begins with by its script. */
export const START_ENVIRONMENT = {
  ...NODE_ENVIRONMENT,
  /**
   * A password's hash takes 19 MiB, a block that comes and goes: in pages of 2 MiB it is there at once, in those of 4 KiB that took a quarter
   * of a sign-in, and others waited for it to go. Four arenas in place of eight a core, since each is rounded up to such pages (glibc's
   * manual, "Memory Allocation Tunables"; without glibc it says nothing).
   */
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1:glibc.malloc.arena_max=4',
}
