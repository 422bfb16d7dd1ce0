/**
 * Key of the renewal token of a refused sign-in: in this tab alone, and gone with it
 * (decision 0022).
 */
const KEY = 'balcao.renewal'

export const storeRenewal = (token: string): void => sessionStorage.setItem(KEY, token)
export const storedRenewal = (): string | null => sessionStorage.getItem(KEY)
export const dropRenewal = (): void => sessionStorage.removeItem(KEY)
