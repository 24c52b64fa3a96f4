import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Client, ClientConfig } from 'pg'
import * as z from 'zod'
import { outStatement, readCatalog, type Table } from './catalog.ts'
import { CopyRefused, loadDatabase, withClient } from './load.ts'
import { copyOut, rowCounter } from './protocol.ts'

/*
 * A backup is a folder: manifest.json, tables/NAME.gz (rows as PostgreSQL's own text format) and uploads/. The manifest
 * is written last and holds a checksum of every other file, so a folder with a manifest is whole or found not to be.
 */

const Stored = z.object({ file: z.string(), bytes: z.int(), sha256: z.string() })
const Manifest = z.object({
  format: z.literal(1),
  made_at: z.string(),
  /** Tells whether a master key is the one the sealed values were sealed under; tells nothing of the key. */
  key: z.string(),
  migrations: z.array(z.string()),
  partitions: z.array(z.object({ name: z.string(), parent: z.string(), bounds: z.string(), by: z.string() })),
  sequences: z.array(z.object({ name: z.string(), last: z.string().nullable() })),
  tables: z.array(Stored.extend({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  uploads: z.array(Stored),
})
export type Manifest = z.infer<typeof Manifest>

const fileMode = 0o600
const uploadsOf = (home: string) => join(home, 'uploads')

/** What the manifest says of the master key. */
export const keyMark = (key: Buffer): string =>
  createHash('sha256').update('pitboss backup key mark\n').update(key).digest('hex').slice(0, 32)

interface Source {
  connection: ClientConfig
  home: string
  key: Buffer
}

/**
 * Writes a backup into a new folder while the product goes on: every row as of one moment, in one read-only snapshot,
 * then the uploaded images. Streams, so memory stays flat. Throws if the folder exists.
 */
export async function writeBackup({ connection, home, key }: Source, folder: string): Promise<Manifest> {
  if (await stat(folder).catch(() => null)) throw new CopyRefused(`${folder} exists already.`)
  const partial = `${folder}.partial`
  await rm(partial, { recursive: true, force: true })
  await mkdir(join(partial, 'tables'), { recursive: true, mode: 0o700 })
  const snapshot = await withClient(connection, async (client) => {
    await client.query('begin transaction isolation level repeatable read read only')
    const { rows } = await client.query<{ now: Date }>('select now() as now')
    const catalog = await readCatalog(client)
    const tables: Manifest['tables'] = []
    for (const table of catalog.tables) tables.push(await writeTable(client, table, partial))
    await client.query('commit')
    return { ...catalog, tables, made_at: rows[0]?.now.toISOString() ?? '' }
  })
  const manifest: Manifest = {
    format: 1,
    key: keyMark(key),
    ...snapshot,
    uploads: await copyFiles(uploadsOf(home), partial, 'uploads'),
  }
  await writeFile(join(partial, 'manifest.json'), JSON.stringify(manifest, null, 1), { mode: fileMode })
  await sync(join(partial, 'manifest.json'))
  await rename(partial, folder)
  await sync(dirname(folder))
  return manifest
}

async function writeTable(client: Client, table: Table, folder: string): Promise<Manifest['tables'][number]> {
  const file = `tables/${table.name}.gz`
  const lines = rowCounter()
  const stored = await store(join(folder, file), [
    copyOut(client, outStatement(table)),
    lines.stream,
    createGzip({ level: 4 }),
  ])
  return { ...table, file, ...stored, rows: lines.count() }
}

async function store(path: string, [source, ...through]: [Readable, ...NodeJS.ReadWriteStream[]]) {
  const seen = summing()
  await pipeline([source, ...through, seen.stream, createWriteStream(path, { mode: fileMode, flags: 'wx' })])
  await sync(path)
  return seen.result()
}

function summing() {
  const hash: Hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) }
}

async function copyFiles(from: string, to: string, name: string): Promise<Manifest['uploads']> {
  await mkdir(join(to, name), { recursive: true, mode: 0o700 })
  const stored: Manifest['uploads'] = []
  for (const file of await readdir(from).catch(() => [])) {
    const place = `${name}/${file}`
    try {
      stored.push({ file: place, ...(await store(join(to, place), [createReadStream(join(from, file))])) })
    } catch (error) {
      // Removed meanwhile, so nobody refers to it any more.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      await rm(join(to, place), { force: true })
    }
  }
  return stored
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Reads a backup's manifest and holds every file against it, before anything is touched. */
export async function checkBackup(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw new CopyRefused(`${folder} is no backup: it has no manifest.json.`)
  })
  const manifest = Manifest.safeParse(parsed(text))
  if (!manifest.success) throw new CopyRefused(`${folder} is no backup that this version can read.`)
  for (const { file, bytes, sha256 } of [...manifest.data.tables, ...manifest.data.uploads]) {
    const hash = createHash('sha256')
    let size = 0
    try {
      for await (const chunk of createReadStream(join(folder, inside(file))) as AsyncIterable<Buffer>) {
        hash.update(chunk)
        size += chunk.length
      }
    } catch {
      throw new CopyRefused(`The backup is damaged: ${file} cannot be read.`)
    }
    if (size !== bytes || hash.digest('hex') !== sha256)
      throw new CopyRefused(`The backup is damaged: ${file} is not what was written.`)
  }
  return manifest.data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A name from a manifest stays below its folder. */
function inside(file: string): string {
  if (!/^(tables|uploads)\/[\w.-]+$/.test(file) || file.includes('..'))
    throw new CopyRefused(`The backup is damaged: ${file} is no name of a file in it.`)
  return file
}

/**
 * Puts a backup in the place of a database and its images. Refuses a damaged one, one whose sealed values this
 * installation's key does not open, and whatever `loadDatabase` refuses.
 */
export async function restoreBackup(
  { connection, home, key }: Source,
  folder: string,
  { replace, told = () => {} }: { replace: boolean; told?: (line: string) => void },
): Promise<Manifest> {
  const manifest = await checkBackup(folder)
  if (manifest.key !== keyMark(key))
    throw new CopyRefused(
      'The backup was sealed under another master key: put master.key (or PITBOSS_SECRET) of that installation in place first.',
    )
  const stored = new Map(manifest.tables.map((table) => [table.name, table]))
  await loadDatabase(connection, manifest, {
    replace,
    told,
    rowsOf: ({ name }) => {
      const { file = '', rows = 0 } = stored.get(name) ?? {}
      const unzipped = createGunzip()
      const source = createReadStream(join(folder, inside(file)))
      source.on('error', (error) => unzipped.destroy(error))
      return { rows: source.pipe(unzipped), expected: () => rows }
    },
  })
  await mkdir(uploadsOf(home), { recursive: true, mode: 0o700 })
  for (const { file } of manifest.uploads) {
    const place = join(home, inside(file))
    await rm(place, { force: true })
    await store(place, [createReadStream(join(folder, file))])
  }
  return manifest
}
