import { once } from 'node:events'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

const flags = 0x0808 // sizes follow the data, names are UTF-8
const version = 20
const largest = 0xffffffff

interface Entry {
  name: Buffer
  crc: number
  packed: number
  size: number
  offset: number
}

/** A zip file written entry by entry to a stream, holding nothing but its table of contents. */
export class ZipWriter {
  readonly #out: Writable
  readonly #entries: Entry[] = []
  #offset = 0

  constructor(out: Writable) {
    this.#out = out
  }

  /** Compresses and writes one entry while its content is being made. Throws beyond 4 GiB. */
  async add(name: string, content: AsyncIterable<string> | Iterable<string>): Promise<void> {
    const entry: Entry = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset: this.#offset }
    await this.#write(header(0x04034b50, entry, [version, flags, 8]))
    await pipeline(
      Readable.from(content),
      async function* measure(chunks: AsyncIterable<string>) {
        for await (const chunk of chunks) {
          const bytes = Buffer.from(chunk)
          entry.crc = crc32(bytes, entry.crc)
          entry.size += bytes.length
          yield bytes
        }
      },
      createDeflateRaw({ level: 4 }),
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) {
          entry.packed += chunk.length
          await this.#write(chunk)
        }
      },
    )
    if (entry.size > largest || this.#offset > largest) throw new Error(`${name}: a zip entry ends at 4 GiB`)
    const sizes = Buffer.alloc(16)
    sizes.writeUInt32LE(0x08074b50, 0)
    writeSizes(sizes, 4, entry)
    await this.#write(sizes)
    this.#entries.push(entry)
  }

  /** Writes the table of contents; the caller ends the stream. */
  async finish(): Promise<void> {
    const start = this.#offset
    for (const entry of this.#entries) {
      const record = Buffer.alloc(46 + entry.name.length)
      header(0x02014b50, entry, [version, version, flags, 8]).copy(record, 0, 0, 32)
      record.writeUInt32LE(entry.offset, 42)
      entry.name.copy(record, 46)
      await this.#write(record)
    }
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50, 0)
    end.writeUInt16LE(this.#entries.length, 8)
    end.writeUInt16LE(this.#entries.length, 10)
    end.writeUInt32LE(this.#offset - start, 12)
    end.writeUInt32LE(start, 16)
    await this.#write(end)
  }

  async #write(bytes: Buffer): Promise<void> {
    if (this.#out.destroyed) throw this.#out.errored ?? new Error('the file was closed while it was written')
    this.#offset += bytes.length
    if (!this.#out.write(bytes)) await once(this.#out, 'drain')
  }
}

/** The fields that an entry's own header and its line in the table of contents have in common. */
function header(signature: number, entry: Entry, words: readonly number[]): Buffer {
  const record = Buffer.alloc(4 + words.length * 2 + 20 + entry.name.length)
  let at = record.writeUInt32LE(signature, 0)
  for (const word of words) at = record.writeUInt16LE(word, at)
  // The same moment in every file, so that equal content gives equal bytes: 1980-01-01.
  at = record.writeUInt16LE(0, at)
  at = record.writeUInt16LE(0x21, at)
  at = writeSizes(record, at, entry)
  at = record.writeUInt16LE(entry.name.length, at)
  at = record.writeUInt16LE(0, at)
  entry.name.copy(record, at)
  return record
}

function writeSizes(record: Buffer, at: number, { crc, packed, size }: Entry): number {
  return record.writeUInt32LE(size, record.writeUInt32LE(packed, record.writeUInt32LE(crc, at)))
}
