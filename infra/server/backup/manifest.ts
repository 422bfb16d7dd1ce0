import { z } from 'zod'
import { type BackupKey, type Encryption, isEqual, openKey, sealOf } from './encryption.ts'

/** Version of the manifest's own form. */
const MANIFEST_VERSION = 1

/** Path without a way out of its folder. */
const Path = z.string().regex(/^(?!.*\.\.)[\w.-]+(\/[\w.-]+)*$/)
const Hex = z.string().regex(/^[0-9a-f]+$/)

const StoredFile = z.object({
  /** Path in the data directory. */
  file: Path,
  /** Path in the target; `.zst` and `.enc` at its end tell how it is compressed and encrypted. */
  stored: Path,
  /** Bytes as stored. */
  size: z.number().int().nonnegative(),
  /** Digest as stored. */
  sha256: Hex.length(64),
})
export type StoredFile = z.infer<typeof StoredFile>

const Manifest = z.object({
  manifest: z.literal(MANIFEST_VERSION),
  id: z.uuid(),
  /** UTC. Everything that was acknowledged before is in the backup. */
  moment: z.iso.datetime({ precision: 3 }),
  /** Version of the product. */
  version: z.string(),
  /** Number of the data format; null for a data directory that states none. */
  format: z.number().int().nullable(),
  stage: z.string(),
  encryption: z
    .object({
      cipher: z.literal('aes-256-gcm'),
      kdf: z.literal('scrypt'),
      N: z
        .number()
        .int()
        .max(2 ** 20),
      r: z.number().int().max(32),
      p: z.number().int().max(16),
      salt: Hex,
      check: Hex,
    })
    .nullable(),
  /** Bytes of all files. */
  bytes: z.number(),
  files: z.array(StoredFile),
  /** Proof that nobody without the passphrase has written this manifest. */
  seal: Hex.optional(),
})
export type Manifest = z.infer<typeof Manifest>

/** Name of the folder of a backup: its moment without colons. */
const FOLDER = /^(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d\.\d{3}Z)$/

export const folderOf = (moment: string): string => moment.replaceAll(':', '')

/** Returns the moment (epoch ms) of a backup's folder; undefined for any other name. */
export function momentOf(folder: string): number | undefined {
  const match = FOLDER.exec(folder)
  const moment = match ? Date.parse(`${match[1]}:${match[2]}:${match[3]}`) : Number.NaN
  return Number.isNaN(moment) ? undefined : moment
}

export const manifestPath = (folder: string): string => `${folder}/manifest.json`

export function createManifest(
  given: Omit<Manifest, 'manifest' | 'encryption' | 'bytes' | 'seal'>,
  key: BackupKey | undefined,
): Manifest {
  const { files, ...rest } = given
  const manifest: Manifest = {
    manifest: MANIFEST_VERSION,
    ...rest,
    encryption: key?.encryption ?? null,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    files,
  }
  return key ? { ...manifest, seal: sealOf(key, JSON.stringify(manifest)) } : manifest
}

/** Reads a manifest. @throws when it is damaged or of a newer version */
export function parseManifest(text: string): Manifest {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new Error('the manifest is damaged: it is no JSON')
  }
  const version = (json as { manifest?: unknown } | null)?.manifest
  if (typeof version === 'number' && version > MANIFEST_VERSION) {
    throw new Error(`the manifest is of version ${version}; this program reads up to ${MANIFEST_VERSION}`)
  }
  const parsed = Manifest.safeParse(json)
  if (!parsed.success) throw new Error(`the manifest is damaged:\n${z.prettifyError(parsed.error)}`)
  return parsed.data
}

/**
 * Opens the key of a manifest's files and checks its seal.
 * @returns undefined for a backup that is not encrypted
 * @throws when the passphrase is missing or wrong, or the manifest was changed
 */
export async function keyOf(manifest: Manifest, passphrase: string | undefined): Promise<BackupKey | undefined> {
  const encryption: Encryption | null = manifest.encryption
  if (!encryption) return undefined
  if (!passphrase) throw new Error('this backup is encrypted: set BACKUP_PASSPHRASE')
  const key = await openKey(passphrase, encryption)
  const { seal, ...sealed } = manifest
  if (!seal || !isEqual(seal, sealOf(key, JSON.stringify(sealed)))) {
    throw new Error('the manifest was changed: its seal does not fit')
  }
  return key
}
