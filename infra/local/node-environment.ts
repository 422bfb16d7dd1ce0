import { resolve } from 'node:path'
import { REPOSITORY } from '../constructs/repository.ts'
import { ownEnvironment } from './config.ts'

/** Environment of our Node processes. */
export const NODE_ENVIRONMENT = {
  /**
   * Block size from which glibc gives freed memory back at once; it keeps smaller blocks, among
   * them those of ended functions, for good. V8 compiles in blocks of this size, which are most of
   * that memory: with glibc's default, four times as much, an idle product keeps 150 MB more. Set
   * in the environment it stays; otherwise it grows with each freed block, up to 32 MB
   * (mallopt(3)).
   */
  MALLOC_MMAP_THRESHOLD_: '32768',
  /**
   * Compiled TypeScript of earlier runs, keyed by the digest of its source: it halves the processor
   * time of a start. A server names a folder that it may write.
   */
  NODE_COMPILE_CACHE: resolve(REPOSITORY, ownEnvironment().NODE_COMPILE_CACHE ?? '.cache/local/compiled'),
}

/**
 * Arguments of our Node processes: semi-spaces of at most 4 MB in place of 16. One that grew during
 * the start is kept by a process that does little afterwards.
 */
export const NODE_ARGUMENTS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=4']

/** Environment of the process that runs the functions; the script of `npm start` sets the same. */
export const START_ENVIRONMENT = {
  ...NODE_ENVIRONMENT,
  /**
   * Hashing a password takes a block of 19 MiB that comes and goes: in pages of 2 MiB it is there
   * at once, while pages of 4 KiB took a quarter of a sign-in, and others waited until it was
   * freed. Four arenas instead of eight a core, since each is rounded up to such pages (glibc's
   * manual, "Memory Allocation Tunables"; ignored without glibc).
   */
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1:glibc.malloc.arena_max=4',
}
