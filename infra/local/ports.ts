import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Ports = {
  /** Returns the port a server had at the previous start; 0 = none. */
  of: (server: string) => number
  keep: (server: string, port: number) => void
}

/**
 * Remembers ports in a data directory, so that links and clients that outlive a restart keep
 * working.
 */
export function openPorts(dir: string): Ports {
  const file = join(dir, 'ports.json')
  const ports = read(file)
  return {
    of: server => ports[server] ?? 0,
    keep(server, port) {
      if (ports[server] === port) return
      ports[server] = port
      writeFileSync(`${file}.new`, JSON.stringify(ports))
      renameSync(`${file}.new`, file)
    },
  }
}

function read(file: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>
  } catch {
    return {}
  }
}
