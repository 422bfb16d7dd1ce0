import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A message as its recipient has it. */
export type Kept = { id: number; to: string; from: string; subject: string; text: string; html: string; at: string }

/** Of all mailboxes together; the oldest go. */
const MAX_KEPT = 5000

export type Mailbox = {
  put: (message: Omit<Kept, 'id' | 'at'>) => void
  /** Messages for an address, or for all; newest last. */
  list: (to: string | undefined) => Kept[]
  find: (id: number) => Kept | undefined
  close: () => void
}

/** Keeps messages in a folder, or in memory; what was taken is in the log before the sender hears of it. */
export function openMailbox(dir: string | undefined): Mailbox {
  const db = new DatabaseSync(dir ? join(dir, 'mail.sqlite') : ':memory:')
  db.exec(`PRAGMA journal_mode=WAL;
    CREATE TABLE IF NOT EXISTS mail(
      id INTEGER PRIMARY KEY AUTOINCREMENT, recipient TEXT NOT NULL, sender TEXT NOT NULL, subject TEXT NOT NULL,
      text TEXT NOT NULL, html TEXT NOT NULL, at TEXT NOT NULL);
    CREATE INDEX IF NOT EXISTS mail_recipient ON mail(recipient, id);`)
  const columns = 'SELECT id, recipient "to", sender "from", subject, text, html, at FROM mail'
  const insert = db.prepare('INSERT INTO mail(recipient, sender, subject, text, html, at) VALUES(?,?,?,?,?,?)')
  const trim = db.prepare('DELETE FROM mail WHERE id <= (SELECT max(id) FROM mail) - ?')
  const all = db.prepare(`${columns} ORDER BY id`)
  const of = db.prepare(`${columns} WHERE recipient=? ORDER BY id`)
  const one = db.prepare(`${columns} WHERE id=?`)
  const plain = (row: unknown): Kept => ({ ...(row as Kept) })
  return {
    put({ to, from, subject, text, html }) {
      insert.run(to.toLowerCase(), from, subject, text, html, new Date().toISOString())
      trim.run(MAX_KEPT)
    },
    list: to => (to === undefined ? all.all() : of.all(to.toLowerCase())).map(plain),
    find(id) {
      const row = one.get(id)
      return row && plain(row)
    },
    close: () => db.close(),
  }
}
