/** the first number from `first` on that none of the phones has */
export function freeNumber(first, phones) {
  const taken = new Set(phones.map(({ number }) => number))
  let number = BigInt(first)
  while (taken.has(String(number))) number++
  return String(number)
}
