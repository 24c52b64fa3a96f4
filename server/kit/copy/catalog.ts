import { type Client, escapeIdentifier as id } from 'pg'

/** A table as it is copied: partitioned ones by their leaves. */
export interface Table {
  name: string
  columns: string[]
}

/** A partition made while the product ran: no migration knows it. Parents stand before their children. */
export interface Partition {
  name: string
  parent: string
  bounds: string
  /** What it is partitioned by itself; '' for a leaf. */
  by: string
}

export interface Sequence {
  name: string
  /** The last number given; null if none was. */
  last: string | null
}

/** What a database holds, and what it takes to build the same. */
export interface Catalog {
  migrations: string[]
  tables: Table[]
  partitions: Partition[]
  sequences: Sequence[]
}

/** Kept by the migrator itself on either side. */
export const migratorTables = ['schema_migrations', 'schema_migrations_lock']

/** Reads what there is in the schema, within the transaction the client is in. */
export async function readCatalog(client: Client): Promise<Catalog> {
  const migrations = await client.query<{ name: string }>('select name from schema_migrations order by name')
  const tables = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all($1)
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`,
    [migratorTables],
  )
  const partitions = await client.query<Partition>(
    `select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bounds,
       case when c.relkind = 'p' then pg_get_partkeydef(c.oid) else '' end as by
     from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
     where c.relispartition and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
     order by c.relkind = 'r', c.relname`,
  )
  const sequences = await client.query<Sequence>(
    `select sequencename as name, last_value::text as last from pg_sequences
     where schemaname = 'public' order by sequencename`,
  )
  return {
    migrations: migrations.rows.map(({ name }) => name),
    tables: tables.rows,
    partitions: partitions.rows,
    sequences: sequences.rows,
  }
}

const listOf = (columns: readonly string[]) => columns.map((column) => id(column)).join(', ')

/** The statement that gives a table's rows as text, one a line. */
export const outStatement = ({ name, columns }: Table): string =>
  `copy public.${id(name)} (${listOf(columns)}) to stdout`

/** The statement that takes them in. */
export const inStatement = ({ name, columns }: Table): string =>
  `copy public.${id(name)} (${listOf(columns)}) from stdin`
