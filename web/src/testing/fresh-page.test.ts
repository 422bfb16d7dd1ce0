// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'

/** Begins as the next file of the process does. */
async function beginNext() {
  vi.resetModules()
  await import('./fresh-page.ts')
}

it('ends the timeouts that the file before has left', async () => {
  const left = vi.fn()
  setTimeout(left, 20)
  await beginNext()
  await new Promise(resolve => setTimeout(resolve, 100))
  expect(left).not.toHaveBeenCalled()
})

it('ends the listeners that the file before has left', async () => {
  const left = vi.fn()
  window.addEventListener('online', left)
  document.addEventListener('visibilitychange', left)
  window.dispatchEvent(new Event('online'))
  expect(left).toHaveBeenCalledOnce()
  await beginNext()
  window.dispatchEvent(new Event('online'))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(left).toHaveBeenCalledOnce()
})
