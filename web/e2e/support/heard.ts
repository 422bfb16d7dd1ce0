import type { Page } from 'playwright-core'

/**
 * Resolves when the server sends something on a socket that the page opens from now on. The first
 * socket may be refused, since it can carry the old token.
 */
export async function heard(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket', { predicate: each => each.url().includes('/ws') })
  try {
    await socket.waitForEvent('framereceived')
  } catch (error) {
    if (!/Socket (error|closed)/.test(String(error))) throw error
    return heard(page)
  }
}
