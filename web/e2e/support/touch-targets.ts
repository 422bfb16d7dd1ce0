import type { Page } from 'playwright-core'

/**
 * Returns, in words, the touch targets in view that are smaller than 44 px in width or height on a
 * phone. Labels and padding around an element count as part of it; links within a text are as tall
 * as its lines.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const FINGER = 44
    const PRESSED =
      'button,a[href],summary,select,textarea,input:not([type=hidden]),[role=tab],[role=button],[role=option],[role^=menuitem]'
    const labelOf = (element: Element) =>
      element.closest('label') ?? (element.id ? document.querySelector(`label[for="${CSS.escape(element.id)}"]`) : null)
    /** Returns the test whether a point of an element is visible inside its scroll containers. */
    const seenOf = (element: Element) => {
      let [left, top, right, bottom] = [0, 0, innerWidth, innerHeight]
      for (let around = element.parentElement; around; around = around.parentElement) {
        if (getComputedStyle(around).overflow === 'visible') continue
        const box = around.getBoundingClientRect()
        ;[left, top] = [Math.max(left, box.left), Math.max(top, box.top)]
        ;[right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)]
      }
      return (x: number, y: number) => x > left && x < right && y > top && y < bottom
    }
    /** Returns whether an element floats over the page and moves elsewhere when it scrolls. */
    const floats = (element: Element | null): boolean =>
      element !== null && (/sticky|fixed/.test(getComputedStyle(element).position) || floats(element.parentElement))
    const isInText = (element: Element) =>
      element.tagName === 'A' &&
      getComputedStyle(element).display === 'inline' &&
      [...(element.parentElement?.childNodes ?? [])].some(each => each.nodeType === 3 && each.textContent?.trim())

    const small: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>(PRESSED)) {
      const box = element.getBoundingClientRect()
      if (Math.min(box.width, box.height) <= 1 || isInText(element) || element.matches(':disabled')) continue
      // Skips the buttons beside a message: a long press anywhere on it opens the same menu.
      if (element.matches('[data-message] [aria-haspopup]')) continue
      const isSeen = seenOf(element)
      const label = labelOf(element)
      const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
      /** Returns whether a press there would hit the element; unknown counts as a hit. */
      const takes = (atX: number, atY: number) => {
        if (!isSeen(atX, atY)) return true
        const pressed = document.elementFromPoint(atX, atY)
        return element.contains(pressed) || label?.contains(pressed) || (floats(pressed) && !floats(element))
      }
      if (!isSeen(x, y) || !takes(x, y)) continue
      const reach = (toX: number, toY: number) => {
        let far = 0
        while (far < FINGER && takes(x + toX * (far + 1), y + toY * (far + 1))) far++
        return far
      }
      const [wide, tall] = [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1]
      // Tolerates half a pixel at either end.
      if (wide >= FINGER - 1 && tall >= FINGER - 1) continue
      const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
      small.push(
        `${element.getAttribute('role') ?? element.localName} “${name.slice(0, 40)}” takes ${wide} × ${tall} px`,
      )
    }
    return small
  })
