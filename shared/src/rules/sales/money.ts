/**
 * Money is integer cents inside and a number with two decimals on the wire (decision 0020). Sums,
 * differences and comparisons are in cents alone, so none is ever half a cent off.
 */

/** Returns the cents of an amount in reais, which has at most two decimals. */
export const toCents = (reais: number): number => Math.round(reais * 100)

/** Returns the reais of cents, as they are on the wire. */
export const toReais = (cents: number): number => cents / 100

/**
 * Returns a share of `cents`, in hundredths of a per cent (1250 is 12.5 %), rounded half up
 * (decision 0020). Exact up to 99,999,999.99 reais: the product stays below 2^53.
 */
export const percentOf = (cents: number, hundredths: number): number => Math.floor((cents * hundredths + 5000) / 10_000)
