import { expect, it, vi } from 'vitest'

it('ends the timeouts that the file before has left', async () => {
  const left = vi.fn()
  setTimeout(left, 20)
  vi.resetModules()
  await import('./fresh-page.ts')
  await new Promise(resolve => setTimeout(resolve, 100))
  expect(left).not.toHaveBeenCalled()
})
