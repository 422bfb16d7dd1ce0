// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { completeDom } from '#/testing/render-screen.tsx'
import { VirtualList } from './virtual-list.tsx'

const HEIGHT = 50
const items = Array.from({ length: 500 }, (_, i) => ({ id: String(i), name: `row ${i}` }))

function show(activeIndex = -1) {
  render(
    <VirtualList
      items={items}
      rowHeight={HEIGHT}
      itemKey={({ id }) => id}
      label="rows"
      activeIndex={activeIndex}
      flying={({ name }) => <i>{name}</i>}
    >
      {({ name }) => <button type="button">{name}</button>}
    </VirtualList>,
  )
  return screen.getByRole('list').parentElement!
}

const scrollTo = (box: HTMLElement, top: number) => {
  box.scrollTop = top
  fireEvent.scroll(box)
}
const whole = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)
const flying = () => [...document.querySelectorAll('i')].map(({ textContent }) => textContent)

beforeAll(completeDom)
afterEach(cleanup)

describe('a list that flies past', () => {
  it('draws what comes in outline, and whole once it stands', async () => {
    const box = show()
    expect(whole()).toContain('row 0')
    scrollTo(box, 100 * HEIGHT)
    expect(whole()).toEqual([])
    expect(flying()).toContain('row 100')
    expect(await screen.findByRole('button', { name: 'row 100' })).toBeDefined()
    expect(flying()).toEqual([])
  })

  it('leaves whole what was', () => {
    const box = show()
    scrollTo(box, 2 * HEIGHT)
    expect(whole()).toContain('row 2')
    expect(flying()).not.toContain('row 2')
  })

  it('draws what comes whole where one can read along', () => {
    const box = show()
    for (let top = HEIGHT; top <= 30 * HEIGHT; top += HEIGHT) scrollTo(box, top)
    expect(whole()).toContain('row 30')
    expect(flying()).toEqual([])
  })
})
