import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A charge as stored by the bank. Amounts are reais in the standard's form, `37.00`. */
export type Charge = {
  txid: string
  status: 'ATIVA' | 'CONCLUIDA'
  revisao: number
  calendario: { criacao: string; expiracao: number }
  valor: { original: string }
  chave: string
  solicitacaoPagador?: string
  pixCopiaECola: string
  pix: { endToEndId: string; txid: string; valor: string; horario: string }[]
}

export type Charges = {
  find: (txid: string) => Charge | undefined
  /** Returns the charges, newest first. */
  list: () => Charge[]
  save: (charge: Charge) => void
  close: () => void
}

/** Maximum number of charges of all receivers together; the oldest are dropped. */
const MAX_KEPT = 5000

/** Opens the charges of a folder, or in memory. */
export function openCharges(dir: string | undefined): Charges {
  const db = new DatabaseSync(dir ? join(dir, 'bank.sqlite') : ':memory:')
  db.exec(`PRAGMA journal_mode=WAL;
    CREATE TABLE IF NOT EXISTS charge(id INTEGER PRIMARY KEY AUTOINCREMENT, txid TEXT NOT NULL UNIQUE, json TEXT NOT NULL);`)
  const one = db.prepare('SELECT json FROM charge WHERE txid=?')
  const all = db.prepare('SELECT json FROM charge ORDER BY id DESC')
  const put = db.prepare(
    'INSERT INTO charge(txid, json) VALUES(?,?) ON CONFLICT(txid) DO UPDATE SET json=excluded.json',
  )
  const trim = db.prepare('DELETE FROM charge WHERE id <= (SELECT max(id) FROM charge) - ?')
  const parsed = (row: unknown): Charge => JSON.parse((row as { json: string }).json) as Charge
  return {
    find(txid) {
      const row = one.get(txid)
      return row && parsed(row)
    },
    list: () => all.all().map(parsed),
    save(charge) {
      put.run(charge.txid, JSON.stringify(charge))
      trim.run(MAX_KEPT)
    },
    close: () => db.close(),
  }
}
