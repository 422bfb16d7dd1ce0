import type { Page } from 'playwright-core'

/** Opens a group of the drawer with all its screens, as far as it is folded. */
export async function openGroup(page: Page, name: string) {
  const group = page.getByRole('navigation').getByRole('region', { name, exact: true })
  const fold = group.getByRole('button', { name, exact: true })
  await fold.waitFor()
  if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click()
  const more = group.getByRole('button', { name: /^Mais \d/ })
  if ((await more.count()) > 0) await more.click()
}
