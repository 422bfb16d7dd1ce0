import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A message in its recipient's mailbox. */
export type Kept = { id: number; to: string; from: string; subject: string; text: string; html: string; at: string }

/** Maximum number of messages of all mailboxes together; the oldest are dropped. */
const MAX_KEPT = 5000

export type Mailbox = {
  put: (message: Omit<Kept, 'id' | 'at'>) => void
  /** Returns the messages of an address, or all; newest last. */
  list: (to: string | undefined) => Kept[]
  find: (id: number) => Kept | undefined
  close: () => void
}

/**
 * Opens the mailboxes of a folder, or in memory; an accepted message is in the log before the
 * sender's answer.
 */
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
