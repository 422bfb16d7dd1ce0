// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { toast } from '#/lib/toast.ts'
import { renderScreen } from '#/testing/render-screen.tsx'

afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

it.each([
  ['/contacts', 2000],
  ['/tags', 2000],
  ['/products', 3000],
  ['/budgets', 3000],
  ['/statusBudGets', 3000],
])('a toast on %s stays for %i ms', async (path, duration) => {
  const { unmount } = await renderScreen(path, null)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const text = `Salvo em ${path}`
  toast.success(text)
  await screen.findByText(text)
  const gone = () => !screen.queryByText(text) || screen.getByText(text).closest('[data-removed=true]') !== null
  await act(() => vi.advanceTimersByTimeAsync(duration - 500))
  expect(gone()).toBe(false)
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(gone()).toBe(true)
  unmount()
})
