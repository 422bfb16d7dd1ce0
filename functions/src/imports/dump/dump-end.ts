/** Signs by which the programs that make dumps mark the beginning and the end of one. */

/** First and last comment of pg_dump, mysqldump and Adminer; the last one of Adminer is the time. */
const HEADS = /^-- (PostgreSQL database (cluster )?dump$|MySQL dump|MariaDB dump|Adminer .* dump$)/
const TAILS = /^-- (PostgreSQL database (cluster )?dump complete|Dump completed|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)/

/**
 * Statements by which mysqldump, phpMyAdmin and HeidiSQL save variables of MySQL before the rows,
 * and restore them behind the last one, also without comments.
 */
const SAVED = /@old_\w+\s*=\s*@@/i
const RESTORED = /=\s*(?:ifnull\s*\(\s*)?@old_/i

/**
 * Returns whether a line or statement leaves the dump open: true at the beginning of a dump whose
 * program marks its end too, false at its end, undefined if it says nothing.
 */
export function opens(text: string): boolean | undefined {
  if (text.startsWith('-- ')) return HEADS.test(text) ? true : TAILS.test(text) ? false : undefined
  return SAVED.test(text) ? true : RESTORED.test(text) ? false : undefined
}

/**
 * Lines for a terminal that stand before a dump made by `docker exec -t`, or with `2>&1`: the
 * question for the password and warnings of mysqldump.
 */
export const TERMINAL_LINE =
  /^(?:Enter password:|(?:\S*\/)?(?:mysqldump|mariadb-dump): (?:\[Warning\]|Deprecated)|Warning: A partial dump)/
