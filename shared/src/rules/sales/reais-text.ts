import { toReais } from './money.ts'

const REAIS = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

/** Returns cents as a message writes them: `R$ 1.234,50`, with a plain space. */
export const reaisText = (cents: number): string => REAIS.format(toReais(cents)).replaceAll('\u00a0', ' ')
