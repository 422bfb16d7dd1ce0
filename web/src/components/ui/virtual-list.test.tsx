// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { completeDom } from '#/testing/render-screen.tsx'
import { virtualizer } from './use-rows-in-view.ts'
import { VirtualList } from './virtual-list.tsx'

const HEIGHT = 50
const items = Array.from({ length: 500 }, (_, i) => ({ id: String(i), name: `row ${i}` }))

function show(activeIndex = -1) {
  render(
    <VirtualList items={items} rowHeight={HEIGHT} itemKey={({ id }) => id} label="rows" activeIndex={activeIndex}>
      {({ name }) => <button type="button">{name}</button>}
    </VirtualList>,
  )
  return screen.getByRole('list').parentElement!
}

const scrollTo = (box: HTMLElement, top: number) => {
  box.scrollTop = top
  fireEvent.scroll(box)
}
/** Scrolls in steps, one per frame, as fast as the frames come. */
function fly(box: HTMLElement, from: number, to: number, step = HEIGHT) {
  for (let top = from; top <= to; top += step) scrollTo(box, top)
}
const drawn = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)

beforeAll(completeDom)
beforeAll(virtualizer.load)
afterEach(cleanup)

describe('a list that flies past', () => {
  it('stays as it is drawn, and is drawn where it comes to stand', async () => {
    const box = show()
    const before = drawn()
    expect(before).toContain('row 0')
    fly(box, HEIGHT, 300 * HEIGHT)
    // One step alone may be a jump, so it was drawn.
    expect(drawn()).toContain('row 2')
    expect(drawn()).not.toContain('row 40')
    await waitFor(() => expect(drawn()).toContain('row 296'))
    expect(drawn()).not.toContain('row 2')
  })

  it('is drawn a few rows a frame when it comes to stand, and those in view first', async () => {
    const box = show()
    fly(box, HEIGHT, 300 * HEIGHT)
    await waitFor(() => expect(drawn()).toContain('row 300'))
    expect(drawn()).not.toContain('row 299')
    expect(drawn()).not.toContain('row 311')
    await waitFor(() => expect(drawn()).toContain('row 311'))
    await waitFor(() => expect(drawn()).toContain('row 299'))
  })

  it('is drawn at once where one jumps to', () => {
    const box = show()
    scrollTo(box, 100 * HEIGHT)
    expect(drawn()).toContain('row 100')
    expect(drawn()).toContain('row 111')
  })

  it('is drawn all the way where one can read along', () => {
    const box = show()
    fly(box, 0, 30 * HEIGHT, HEIGHT / 2)
    expect(drawn()).toContain('row 30')
  })

  it('is drawn wherever the keyboard leads it', () => {
    const box = show(3)
    fly(box, HEIGHT, 20 * HEIGHT)
    expect(drawn()).toContain('row 20')
  })
})

describe('a list before its virtualizer is there', () => {
  it('shows its first rows in their places, keeps them, and goes to the row it was led to', async () => {
    virtualizer.store.set(null)
    const box = show(200)
    expect(drawn()).toHaveLength(30)
    const third = screen.getByText('row 2')
    expect(third.parentElement!.style.top).toBe(`${2 * HEIGHT}px`)
    expect(screen.getByRole('list').style.height).toBe(`${500 * HEIGHT}px`)
    Object.defineProperty(box, 'scrollHeight', { value: 500 * HEIGHT })
    // As in a browser, the event comes later.
    box.scrollTo = (({ top }: ScrollToOptions) => void setTimeout(() => scrollTo(box, top!))) as Element['scrollTo']
    await waitFor(() => expect(box.scrollTop).toBeGreaterThan(150 * HEIGHT))
    await waitFor(() => expect(drawn()).toContain('row 200'))
  })

  it('does not draw a row anew when it comes', async () => {
    virtualizer.store.set(null)
    show()
    const third = screen.getByText('row 2')
    await waitFor(() => expect(drawn()).not.toContain('row 29'))
    expect(screen.getByText('row 2')).toBe(third)
  })
})
