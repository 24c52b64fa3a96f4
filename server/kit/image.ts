/** Kinds of image that are taken in, by the ending of their file. */
export const imageTypes = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
} as const
export type ImageType = keyof typeof imageTypes

/** Nothing that a browser or a server could take for a program belongs into a picture. */
const program = /<(script|svg|html|body|iframe|!doctype|!entity|\?php|\?=)|javascript:/i

/**
 * The kind of an image by its content, or null: the whole file must read as one, from its first byte to its last, so
 * that nothing is hidden behind it, and nothing in it may look like a program.
 */
export function imageTypeOf(bytes: Buffer): ImageType | null {
  const type = shapeOf(bytes)
  return type && !program.test(bytes.toString('latin1')) ? type : null
}

function shapeOf(bytes: Buffer): ImageType | null {
  if (isPng(bytes)) return 'png'
  if (isJpeg(bytes)) return 'jpg'
  if (isGif(bytes)) return 'gif'
  return isWebp(bytes) ? 'webp' : null
}

/** Signature, then chunks of stated lengths: IHDR first, IEND at the very end. */
function isPng(bytes: Buffer): boolean {
  if (bytes.subarray(0, 8).toString('latin1') !== '\x89PNG\r\n\x1a\n') return false
  let data = false
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (at === 8 && (type !== 'IHDR' || length !== 13)) return false
    data ||= type === 'IDAT'
    at += 12 + length
    if (type === 'IEND') return data && length === 0 && at === bytes.length
  }
  return false
}

/** Segments of stated lengths up to the scan; a frame before it, and the end mark at the very end. */
function isJpeg(bytes: Buffer): boolean {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return false
  let frame = false
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return false
    const mark = bytes[at + 1] ?? 0
    if (mark === 0xff) {
      at += 1
      continue
    }
    if (mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark)) frame = true
    if (mark < 0xc0 || mark === 0xd8 || mark === 0xd9) return false
    const length = bytes.readUInt16BE(at + 2)
    if (length < 2) return false
    at += 2 + length
    if (mark === 0xda && (at = endOfScan(bytes, at)) === bytes.length) return frame
  }
  return false
}

/** Where the data of a scan ends: at the next mark, or behind the mark that ends the image. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = from; at + 1 < bytes.length; at++) {
    const mark = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff || mark === 0 || mark === 0xff || (mark >= 0xd0 && mark <= 0xd7)) continue
    return mark === 0xd9 ? at + 2 : at
  }
  return -1
}

/** Blocks of stated lengths, at least one picture, and the trailer at the very end. */
function isGif(bytes: Buffer): boolean {
  if (!/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)) || bytes.length < 14) return false
  const colours = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let at = 13 + colours(bytes[10] ?? 0)
  for (let pictures = 0; at < bytes.length; ) {
    const kind = bytes[at]
    if (kind === 0x3b) return pictures > 0 && at + 1 === bytes.length
    if (kind === 0x21) at += 2
    else if (kind === 0x2c) {
      pictures += 1
      at += 11 + colours(bytes[at + 9] ?? 0)
    } else return false
    while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0)
    at += 1
  }
  return false
}

/** A RIFF that states its own length, of chunks that fill it, one of them a picture. */
function isWebp(bytes: Buffer): boolean {
  if (bytes.length < 20 || bytes.toString('latin1', 0, 4) !== 'RIFF') return false
  if (bytes.toString('latin1', 8, 12) !== 'WEBP' || bytes.readUInt32LE(4) + 8 !== bytes.length) return false
  let picture = false
  let at = 12
  while (at + 8 <= bytes.length) {
    picture ||= /^(VP8 |VP8L|ANMF)$/.test(bytes.toString('latin1', at, at + 4))
    const length = bytes.readUInt32LE(at + 4)
    at += 8 + length + (length % 2)
  }
  return picture && at === bytes.length
}
