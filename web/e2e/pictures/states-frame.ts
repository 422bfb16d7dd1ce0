import { at, isPhone, type State } from './state.ts'

/** Drawer, signs, bars, command bar, and a phone's menu. */
export const frame: State[] = [
  { name: 'drawer-admin', who: 'admin', widths: [1440], open: page => at(page, '/') },
  { name: 'drawer-attendant', who: 'ana', widths: [1440], open: page => at(page, '/contacts') },
  { name: 'drawer-operator', who: 'operator', widths: [1440], open: page => at(page, '/server') },
  { name: 'drawer-seldom-screen', who: 'admin', widths: [1440], open: page => at(page, '/audit') },
  {
    name: 'menu-sheet',
    who: 'admin',
    widths: [360],
    async open(page) {
      await at(page, '/tickets')
      await page.getByRole('button', { name: 'Mais', exact: true }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'menu-sheet-search',
    who: 'admin',
    widths: [360],
    async open(page) {
      await at(page, '/tickets')
      await page.getByRole('button', { name: 'Mais', exact: true }).click()
      await page.getByRole('dialog').getByRole('searchbox').fill('frete')
    },
  },
  {
    name: 'command-bar-screens',
    who: 'admin',
    async open(page) {
      await at(page, '/contacts')
      if (isPhone(page)) await page.getByRole('button', { name: 'Buscar', exact: true }).click()
      else await page.keyboard.press('Control+k')
      await page.getByPlaceholder('Ir para, buscar contato').fill('frete')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'signs',
    who: 'admin',
    async open(page) {
      await at(page, '/contacts')
      await page.getByRole('banner').getByRole('link').first().waitFor()
    },
  },
  { name: 'bars-and-first-steps', who: 'newcomer', open: page => at(page, '/') },
  { name: 'empty-list-with-guide', who: 'newcomer', open: page => at(page, '/coupons') },
]
