/* Keccak-256 as used for addresses: not the SHA3-256 of the standard, whose padding differs. */

const mask = (1n << 64n) - 1n
const rate = 136

const roundConstants = [
  0x0000000000000001n,
  0x0000000000008082n,
  0x800000000000808an,
  0x8000000080008000n,
  0x000000000000808bn,
  0x0000000080000001n,
  0x8000000080008081n,
  0x8000000000008009n,
  0x000000000000008an,
  0x0000000000000088n,
  0x0000000080008009n,
  0x000000008000000an,
  0x000000008000808bn,
  0x800000000000008bn,
  0x8000000000008089n,
  0x8000000000008003n,
  0x8000000000008002n,
  0x8000000000000080n,
  0x000000000000800an,
  0x800000008000000an,
  0x8000000080008081n,
  0x8000000000008080n,
  0x0000000080000001n,
  0x8000000080008008n,
]
/** Rotations of lane (x, y) at index x + 5y. */
const rotations = [
  0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14,
]

const rotated = (value: bigint, by: number): bigint =>
  by === 0 ? value : ((value << BigInt(by)) | (value >> BigInt(64 - by))) & mask

function permute(state: bigint[]): void {
  const lane = (index: number) => state[index] ?? 0n
  for (const constant of roundConstants) {
    const columns = Array.from(
      { length: 5 },
      (_, x) => lane(x) ^ lane(x + 5) ^ lane(x + 10) ^ lane(x + 15) ^ lane(x + 20),
    )
    const column = (x: number) => columns[x % 5] ?? 0n
    const mixed = state.map(
      (value, index) => value ^ column((index % 5) + 4) ^ rotated(column((index % 5) + 1), 1),
    )
    const moved = Array<bigint>(25).fill(0n)
    for (let x = 0; x < 5; x += 1)
      for (let y = 0; y < 5; y += 1)
        moved[y + 5 * ((2 * x + 3 * y) % 5)] = rotated(mixed[x + 5 * y] ?? 0n, rotations[x + 5 * y] ?? 0)
    const at = (x: number, y: number) => moved[(x % 5) + 5 * y] ?? 0n
    for (let y = 0; y < 5; y += 1)
      for (let x = 0; x < 5; x += 1) state[x + 5 * y] = at(x, y) ^ (~at(x + 1, y) & mask & at(x + 2, y))
    state[0] = lane(0) ^ constant
  }
}

/** The 32 bytes of Keccak-256 over a message. */
export function keccak256(message: Buffer): Buffer {
  const padded = Buffer.alloc(Math.ceil((message.length + 1) / rate) * rate)
  message.copy(padded)
  padded[message.length] = (padded[message.length] ?? 0) | 0x01
  padded[padded.length - 1] = (padded[padded.length - 1] ?? 0) | 0x80
  const state = Array<bigint>(25).fill(0n)
  for (let block = 0; block < padded.length; block += rate) {
    for (let lane = 0; lane < rate / 8; lane += 1)
      state[lane] = (state[lane] ?? 0n) ^ padded.readBigUInt64LE(block + lane * 8)
    permute(state)
  }
  const digest = Buffer.alloc(32)
  for (let lane = 0; lane < 4; lane += 1) digest.writeBigUInt64LE(state[lane] ?? 0n, lane * 8)
  return digest
}
