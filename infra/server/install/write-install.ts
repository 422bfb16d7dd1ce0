import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MEDIA_LIMITS } from '@balcao/shared/api/tickets/messages.ts'
import { IMPORT_UPLOAD_LIMIT } from '@balcao/shared/media.ts'
import { REPOSITORY } from '../../constructs/repository.ts'
import { OBJECT_LINKS } from '../../local/gateway/object-links.ts'
import { Refusal } from '../../local/refusal.ts'
import type { ServerConfig } from '../config.ts'
import { caddyfile } from './caddyfile.ts'
import { systemdUnit } from './systemd-unit.ts'

/** Size (MiB) that a form adds to the file in it. */
const FORM_MEGABYTES = 1
const MEGABYTE = 1024 * 1024

/**
 * Writes the service and the proxy's configuration of a server into a folder, and nothing else.
 * @param options.to the folder
 * @param options.node the Node that runs the service
 * @returns the commands with which the operator puts them in place
 * @throws Refusal for a configuration that cannot be installed
 */
export function writeInstall(
  config: ServerConfig,
  options: { to: string; user: string; node?: string },
): { files: string[]; commands: string[] } {
  const { to, user, node = process.execPath } = options
  if (!/^[a-z_][a-z0-9_-]{0,31}$/.test(user)) throw new Refusal(`--user: ${user} is no name of a user`)
  if (!config.file) throw new Refusal('A service needs its configuration in a file: balcao.env, or --env FILE')
  if (!config.PUBLIC_URL.startsWith('https:'))
    throw new Refusal('PUBLIC_URL: a server that is installed needs a public address with https')
  const backupDir = config.BACKUP_TO?.startsWith('/') ? config.BACKUP_TO : undefined
  const { PIX_CLIENT_CERTIFICATE, PIX_CLIENT_KEY } = config
  const secretFiles = [config.file, PIX_CLIENT_CERTIFICATE, PIX_CLIENT_KEY].filter(each => each !== undefined)
  const unit = systemdUnit({
    user,
    repository: REPOSITORY,
    node,
    envFile: config.file,
    dataDir: config.DATA_DIR,
    backupDir,
    files: secretFiles,
  })
  const proxy = caddyfile({
    publicUrl: config.PUBLIC_URL,
    port: config.PORT,
    bodyMegabytes: formMegabytes(Object.values(MEDIA_LIMITS)),
    objects: {
      path: OBJECT_LINKS,
      bodyMegabytes: formMegabytes([...Object.values(MEDIA_LIMITS), IMPORT_UPLOAD_LIMIT]),
    },
  })
  mkdirSync(to, { recursive: true })
  const [unitFile, proxyFile] = [join(to, 'balcao.service'), join(to, 'Caddyfile')]
  writeFileSync(unitFile, unit, { mode: 0o644 })
  writeFileSync(proxyFile, proxy, { mode: 0o644 })
  const owner = `-o ${user} -g ${user}`
  return {
    files: [unitFile, proxyFile],
    commands: [
      `id ${user} >/dev/null 2>&1 || sudo useradd --system --home-dir ${shell(config.DATA_DIR)} --shell /usr/sbin/nologin ${user}`,
      `sudo install -d -m 700 ${owner} ${[config.DATA_DIR, ...(backupDir ? [backupDir] : [])].map(shell).join(' ')}`,
      `sudo chown root:${user} ${secretFiles.map(shell).join(' ')} && sudo chmod 640 ${secretFiles.map(shell).join(' ')}`,
      `sudo cp ${shell(unitFile)} /etc/systemd/system/balcao.service`,
      `sudo cp ${shell(proxyFile)} /etc/caddy/Caddyfile`,
      'sudo systemctl daemon-reload && sudo systemctl enable --now balcao && sudo systemctl reload-or-restart caddy',
      'sudo journalctl -u balcao -f',
    ],
  }
}

/** Returns the size (MiB) of a form whose file has the largest of these limits (bytes). */
const formMegabytes = (limits: readonly number[]): number => Math.ceil(Math.max(...limits) / MEGABYTE) + FORM_MEGABYTES

/** Returns a word of a shell command, in quotes where it needs them. */
const shell = (word: string): string => (/^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)
