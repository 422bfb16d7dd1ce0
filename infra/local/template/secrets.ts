import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Opens the secrets of the local stage: random, created at the first use.
 * @param dir folder of the secrets, readable by the owner only; null keeps them in memory
 */
export function openSecrets(dir: string | null): (name: string) => string {
  const file = dir === null ? null : join(dir, 'secrets.json')
  const secrets = file ? read(file) : {}
  return name => {
    const known = secrets[name]
    if (known) return known
    const made = randomBytes(36).toString('base64url')
    secrets[name] = made
    if (file) write(file, secrets)
    return made
  }
}

/** Changes secrets of a folder, for those who open it afterwards. */
export function changeSecrets(dir: string, changes: Record<string, string>): void {
  const file = join(dir, 'secrets.json')
  write(file, { ...read(file), ...changes })
}

function write(file: string, secrets: Record<string, string>): void {
  writeFileSync(`${file}.new`, JSON.stringify(secrets), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

function read(file: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  } catch {
    return {}
  }
}
