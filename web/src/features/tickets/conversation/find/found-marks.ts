import { foundRanges } from '@balcao/shared/rules/search-words.ts'

/** As the styles call it. */
const NAME = 'found'

/**
 * Marks the words in the texts of messages below `root` for as long as it is not undone, in those that come later too. The browser paints the
 * marks over the texts as they stand, so that what shows them knows nothing of it; one that cannot shows none.
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

/** Bold and links part a text into nodes: each is looked through by itself. */
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
