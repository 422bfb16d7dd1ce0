/** The token that a refused sign-in left: in this tab alone, and gone with it (4-decisions §21). */
const KEY = 'balcao.renewal'

export const keepRenewal = (token: string): void => sessionStorage.setItem(KEY, token)
export const keptRenewal = (): string | null => sessionStorage.getItem(KEY)
export const dropRenewal = (): void => sessionStorage.removeItem(KEY)
