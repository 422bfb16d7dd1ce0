/**
 * Tests a password change with two tabs: both stay signed in, stolen tokens are revoked, and a
 * sign-in elsewhere still ends both.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accessibilityFaults } from './support/axe.ts'
import { person, signIn, startBrowser } from './support/browser.ts'
import { type Company, openCompany } from './support/company.ts'
import { heard } from './support/heard.ts'
import { openGroup } from './support/open-group.ts'

const NEW_PASSWORD = 'trem azul chove domingo'

let company: Company
let browser: Browser
let tries = 0

beforeAll(async () => {
  browser = await startBrowser()
})
// Each attempt has its own company: the previous attempt already changed the password.
beforeEach(async () => {
  company = await openCompany(`da Senha ${++tries}`)
})
afterAll(async () => {
  await browser?.close()
})

describe('a new password', () => {
  it('ends what was stolen, and leaves both tabs of who changed it where they are', async () => {
    const context = await person(browser, company.url)
    const first = await signIn(context, company.admin)
    const asking = first.waitForRequest(request => request.headers().authorization !== undefined)
    await first.reload()
    const { authorization } = (await asking).headers()
    const second = await context.newPage()
    await second.goto('/contacts')
    await second.getByRole('heading', { name: 'Contatos', level: 1 }).waitFor()
    const cookie = (await context.cookies(`${company.url}/api/auth`)).find(({ name }) => name === 'jrt')!
    const stolen = { authorization: authorization!, cookie: `jrt=${cookie.value}` }
    const me = () => fetch(`${company.url}/api/auth/me`, { headers: { authorization: stolen.authorization } })
    expect((await me()).status).toBe(200)

    await first
      .getByRole('button', { name: /Balcão/ })
      .last()
      .click()
    await first.getByRole('menuitem', { name: 'Editar perfil' }).click()
    await first.getByLabel('Nova senha').fill(NEW_PASSWORD)
    await first.getByText('Forte', { exact: true }).waitFor()
    await first.getByLabel('Senha atual').fill(company.admin.password)
    expect(await accessibilityFaults(first)).toEqual([])
    const reconnected = Promise.all([first, second].map(heard))
    await first.getByRole('button', { name: 'Salvar' }).click()
    await first.getByText('Perfil salvo').waitFor()
    await reconnected

    // Both tabs keep their session, and the tab that changed nothing still works.
    await openGroup(second, 'Gestão')
    await second.getByRole('link', { name: 'Filas' }).click()
    await second.getByRole('heading', { name: 'Filas', level: 1 }).waitFor()
    for (const page of [first, second]) {
      await page.reload()
      await page.getByRole('button', { name: 'Gestão', exact: true }).waitFor()
    }

    const refused = await me()
    expect([refused.status, await refused.json()]).toEqual([401, { error: 'ERR_SESSION_ENDED' }])
    const refreshed = await fetch(`${company.url}/api/auth/refresh_token`, {
      method: 'POST',
      headers: { cookie: stolen.cookie },
    })
    expect([refreshed.status, await refreshed.json()]).toEqual([401, { error: 'ERR_SESSION_ENDED' }])
    await second.reload()
    await second.getByRole('button', { name: 'Gestão', exact: true }).waitFor()

    const elsewhere = await person(browser, company.url)
    await signIn(elsewhere, { ...company.admin, password: NEW_PASSWORD })
    for (const page of [first, second]) await page.getByText('Sua conta foi acessada em outro computador.').waitFor()
  })
})
