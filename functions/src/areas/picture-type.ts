/**
 * Returns the type of a picture by its first bytes (PNG: ISO 15948 §5.2; JPEG: T.81 §B.1.1.3; WebP:
 * RFC 9649 §2.4).
 */
export function pictureType(bytes: Uint8Array): { extension: string; mimetype: string } | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return { extension: 'png', mimetype: 'image/png' }
  if (head.startsWith('\xff\xd8\xff')) return { extension: 'jpg', mimetype: 'image/jpeg' }
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return { extension: 'webp', mimetype: 'image/webp' }
  return undefined
}
