// Dumps as the programs of MySQL and MariaDB write them: mysqldump, phpMyAdmin, HeidiSQL, Adminer.
import { describe, expect, it } from 'vitest'
import { readDump } from './read-dump.ts'

async function read(dump: string, size = 1000) {
  const rows: (readonly (string | null)[])[] = []
  async function* chunks() {
    const bytes = Buffer.from(dump)
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  await readDump(chunks(), { open: () => ({ row: values => rows.push(values), broken: () => undefined }) })
  return rows
}

const ROWS = "INSERT INTO `a` (`x`) VALUES\n(1),\n('b\\'; -- 2');\n\nINSERT INTO `c` (`x`) VALUES (3);\n"
const DUMPS = {
  'mysqldump without comments': `/*M!999999\\- enable the sandbox mode */
/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!40101 SET NAMES utf8mb4 */;
/*!40111 SET @OLD_SQL_NOTES=@@SQL_NOTES, SQL_NOTES=0 */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = @saved_cs_client */;
${ROWS}
/*!40101 SET CHARACTER_SET_CLIENT=@OLD_CHARACTER_SET_CLIENT */;
/*!40111 SET SQL_NOTES=@OLD_SQL_NOTES */;
`,
  phpMyAdmin: `-- phpMyAdmin SQL Dump
-- Generation Time: Nov 30, 2026 at 06:00 PM

SET SQL_MODE = "NO_AUTO_VALUE_ON_ZERO";
START TRANSACTION;
SET time_zone = "+00:00";

/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!40101 SET NAMES utf8mb4 */;

${ROWS}COMMIT;

/*!40101 SET CHARACTER_SET_CLIENT=@OLD_CHARACTER_SET_CLIENT */;
`,
  HeidiSQL: `-- --------------------------------------------------------
-- HeidiSQL Version:             12.6.0.6765
-- --------------------------------------------------------

/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!40101 SET NAMES utf8 */;
/*!50503 SET NAMES utf8mb4 */;
/*!40103 SET @OLD_TIME_ZONE=@@TIME_ZONE */;
/*!40103 SET TIME_ZONE='+00:00' */;

${ROWS}
/*!40103 SET TIME_ZONE=IFNULL(@OLD_TIME_ZONE, 'system') */;
/*!40101 SET CHARACTER_SET_CLIENT=@OLD_CHARACTER_SET_CLIENT */;
`,
  'MySQL Workbench': `SET @OLD_UNIQUE_CHECKS=@@UNIQUE_CHECKS, UNIQUE_CHECKS=0;
${ROWS}SET UNIQUE_CHECKS=@OLD_UNIQUE_CHECKS;
`,
  Adminer: `-- Adminer 4.8.1 MySQL 10.11.19-MariaDB-0+deb12u1 dump

SET NAMES utf8;
SET time_zone = '+00:00';

${ROWS}
-- 2026-11-30 18:01:03
`,
}

describe.each(Object.entries(DUMPS))('a dump of %s', (_, dump) => {
  it('gives every row', async () => {
    for (const size of [1, 5000]) expect(await read(dump, size)).toEqual([['1'], ["b'; -- 2"], ['3']])
  })

  it('is refused when it is cut between two statements, as by the time limit of PHP', async () => {
    for (const end of ['INSERT INTO `a`', 'INSERT INTO `c`', "('b"])
      await expect(read(dump.slice(0, dump.indexOf(end)))).rejects.toMatchObject({ problem: 'cut' })
    const behind = dump.indexOf('(3);\n') + 5
    await expect(read(dump.slice(0, behind))).rejects.toMatchObject({ problem: 'cut' })
  })
})

it.each([
  'Enter password: \r\n',
  'mysqldump: [Warning] Using a password on the command line interface can be insecure.\n',
  "/usr/bin/mysqldump: Deprecated program name. It will be removed in a future release, use '/usr/bin/mariadb-dump' instead\n",
])('passes over what mysqldump says to a terminal: %j', async line => {
  for (const size of [1, 5000])
    expect(await read(`${line}-- MySQL dump 10.13\n${ROWS}-- Dump completed\n`, size)).toHaveLength(3)
})

it('refuses what is only an error of mysqldump', async () => {
  const line = "mysqldump: Got error: 1045: \"Access denied for user 'x'@'localhost'\" when trying to connect\n"
  await expect(read(line)).rejects.toMatchObject({ problem: 'notSql' })
})

it("asks for columns that nothing names by mysqldump's option", async () =>
  expect(read('-- MySQL dump\nINSERT INTO `a` VALUES (1);\n')).rejects.toThrow(/--complete-insert/))

it("says what to do with UTF-16 by mysqldump's option", async () => {
  const utf16 = Buffer.from(`\ufeff${ROWS}`, 'utf16le')
  async function* once() {
    yield utf16
  }
  await expect(readDump(once(), { open: () => undefined })).rejects.toThrow(/mysqldump -r/)
})
