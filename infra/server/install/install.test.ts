import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IMPORT_UPLOAD_LIMIT } from '@balcao/shared/media.ts'
import { describe, expect, it } from 'vitest'
import { REPOSITORY } from '../../constructs/repository.ts'
import { readServerConfig } from '../config.ts'
import { caddyfile } from './caddyfile.ts'
import { systemdUnit } from './systemd-unit.ts'
import { writeInstall } from './write-install.ts'

/** Writes the installation of a configuration. */
function install(lines: string[], user = 'balcao') {
  const cwd = mkdtempSync(join(tmpdir(), 'balcao-install-'))
  writeFileSync(join(cwd, 'balcao.env'), lines.join('\n'))
  const to = join(cwd, 'install')
  return { to, cwd, ...writeInstall(readServerConfig({ cwd, env: {}, refusesExamples: true }), { to, user }) }
}

const isThere = (program: string): boolean => {
  try {
    execFileSync('/bin/sh', ['-c', `command -v ${program}`])
    return true
  } catch {
    return false
  }
}

const proxy = {
  publicUrl: 'https://shop.example',
  port: 3000,
  bodyMegabytes: 65,
  objects: { path: '/objects', bodyMegabytes: 1909 },
}

const SHOP = ['PUBLIC_URL=https://shop.example', 'DATA_DIR=/var/lib/balcao', 'PORT=3456']

describe('npm run serve -- --install', () => {
  it('writes a service for a user of its own, to whom nothing but the data is writable', () => {
    const { to, cwd, files } = install(SHOP)
    expect(readdirSync(to).sort()).toEqual(['Caddyfile', 'balcao.service'])
    expect(readdirSync(cwd).sort()).toEqual(['balcao.env', 'install'])
    expect(files).toEqual([join(to, 'balcao.service'), join(to, 'Caddyfile')])
    const unit = readFileSync(join(to, 'balcao.service'), 'utf8').split('\n')
    for (const line of [
      'User=balcao',
      'ProtectSystem=strict',
      'NoNewPrivileges=true',
      'PrivateTmp=true',
      'MemoryMax=80%',
      'Restart=always',
      'RestartPreventExitStatus=78 203',
      'LimitNOFILE=65536',
      'ReadWritePaths=/var/lib/balcao',
      'TimeoutStopSec=30',
      'KillMode=mixed',
      'UMask=0077',
    ])
      expect(unit).toContain(line)
    expect(unit.find(line => line.startsWith('ExecStart='))).toMatch(
      new RegExp(
        `^ExecStart=${process.execPath} .*--max-semi-space-size=4 .*/infra/server/serve\\.ts --env ${cwd}/balcao\\.env$`,
      ),
    )
    expect(unit).toContain('Environment=NODE_COMPILE_CACHE=/var/lib/balcao/built/compiled')
  })

  it('writes a proxy for the public name that passes everything to loopback', () => {
    const { to } = install(SHOP)
    const file = readFileSync(join(to, 'Caddyfile'), 'utf8')
    expect(file).toMatch(/^shop\.example \{$/m)
    expect(file).toContain('reverse_proxy 127.0.0.1:3456')
    expect(caddyfile({ ...proxy, publicUrl: 'https://shop.example:8443' })).toContain('shop.example:8443 {')
  })

  it('takes a form with the largest file of each path, and no larger one', () => {
    const file = readFileSync(join(install(SHOP).to, 'Caddyfile'), 'utf8')
    const limits = [...file.matchAll(/request_body (@\w+) \{\s+max_size (\d+)MiB/g)].map(([, name, size]) => [
      name,
      size,
    ])
    const objects = Math.ceil(IMPORT_UPLOAD_LIMIT / 1024 / 1024) + 1
    expect(limits).toEqual([
      ['@objects', String(objects)],
      ['@others', '65'],
    ])
    // The matchers exclude each other: of two limits on a call the smaller one would count.
    expect(file).toMatch(/@objects path (\/\S+)\n[\s\S]*@others not path \1\n/)
    expect(file).toContain('path /objects/*')
    expect(file.match(/request_body/g)).toHaveLength(2)
  })

  it('has the disks of the data and the backups mounted first, and reads the certificate of the bank', () => {
    const pix = ['PIX_URL=https://pix.shop.example', 'PIX_KEY=a@shop.example', 'PIX_CLIENT_ID=a', 'PIX_CLIENT_SECRET=b']
    const files = ['PIX_CLIENT_CERTIFICATE=/home/ana/pix.pem', 'PIX_CLIENT_KEY=/home/ana/pix.key']
    const { to, cwd, commands } = install([...SHOP, 'BACKUP_TO=/mnt/my disk', ...pix, ...files])
    const unit = readFileSync(join(to, 'balcao.service'), 'utf8')
    expect(unit).toContain('\nRequiresMountsFor=/var/lib/balcao\nWantsMountsFor="/mnt/my disk"\n\n[Service]\n')
    expect(unit).toContain('\nReadWritePaths=/var/lib/balcao "-/mnt/my disk"\n')
    expect(unit).toContain('ProtectHome=false')
    const all = `${cwd}/balcao.env /home/ana/pix.pem /home/ana/pix.key`
    expect(commands).toContain(`sudo chown root:balcao ${all} && sudo chmod 640 ${all}`)
  })

  it('says what to run, with the folder of backups where it is on this machine', () => {
    const { commands, cwd } = install([...SHOP, 'BACKUP_TO=/mnt/my disk'])
    const all = commands.join('\n')
    expect(all).toContain(`sudo install -d -m 700 -o balcao -g balcao /var/lib/balcao '/mnt/my disk'`)
    expect(all).toContain(`sudo chown root:balcao ${cwd}/balcao.env`)
    expect(all).toContain('systemctl enable --now balcao')
    expect(install([...SHOP, 'BACKUP_TO=s3://bucket/shop']).commands.join()).not.toContain('s3:')
  })

  it('refuses what cannot be installed', () => {
    expect(() => install(['PUBLIC_URL=http://127.0.0.1:3000'])).toThrow('https')
    const example = readFileSync(join(REPOSITORY, 'balcao.env.example'), 'utf8').split('\n')
    expect(() => install(example)).toThrow(/^balcao\.env:\d+: PUBLIC_URL: it is still the example; write your own$/)
    expect(() => install(SHOP, 'root; reboot')).toThrow('--user')
    const config = readServerConfig({ cwd: '/', env: { PUBLIC_URL: 'https://shop.example' } })
    expect(() => writeInstall(config, { to: '/nowhere', user: 'balcao' })).toThrow('balcao.env')
  })
})

describe('the service', () => {
  const given = {
    user: 'balcao',
    repository: '/opt/my shop',
    node: '/usr/bin/node',
    envFile: '/opt/my shop/balcao.env',
    dataDir: '/var/lib/100%',
  }

  it('quotes paths as systemd reads them', () => {
    const unit = systemdUnit(given)
    expect(unit).toContain('ReadWritePaths=/var/lib/100%%')
    expect(unit).toContain('\nRequiresMountsFor=/var/lib/100%%\n\n[Service]\n')
    expect(unit).not.toContain('WantsMountsFor')
    expect(unit).toContain('"/opt/my shop/infra/server/serve.ts" --env "/opt/my shop/balcao.env"')
    expect(unit).toContain('ProtectHome=true')
    expect(systemdUnit({ ...given, repository: '/home/ana/balcao' })).toContain('ProtectHome=false')
  })

  it.runIf(isThere('systemd-analyze'))('is one that systemd takes', () => {
    const dir = mkdtempSync(join(tmpdir(), 'balcao-unit-'))
    const file = join(dir, 'balcao.service')
    writeFileSync(file, systemdUnit({ ...given, user: 'root', node: process.execPath, repository: dir, dataDir: dir }))
    execFileSync('systemd-analyze', ['verify', '--man=no', file], { stdio: 'pipe' })
  })

  it.runIf(isThere('caddy'))('has a proxy that Caddy takes', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'balcao-caddy-')), 'Caddyfile')
    writeFileSync(file, caddyfile(proxy))
    execFileSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], { stdio: 'pipe' })
  })
})
