import { foundRanges } from '@balcao/shared/rules/search-words.ts'

/** Name of the highlight in the styles. */
const NAME = 'found'

/**
 * Marks the words in the texts of messages below `root` until the returned function is called, also
 * in messages that arrive later. The browser paints the marks over the texts, so the components
 * that show them need not know; a browser without that feature shows none.
 */
export function markFound(root: Element, terms: readonly string[]): () => void {
  if (typeof CSS === 'undefined' || !('highlights' in CSS) || terms.length === 0) return () => undefined
  const paint = () => {
    const ranges: globalThis.Range[] = []
    for (const text of root.querySelectorAll('[data-message] bdi, [data-captions] bdi'))
      ranges.push(...rangesIn(text, terms))
    CSS.highlights.set(NAME, new Highlight(...ranges))
  }
  let asked = 0
  const observer = new MutationObserver(() => {
    cancelAnimationFrame(asked)
    asked = requestAnimationFrame(paint)
  })
  observer.observe(root, { childList: true, subtree: true, characterData: true })
  paint()
  return () => {
    cancelAnimationFrame(asked)
    observer.disconnect()
    CSS.highlights.delete(NAME)
  }
}

/**
 * Returns the ranges of the words in an element. Bold and links split a text into nodes, which are
 * searched one by one.
 */
function rangesIn(element: Element, terms: readonly string[]): globalThis.Range[] {
  const ranges: globalThis.Range[] = []
  const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = nodes.nextNode(); node; node = nodes.nextNode())
    for (const { start, end } of foundRanges(node.textContent ?? '', terms)) {
      const range = document.createRange()
      range.setStart(node, start)
      range.setEnd(node, end)
      ranges.push(range)
    }
  return ranges
}
