import { readdirSync, readFileSync } from 'node:fs'

/** Returns the pid of a process's running child whose command line contains a text. */
export function childOf(parent: number, text: string): number | undefined {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  const found = pids.find(pid => {
    try {
      // The parent's id comes second after the command's name, which is in brackets.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const [, ppid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return Number(ppid) === parent && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text)
    } catch {
      return false
    }
  })
  return found ? Number(found) : undefined
}
