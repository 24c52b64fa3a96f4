import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { imagePath, largestImage } from '../../../contract/platforms.ts'
import type { Ctx, UploadedFile } from '../../kit/http/handler.ts'
import { imageTypeOf, imageTypes } from '../../kit/image.ts'
import { refuse } from '../../kit/refusal.ts'
import type { Services } from '../../kit/services.ts'

type Home = Pick<Services, 'config'>

const folderOf = ({ config }: Home) => join(config.home, 'uploads')
const storedName = /^[0-9a-f]{48}\.(png|jpg|gif|webp)$/

/** Where a stored image lies; null for a name that is none of ours, whatever path it spells. */
const fileOf = (home: Home, name: string): string | null =>
  storedName.test(name) ? join(folderOf(home), name) : null

/** Takes an image in and answers its address. Refuses what is missing, too large, or no image by its content. */
export async function storeImage(home: Home, file: UploadedFile | undefined, field: string): Promise<string> {
  if (!file || file.bytes.length === 0) return refuse('platforms.imageMissing', {}, field)
  if (file.bytes.length > largestImage) return refuse('platforms.imageTooLarge', {}, field)
  const type = imageTypeOf(file.bytes)
  if (!type) return refuse('platforms.imageRefused', {}, field)
  await mkdir(folderOf(home), { recursive: true, mode: 0o700 })
  const name = `${randomBytes(24).toString('hex')}.${type}`
  const handle = await open(join(folderOf(home), name), 'wx', 0o600)
  try {
    await handle.writeFile(file.bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return imagePath + name
}

/**
 * Does something with the icon a call brings: a file part `icon`, or the address of an image uploaded before; undefined
 * for none. A file stored for it goes again when it fails. Refuses an address that is none of ours.
 */
export async function withIcon<T>(
  ctx: Pick<Ctx, 'config' | 'files'>,
  address: string | undefined,
  work: (icon: string | undefined) => Promise<T>,
): Promise<T> {
  const file = ctx.files.find(({ field, bytes }) => field === 'icon' && bytes.length > 0)
  if (!file) return work(address === undefined ? undefined : await knownImage(ctx, address))
  const stored = await storeImage(ctx, file, 'icon')
  try {
    return await work(stored)
  } catch (error) {
    await rm(join(folderOf(ctx), stored.slice(imagePath.length)), { force: true })
    throw error
  }
}

async function knownImage(home: Home, address: string): Promise<string> {
  const path = address.startsWith(imagePath) ? fileOf(home, address.slice(imagePath.length)) : null
  const there = path && (await open(path).catch(() => null))
  if (!there) return refuse('platforms.iconUnknown', {}, 'icon')
  await there.close()
  return address
}

/** Serves uploaded images by their random names, to anybody who knows one: pages show them without a token. */
export function registerImages(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { name: string } }>(`${imagePath}:name`, async (request, reply) => {
    const { name } = request.params
    const path = fileOf(services, name)
    const bytes = path && (await readFile(path).catch(() => null))
    const type = imageTypes[name.slice(name.lastIndexOf('.') + 1) as keyof typeof imageTypes]
    if (!bytes) {
      reply.header('cache-control', 'no-store').callNotFound()
      return reply
    }
    return reply
      .header('content-type', type)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(bytes)
  })
}
