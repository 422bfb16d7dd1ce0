// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { completeDom } from '#/testing/render-screen.tsx'

/** Runs the frame's script and then the page, as a load does. */
async function load() {
  new Function(readFileSync('web/frame/frame.js', 'utf8'))()
  vi.resetModules()
  return (await import('./theme.ts')).theme
}

beforeEach(() => {
  localStorage.clear()
  completeDom()
  document.head.innerHTML = '<link rel="manifest">'
})
afterEach(() => localStorage.clear())

it('moves a choice of earlier builds to preferredTheme', async () => {
  localStorage.setItem('balcao.theme', 'dark')
  expect((await load()).get()).toBe('dark')
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(localStorage.getItem('preferredTheme')).toBe('dark')
  expect(localStorage.getItem('balcao.theme')).toBeNull()
})

it('prefers the choice made since, and stores the next one under preferredTheme', async () => {
  localStorage.setItem('balcao.theme', 'dark')
  localStorage.setItem('preferredTheme', 'light')
  const theme = await load()
  expect(theme.get()).toBe('light')
  theme.set('dark')
  expect({ ...localStorage }).toEqual({ preferredTheme: 'dark' })
})
