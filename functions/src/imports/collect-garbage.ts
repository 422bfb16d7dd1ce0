import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Growth of the heap (bytes) after which it is collected. */
const GROWTH = 12_000_000
/** Number of elements between two looks at the heap. */
const LOOK_EVERY = 500

let collect: (() => void) | undefined
let used = 0

/**
 * Collects garbage once the heap has grown by 12 MB. The records of a group live for seconds, and
 * the text of a dump has parts of it referred to, so V8 takes both for lasting: without this, the
 * heap of an import grows to 150 MB, of which it uses 30.
 */
export function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  const now = getHeapStatistics().used_heap_size
  if (now < used + GROWTH) {
    // V8 may have collected by itself.
    used = Math.min(used, now)
    return
  }
  collect()
  used = getHeapStatistics().used_heap_size
}

/** Yields the same elements, and collects garbage among them. */
export function* withGarbageCollected<Element>(elements: Iterable<Element>): Generator<Element> {
  let count = 0
  for (const element of elements) {
    if (count++ % LOOK_EVERY === 0) collectGarbage()
    yield element
  }
}
