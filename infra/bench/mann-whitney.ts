/**
 * Returns the probability that two samples come from the same distribution: the two-sided p of the
 * rank-sum test of Mann and Whitney (1947), by its normal approximation with the correction for
 * ties, which is good from some twenty values each.
 */
export function mannWhitney(a: readonly number[], b: readonly number[]): number {
  const all = [...a.map(value => ({ value, isA: true })), ...b.map(value => ({ value, isA: false }))]
  all.sort((x, y) => x.value - y.value)
  let ranks = 0
  let ties = 0
  for (let from = 0; from < all.length; ) {
    let to = from
    while (to < all.length && all[to]!.value === all[from]!.value) to++
    const size = to - from
    // Equal values share the middle of their ranks, which begin at 1.
    const rank = (from + 1 + to) / 2
    ranks += rank * all.slice(from, to).filter(({ isA }) => isA).length
    ties += size ** 3 - size
    from = to
  }
  const [m, n, total] = [a.length, b.length, all.length]
  const u = ranks - (m * (m + 1)) / 2
  const deviation = Math.sqrt(((m * n) / 12) * (total + 1 - ties / (total * (total - 1))))
  if (deviation === 0) return 1
  // Half a step towards the middle, since ranks are whole.
  const z = Math.max(0, Math.abs(u - (m * n) / 2) - 0.5) / deviation
  return 2 * (1 - normal(z))
}

/**
 * Returns the share of the standard normal distribution below `z` ≥ 0 (Abramowitz and Stegun
 * 26.2.17, exact to 7.5e-8).
 */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const tail = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail
}
