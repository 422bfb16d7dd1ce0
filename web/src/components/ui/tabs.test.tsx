// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Tabs, TabsList, TabsTrigger } from './tabs.tsx'

const NAMES = ['um', 'dois', 'três', 'quatro', 'cinco', 'seis']

// A strip of 200 px, with tabs of 100 px.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(200)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100)
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return NAMES.indexOf(this.textContent ?? '') * 100
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const strip = (open: string) => (
  <Tabs value={open}>
    <TabsList>
      {NAMES.map(name => (
        <TabsTrigger key={name} value={name}>
          {name}
        </TabsTrigger>
      ))}
    </TabsList>
  </Tabs>
)

it('a strip of tabs scrolls to the open one, and stays where a finger moved it until another opens', () => {
  const { rerender } = render(strip('cinco'))
  const list = screen.getByRole('tablist')
  expect(list.scrollLeft).toBe(350)
  list.scrollLeft = 0
  rerender(strip('cinco'))
  expect(list.scrollLeft).toBe(0)
  rerender(strip('quatro'))
  expect(list.scrollLeft).toBe(250)
})
