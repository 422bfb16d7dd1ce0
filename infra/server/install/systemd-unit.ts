import { join } from 'node:path'
import { NODE_ARGUMENTS, START_ENVIRONMENT } from '../../local/node-environment.ts'
import { REFUSED } from '../../local/refusal.ts'

export type UnitOptions = {
  /** User that runs the product and owns nothing but its data. */
  user: string
  /** Folder of the program, which the service cannot write. */
  repository: string
  /** Path of the Node that runs it. */
  node: string
  envFile: string
  dataDir: string
  /** Folder of backups on this machine, if they go to one. */
  backupDir?: string | undefined
  /** Other files that it reads. */
  files?: string[]
}

/**
 * Returns a systemd service that runs a server as a user of its own, for whom the machine is
 * read-only but for the data directory.
 */
export function systemdUnit(options: UnitOptions): string {
  const { user, repository, node, envFile, dataDir, backupDir, files = [] } = options
  const environment = { ...START_ENVIRONMENT, NODE_COMPILE_CACHE: join(dataDir, 'built/compiled') }
  const program = join(repository, 'infra/server/serve.ts')
  // systemd leaves a path with `-` before it out where it does not exist.
  const writable = [dataDir, ...(backupDir ? [`-${backupDir}`] : [])]
  return `[Unit]
Description=Balcao
Documentation=file://${join(repository, 'docs/operations/server.md').replaceAll(' ', '%%20')}
After=network-online.target time-sync.target
Wants=network-online.target
# The disk of the data is mounted before it starts, and until it has ended. Where that of the
# backups is missing, only they fail.
RequiresMountsFor=${quote(dataDir)}
${backupDir ? `WantsMountsFor=${quote(backupDir)}\n` : ''}
[Service]
Type=simple
User=${user}
Group=${user}
WorkingDirectory=${literal(repository)}
ExecStart=${[node, ...NODE_ARGUMENTS, program, '--env', envFile].map(quote).join(' ')}
${Object.entries(environment)
  .map(([name, value]) => `Environment=${quote(`${name}=${value}`)}`)
  .join('\n')}
UMask=0077
Restart=always
RestartSec=5
# A refused start, or no Node to run it: another one would end the same.
RestartPreventExitStatus=${REFUSED} ${NO_PROGRAM}
# The product stops its own processes, in order; what is left after half a minute is killed.
KillMode=mixed
TimeoutStopSec=30
LimitNOFILE=65536
MemoryMax=80%
OOMPolicy=continue

# Nothing but the data can be written. A folder of backups that is not there ends no start.
ProtectSystem=strict
ReadWritePaths=${writable.map(quote).join(' ')}
PrivateTmp=true
PrivateDevices=true
ProtectHome=${isInHome(repository, node, envFile, ...files, dataDir, backupDir ?? '') ? 'false' : 'true'}
NoNewPrivileges=true
CapabilityBoundingSet=
AmbientCapabilities=
ProtectKernelTunables=true
ProtectKernelModules=true
ProtectKernelLogs=true
ProtectControlGroups=true
ProtectClock=true
ProtectHostname=true
ProtectProc=invisible
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=true
RestrictRealtime=true
RestrictSUIDSGID=true
LockPersonality=true
RemoveIPC=true
SystemCallArchitectures=native

[Install]
WantedBy=multi-user.target
`
}

/** Exit code that systemd gives a service whose program it cannot run (`EXIT_EXEC`). */
const NO_PROGRAM = 203

/** Homes are hidden only where nothing that the service needs lies in one. */
const isInHome = (...paths: string[]): boolean => paths.some(path => /^\/(home|root|run\/user)\//.test(path))

/** Escapes what systemd would take for a specifier. */
const literal = (text: string): string => text.replaceAll('%', '%%')

/** Returns a word of a systemd setting, in quotes where it needs them. */
function quote(word: string): string {
  const escaped = literal(word).replaceAll('$', '$$$$')
  return /[\s"'\\;]/.test(escaped) ? `"${escaped.replace(/[\\"]/g, sign => `\\${sign}`)}"` : escaped
}
