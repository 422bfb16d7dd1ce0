/** Opens another system's data as a stream of neutral records. */
import { createHash } from 'node:crypto'
import { CHATWOOT_TABLES } from '@balcao/shared/rules/imports/chatwoot-tables.ts'
import { type Recognised, recognise } from '@balcao/shared/rules/imports/recognise.ts'
import type { Imported, ImportKind, ImportSystem } from '@balcao/shared/rules/imports/record.ts'
import { WHATICKET_TABLES } from '@balcao/shared/rules/imports/whaticket-tables.ts'
import { STAGED_FORMAT } from '../data/imports/staged-format.ts'
import { CHATWOOT_PLAN, prepareChatwoot } from './chatwoot-stage.ts'
import { withGarbageCollected } from './collect-garbage.ts'
import { DumpError } from './dump/dump-error.ts'
import type { ReadPoint } from './dump/read-dump.ts'
import type { RowSink, Tables } from './dump/row-sink.ts'
import type { FindFile } from './media-folder.ts'
import { countChatwoot, readChatwoot } from './read-chatwoot.ts'
import type { ReadContext } from './read-context.ts'
import { countWhaticket, readWhaticket } from './read-whaticket.ts'
import { openStaging, reopenStaging, type Staging } from './staging.ts'
import { prepareWhaticket, WHATICKET_PLAN } from './whaticket-stage.ts'

export type ImportOptions = {
  /** Reads all rows into a sink: a dump's (`readDump`) or a live database's. */
  read: (sink: RowSink) => Promise<Tables>
  /** System that a person named; undefined takes whichever it is. */
  from?: ImportSystem | undefined
  /** Company (account) of the other system; undefined if it has only one. */
  sourceCompany?: string | undefined
  findFile: FindFile
  /** Path of a temporary file, about half as large as the dump unpacked. */
  scratch: string
  now: number
}

export type OpenImport = {
  recognised: Recognised
  /** Company of the other system; null if it knows none. */
  company: { id: string; name: string } | null
  /**
   * Short digest of the other installation and company, the same for every dump of it: ids are
   * unique within it.
   */
  place: string
  /** Number of rows by kind. */
  read: Map<ImportKind, number>
  /** Tables with rows of which nothing is taken. */
  left: { table: string; rows: number }[]
  /** Yields the records; each call begins again, and gives the same. */
  stream: () => Generator<Imported>
  /** Writes the rows into the temporary file for `reopenImport`. */
  keep: () => void
  /** Closes the temporary file, and removes it. */
  close: () => void
}

const PLANS = [WHATICKET_PLAN, CHATWOOT_PLAN]

/** Facts of a kept file. */
type Facts = Pick<OpenImport, 'recognised' | 'company' | 'place' | 'left'> & {
  format: number
  read: [ImportKind, number][]
  now: number
}

type Family = {
  /** Staged table of companies, and a join of it with that of tickets. */
  companies: string
  tickets: string
  prepare: (staging: Staging, company: string | null) => void
  read: (context: ReadContext) => Generator<Imported>
  count: (context: ReadContext) => Map<ImportKind, number>
}

const FAMILIES: Record<Recognised['family'], Family> = {
  whaticket: {
    companies: 'w_Companies',
    tickets: 'w_Tickets t ON t.companyId = c.id',
    prepare: prepareWhaticket,
    read: readWhaticket,
    count: countWhaticket,
  },
  chatwoot: {
    companies: 'c_accounts',
    tickets: 'c_conversations t ON t.account_id = c.id',
    prepare: prepareChatwoot,
    read: readChatwoot,
    count: countChatwoot,
  },
}

/**
 * Reads all rows and returns the stream.
 * @throws DumpError if it cannot be read, is of another system, or one of several companies has to
 * be chosen
 */
export async function openImport(options: ImportOptions): Promise<OpenImport> {
  const staging = openStaging(options.scratch, PLANS, options.sourceCompany)
  try {
    return prepared(staging, await options.read(staging.sink), options)
  } catch (error) {
    staging.close()
    throw error
  }
}

/** Facts of rows that were staged in part. */
type PartFacts = {
  format: number
  tables: [string, { columns: readonly string[]; rows: number }][]
  point: ReadPoint | null
}

/** Rows of a dump, as far as they were staged. */
export type StagedPart = {
  sink: RowSink
  /** Tables so far; undefined before the first part. */
  tables: Tables | undefined
  /**
   * Place in the dump at which the next part begins; null before the first, and after the last one.
   */
  point: ReadPoint | null
  /** Writes the rows into the temporary file for `openPart`. */
  keep: (tables: Tables, point: ReadPoint | null) => void
  /** Returns the stream, once all rows are there. Throws as `openImport` does. */
  prepare: (tables: Tables, options: Omit<ImportOptions, 'read' | 'scratch'>) => OpenImport
  /** Closes the temporary file, and removes it. */
  close: () => void
}

/**
 * Opens a dump that is read in parts.
 * @param isBegun true if the temporary file has the rows of earlier parts; those of another
 * version of the program are left, and the reading begins anew
 */
export function openPart(scratch: string, sourceCompany: string | undefined, isBegun: boolean): StagedPart {
  const earlier = isBegun ? reopenStaging<PartFacts>(scratch, PLANS, sourceCompany) : undefined
  const kept = earlier?.facts.format === STAGED_FORMAT ? earlier : undefined
  if (!kept) earlier?.staging.close()
  const { staging, facts } = kept ?? { staging: openStaging(scratch, PLANS, sourceCompany), facts: undefined }
  return {
    sink: staging.sink,
    tables: facts && new Map(facts.tables),
    point: facts?.point ?? null,
    keep: (tables, point) => staging.keep({ format: STAGED_FORMAT, tables: [...tables], point } satisfies PartFacts),
    prepare: (tables, options) => prepared(staging, tables, options),
    close: staging.close,
  }
}

function prepared(
  staging: Staging,
  tables: Tables,
  { from, sourceCompany, findFile, now }: Omit<ImportOptions, 'read' | 'scratch'>,
): OpenImport {
  const recognised = recogniseAs(tables, from)
  if ([...tables.values()].every(({ rows }) => rows === 0))
    throw new DumpError('unsupported', 0, 'it has tables, but no rows by INSERT or COPY; dump the data too')
  const family = FAMILIES[recognised.family]
  const company = recognised.hasCompanies ? chooseCompany(staging, family, sourceCompany) : null
  const context = { staging, company: company?.id ?? null, findFile, now }
  family.prepare(staging, context.company)
  const facts: Facts = {
    format: STAGED_FORMAT,
    recognised,
    company,
    place: placeOf(staging, recognised, family, company?.id),
    read: [...family.count(context)],
    left: leftOf(tables),
    now,
  }
  return opened(staging, facts, findFile)
}

/**
 * Opens the rows of an import whose file was kept: the stream is the same, where the media is.
 * @throws DumpError if another version of the program kept them
 */
export function reopenImport(scratch: string, findFile: FindFile): OpenImport {
  const { staging, facts } = reopenStaging<Facts>(scratch)
  if (facts.format === STAGED_FORMAT) return opened(staging, facts, findFile)
  staging.close()
  throw new DumpError('outdated', 0, 'another version of the program staged the rows; read the dump again')
}

function opened(staging: Staging, { format, now, read, ...facts }: Facts, findFile: FindFile): OpenImport {
  const family = FAMILIES[facts.recognised.family]
  return {
    ...facts,
    read: new Map(read),
    stream: () => withGarbageCollected(family.read({ staging, company: facts.company?.id ?? null, findFile, now })),
    keep: () => staging.keep({ ...facts, format, read, now } satisfies Facts),
    close: staging.close,
  }
}

function recogniseAs(tables: Tables, from: ImportSystem | undefined): Recognised {
  const found = recognise(new Map([...tables].map(([table, { columns }]) => [table, columns])))
  if (!found) {
    const names = [...tables.keys()].slice(0, 8).join(', ')
    throw new DumpError('unknownSystem', 0, `it is of none of these systems; its tables are ${names || 'none'}`)
  }
  if (from && found.system !== from)
    throw new DumpError('otherSystem', 0, `it is a database of ${found.name}, not of ${from}`)
  return found
}

function chooseCompany(
  staging: Staging,
  { companies: table, tickets: of }: Family,
  wanted: string | undefined,
): { id: string; name: string } {
  const companies = staging.all<{ id: string; name: string | null; tickets: number }>(`
    SELECT c.id, c.name, count(t.id) AS tickets FROM ${table} c LEFT JOIN ${of} WHERE c.id IS NOT NULL
    GROUP BY c.id ORDER BY tickets DESC`)
  const chosen =
    wanted === undefined
      ? companies.length === 1
        ? companies[0]
        : undefined
      : companies.find(({ id }) => id === wanted)
  if (chosen) return { id: chosen.id, name: chosen.name ?? '' }
  const list = companies.slice(0, 20).map(({ id, name, tickets }) => `${id} (${name ?? ''}, ${tickets} tickets)`)
  const error = new DumpError('whichCompany', 0, `choose one of its companies: ${list.join(', ') || 'there is none'}`)
  error.companies = companies.slice(0, 100).map(({ id, name, tickets }) => ({ id, name: name ?? '', tickets }))
  throw error
}

function placeOf(staging: Staging, { system }: Recognised, { companies }: Family, company: string | undefined): string {
  const first =
    company === undefined
      ? staging.first<{ at: number | null }>('SELECT min(at) AS at FROM w_Users')
      : staging.first<{ at: number | null }>(`SELECT at FROM ${companies} WHERE id = ?`, company)
  return createHash('sha256')
    .update(`${system}|${company ?? ''}|${first?.at ?? ''}`)
    .digest('hex')
    .slice(0, 12)
}

/** Tables that say nothing about people: sessions, keys, and the program's own. */
const TECHNICAL =
  /^(SequelizeMeta|Baileys.*|Counters|Sessions?|UserSocketSessions|OutOfTicketMessages|schema_migrations|ar_internal_metadata)$/i
/** Tables that are looked at, but of which no row is taken. */
const ASKED = new Set(['settings'])
const KNOWN = new Set(
  Object.keys({ ...WHATICKET_TABLES, ...CHATWOOT_TABLES })
    .map(name => name.toLowerCase())
    .filter(name => !ASKED.has(name)),
)

const leftOf = (tables: Tables): { table: string; rows: number }[] =>
  [...tables]
    .filter(([table, { rows }]) => rows > 0 && !KNOWN.has(table.toLowerCase()) && !TECHNICAL.test(table))
    .map(([table, { rows }]) => ({ table, rows }))
