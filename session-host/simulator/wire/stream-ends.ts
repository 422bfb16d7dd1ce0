import type { BinaryNode } from '@whiskeysockets/baileys'

/** Reason that the server sends before it closes a connection. */
export const STREAM_ENDS = {
  restart: { tag: 'stream:error', attrs: { code: '515' } },
  unavailable: { tag: 'stream:error', attrs: { code: '503' } },
  replace: { tag: 'stream:error', attrs: {}, content: [{ tag: 'conflict', attrs: { type: 'replaced' } }] },
  logout: {
    tag: 'stream:error',
    attrs: { code: '401' },
    content: [{ tag: 'conflict', attrs: { type: 'device_removed' } }],
  },
} satisfies Record<string, BinaryNode>
