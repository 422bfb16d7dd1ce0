/** Writes dumps as `pg_dump` and `mysqldump` do, of rows made up by tests. */

export type FixtureValue = string | number | boolean | null
export type FixtureTable = { columns: string[]; rows: FixtureValue[][] }
export type FixtureTables = Record<string, FixtureTable>

type Style = 'copy' | 'inserts' | 'column-inserts' | 'many-rows'

const copied = (value: FixtureValue): string => {
  if (value === null) return '\\N'
  if (typeof value === 'boolean') return value ? 't' : 'f'
  return String(value).replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')
}
const literal = (value: FixtureValue): string => {
  if (value === null) return 'NULL'
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}

/**
 * Returns a plain dump of PostgreSQL; `isFull` adds the statements that make and index the tables.
 */
export function writePgDump(tables: FixtureTables, { style = 'copy' as Style, isFull = false } = {}): string {
  const parts = ["--\n-- PostgreSQL database dump\n--\n\n\\restrict abc\n\nSET client_encoding = 'UTF8';\n"]
  for (const [table, { columns, rows }] of Object.entries(tables)) {
    const names = columns.map(column => `"${column}"`).join(', ')
    if (isFull)
      parts.push(
        `CREATE TABLE public."${table}" (\n${columns.map(column => `    "${column}" character varying(255) DEFAULT 'a,)'::character varying`).join(',\n')},\n    CONSTRAINT some CHECK ((1 > 0))\n);\n`,
        `CREATE FUNCTION public.f() RETURNS trigger LANGUAGE plpgsql AS $_$ BEGIN INSERT INTO x VALUES (1); END; $_$;\n`,
      )
    if (style === 'copy')
      parts.push(
        `COPY public."${table}" (${names}) FROM stdin;\n${rows.map(row => `${row.map(copied).join('\t')}\n`).join('')}\\.\n\n`,
      )
    else if (style === 'many-rows')
      parts.push(
        rows.length === 0
          ? ''
          : `INSERT INTO public."${table}" (${names}) VALUES\n${rows.map(row => `\t(${row.map(literal).join(', ')})`).join(',\n')};\n`,
      )
    else
      for (const row of rows)
        parts.push(
          `INSERT INTO public."${table}" ${style === 'inserts' ? '' : `(${names}) `}VALUES (${row.map(literal).join(', ')});\n`,
        )
    if (isFull) parts.push(`CREATE INDEX "${table}_i" ON public."${table}" USING btree ("${columns[0]}");\n`)
  }
  parts.push('--\n-- PostgreSQL database dump complete\n--\n\n\\unrestrict abc\n')
  return parts.join('')
}

const mysqlText = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('"', '\\"').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\0', '\\0')}'`

/** Returns a dump of mysqldump; truth values are 0 and 1 there. */
export function writeMysqlDump(tables: FixtureTables): string {
  const parts = ['-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)\n--\n/*!40101 SET NAMES utf8mb4 */;\n']
  for (const [table, { columns, rows }] of Object.entries(tables)) {
    parts.push(
      `DROP TABLE IF EXISTS \`${table}\`;\n/*!50503 SET character_set_client = utf8mb4 */;\nCREATE TABLE \`${table}\` (\n${columns.map(column => `  \`${column}\` varchar(255) DEFAULT NULL COMMENT 'it\\'s; a)',`).join('\n')}\n  PRIMARY KEY (\`${columns[0]}\`)\n) ENGINE=InnoDB;\nLOCK TABLES \`${table}\` WRITE;\n/*!40000 ALTER TABLE \`${table}\` DISABLE KEYS */;\n`,
    )
    const values = rows.map(
      row =>
        `(${row.map(value => (value === null ? 'NULL' : typeof value === 'string' ? mysqlText(value) : String(Number(value)))).join(',')})`,
    )
    if (values.length > 0) parts.push(`INSERT INTO \`${table}\` VALUES ${values.join(',')};\n`)
    parts.push(`/*!40000 ALTER TABLE \`${table}\` ENABLE KEYS */;\nUNLOCK TABLES;\n`)
  }
  parts.push(
    'DELIMITER ;;\nCREATE TRIGGER t BEFORE INSERT ON x FOR EACH ROW BEGIN SET a = 1; END ;;\nDELIMITER ;\n-- Dump completed on 2026-11-20 10:00:00\n',
  )
  return parts.join('')
}
