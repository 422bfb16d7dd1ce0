import bcrypt from 'bcryptjs'
import { median } from './load.ts'

/**
 * Milliseconds of one comparison on the peer's machine: 57 sign-ins a second, one after the other,
 * with nothing beside them.
 */
const PEER_MS = 17
const COST = 8
const ROUNDS = 21

/**
 * Returns how many times slower than the peer's machine this one is at the moment: both compare a
 * password with the same pure JavaScript code (bcryptjs 2.4.3, cost 8), on one core. Rates of two
 * machines cannot be compared without it; virtual cores of one name differ by half from minute to
 * minute.
 */
export function slowness(): number {
  const hash = bcrypt.hashSync('a password', COST)
  for (let i = 0; i < 4; i++) bcrypt.compareSync('another', hash)
  const times = Array.from({ length: ROUNDS }, () => {
    const started = performance.now()
    bcrypt.compareSync('another', hash)
    return performance.now() - started
  })
  return median(times) / PEER_MS
}
