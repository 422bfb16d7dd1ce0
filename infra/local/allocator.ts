/**
 * Environment of our processes: glibc's allocator gives large blocks back as soon as they are freed. This is the size it begins
 * with; said by whoever starts the process it stays, where else it grows with each block that is freed, up to 32 MB, and what a
 * function's environment leaves behind is kept for good (mallopt(3), M_MMAP_THRESHOLD). `npm start` has it in its script.
 */
export const ALLOCATOR = { MALLOC_MMAP_THRESHOLD_: '131072' }
